import EventIO
import GameCore
import GameJSON
import GameStore

/// Races of the members of a room with the task of a challenge, each on a board of their own.
extension Challenges {
    /// Finds the race with the task of a challenge; it takes its secrets from there when it is made.
    func race(
        _ id: ChallengeID, for requester: Requester, _ answer: @escaping (Result<GameDraft, Problem>) -> Void
    ) {
        find(id, for: requester) { [self] found in
            do throws(Problem) { try answer(.success(draft(of: found.get()))) } catch {
                answer(.failure(error))
            }
        }
    }

    private func draft(of challenge: LiveGame) throws(Problem) -> GameDraft {
        let task = try challenge.challengeTask
        guard let type = services.rules[task.rules] as? any DailyRules.Type else {
            throw .invalidValue("“\(task.rules)” cannot be played by several.")
        }
        do throws(RuleViolation) {
            var draft = GameDraft(rules: task.rules, options: try type.raceOptions(task.options))
            (draft.title, draft.challenge) = (challenge.setup.title, challenge.id.challenge)
            return draft
        } catch { throw Problem(error) }
    }
}

extension GameRegistry {
    /// Completes `setup` with the secrets of a challenge's task.
    func complete(
        _ setup: GameSetup, from challenge: ChallengeID, for requester: Requester,
        _ answer: @escaping (Result<GameSetup, Problem>) -> Void
    ) {
        wake(GameID(challenge: challenge), for: requester) { found in
            guard case .success(let challenge) = found else { return answer(.failure(.storeUnreadable)) }
            guard let challenge else { return answer(.failure(.noSuchChallenge)) }
            do throws(Problem) {
                let task = try challenge.challengeTask
                answer(.success(task.complete(setup, madeBy: challenge.setup.host)))
            } catch { answer(.failure(error)) }
        }
    }
}

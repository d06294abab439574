import EventIO
import GameCore
import GameJSON
import GameStore

/// Races in a room with the task of a challenge: each member plays it on a private board.
extension Challenges {
    /// Drafts a race with the task of a challenge; the secrets of the task are added when the race is made.
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
        _ setup: GameSetup, from id: ChallengeID, for requester: Requester,
        _ answer: @escaping (Result<GameSetup, Problem>) -> Void
    ) {
        wake(GameID(challenge: id), for: requester) { found in
            guard case .success(let challenge) = found else { return answer(.failure(.storeUnreadable)) }
            guard let challenge else { return answer(.failure(.noSuchChallenge)) }
            do throws(Problem) {
                answer(.success(try challenge.challengeTask.complete(setup, of: id)))
            } catch { answer(.failure(error)) }
        }
    }

    /// The players who know the answer of the challenge of `setup`, or have begun that challenge.
    func peopleWhoKnow(_ setup: GameSetup) -> Set<PlayerID> {
        guard let challenge = challenge(of: setup), let state = challenge.game.state.challenge else {
            return []
        }
        let isKnown = (try? challenge.challengeTask)?.isKnownToMaker ?? false
        return Set(state.attempts.keys).union(isKnown ? [challenge.setup.host].compactMap(\.self) : [])
    }

    /// Records the race of `setup` as the game of its challenge for each of `people`; a player has only one.
    ///
    /// - Throws: `challenge-full`; `already-asked` if somebody has begun the challenge in the meantime.
    func claims(of setup: GameSetup, for people: [SeatedPlayer]) throws(RuleViolation) -> [GroupCommit.Part] {
        guard setup.challenge != nil else { return [] }
        let players = people.compactMap(\.player)
        guard let challenge = challenge(of: setup), peopleWhoKnow(setup).isDisjoint(with: players) else {
            throw Challenges.hasBegun
        }
        let count = challenge.game.state.challenge?.attempts.count ?? 0
        guard count + players.count <= ChallengeState.maximumPlayers else { throw ChallengeRules.full }
        return players.flatMap { player in
            let claim = Parameters(["player": .text(player.text), "game": .text(setup.id.text)])
            return challenge.parts(.act("claim", claim))
        }
    }

    private func challenge(of setup: GameSetup) -> LiveGame? {
        setup.challenge.flatMap { self[GameID(challenge: $0)] }
    }
}

extension GameState {
    /// The scores of the players of a finished game with the task of a challenge.
    var scores: [(PlayerID, DailyScore)] {
        guard let result else { return [] }
        guard !setup.isPersonal else {
            let score = (rules as? any DailyRules)?.dailyScore(self)
            return [setup.host].compactMap(\.self).map {
                ($0, score ?? DailyScore(isSolved: false, elapsed: result.elapsed))
            }
        }
        return seats.compactMap { seated in
            guard let player = seated.player else { return nil }
            let board = boardResult(of: seated.seat.number)
            let points = result.scores.first { $0.seat == seated.seat }?.points
            return (
                player,
                DailyScore(
                    isSolved: board?.isSolved ?? false, isAssisted: board?.isAssisted ?? false,
                    elapsed: board?.elapsed ?? result.elapsed, score: points, tries: board?.tries)
            )
        }
    }
}

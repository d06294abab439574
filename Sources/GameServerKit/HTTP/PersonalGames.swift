import GameCore
import GameJSON
import GameStore

/// The privacy of personal games and of races with the task of a challenge: only its player sees a personal
/// game before its end; then only players who have finished the same task may read the letters.
extension Call {
    /// Refuses everybody but the player while a personal game runs.
    func requireAccess(of player: Player, to game: LiveGame) throws(Problem) {
        guard game.setup.isPersonal else { return }
        let state = game.committed
        guard state.phase != .finished, !state.seats.isEmpty, player.seat == nil
        else { return }
        throw Problem(
            ProblemTable["personal-game"],
            "This is somebody’s own game; it can be seen once it has ended.")
    }

    /// Whether `player` may read the letters of `game`.
    ///
    /// The letters of a finished game of a day or a challenge are for its players, for players who have
    /// finished the same task, and for everybody once the date is over everywhere.
    ///
    /// - Throws: ``UnknownTask`` until ``findTask(of:_:)`` has found out what the holder of the key has finished.
    func seesLetters(of game: LiveGame, as player: Player) throws(UnknownTask) -> Bool {
        guard player.seat == nil, game.hidesLetters(at: world.now) else { return true }
        if let hasFinished = finishedTasks[game.id] { return hasFinished }
        guard holder == nil else { throw UnknownTask(game: game) }
        return false
    }

    /// Finds out whether the holder of the key has finished the task of `game`, keeps the result in the
    /// call, and calls `done`.
    func findTask(of game: LiveGame, _ done: @escaping (Result<Void, Problem>) -> Void) throws(Problem) {
        let (world, requester) = (world, try requester(.store))
        let know = { (isFinished: Bool) in
            self.finishedTasks[game.id] = isFinished
            done(.success(()))
        }
        guard let holder else { return know(false) }
        let player = holder.player.id
        if let challenge = game.setup.challenge {
            return world.challenges.find(challenge, for: requester) { found in
                guard case .success(let challenge) = found else { return know(false) }
                know(challenge.hasFinishedChallenge(player))
            }
        }
        guard let day = game.setup.day else { return know(false) }
        let store = world.players.store
        store.daily(of: player, rules: game.setup.rules, day: day, for: requester) { found in
            guard case .success(let own) = found else { return done(.failure(.storeUnreadable)) }
            guard let own else { return know(false) }
            world.games.wake(own, for: requester) { found in
                guard case .success(let own) = found else { return done(.failure(.storeUnreadable)) }
                guard let own else { return know(false) }
                // The player's own game may have ended at another node.
                own.bringUpToDate { _ in know(own.committed.phase == .finished) }
            }
        }
    }
}

extension LiveGame {
    /// Whether `player` has finished the task of this challenge, or has chosen it.
    func hasFinishedChallenge(_ player: PlayerID) -> Bool {
        if committed.challenge?.attempts[player]?.result != nil { return true }
        return setup.host == player && ((try? challengeTask)?.isKnownToMaker ?? false)
    }
}

/// Thrown when it is not known yet whether the holder of the call's key has finished the task of `game`.
struct UnknownTask: Error {
    let game: LiveGame
}

extension LiveGame {
    /// Whether the game is a finished one whose task others may still have to solve at `now`.
    func hidesLetters(at now: Timestamp) -> Bool {
        guard setup.sharesTask, committed.phase == .finished else { return false }
        return setup.day.map { !$0.isOverEverywhere(at: now) } ?? true
    }

    /// Whether the game is one of a day that is over everywhere at `now`, so that everybody may see it.
    func isPastDay(at now: Timestamp) -> Bool {
        setup.isPersonal && committed.phase == .finished && !hidesLetters(at: now)
    }
}

extension Problem {
    static let taskUnfinished = Problem(
        ProblemTable["task-unfinished"], "Finish the same game yourself first; then you can see this one.")
}

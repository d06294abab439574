import GameCore

/// The moves of a game that carried an id: for a day, and a bounded number.
struct MoveMemory {
    private var moves: [MoveKey: Move] = [:]
    /// When each came, oldest first; those before `oldest` have been looked at.
    private var order: [(key: MoveKey, time: Timestamp)] = []
    private var oldest = 0

    /// The moves of before, oldest first.
    init(_ moves: [Move] = []) {
        for move in moves { remember(move) }
    }

    var count: Int { moves.count }

    /// What was made of `key` before.
    ///
    /// - Throws: `move-id-reused` when it was another command.
    mutating func earlier(
        _ key: MoveKey, _ command: UInt64, at now: Timestamp
    ) throws(Problem) -> Move? {
        while oldest < order.count, order[oldest].time + Settings.moveLifetime < now { forgetOldest() }
        guard let move = moves[key] else { return nil }
        guard move.command == command else {
            throw Problem(ProblemTable["move-id-reused"], "This move id was used for something else.")
        }
        return move
    }

    /// Keeps what has come of a move.
    ///
    /// Refused commands are not kept: they were no move.
    mutating func remember(_ move: Move) {
        while moves.count >= Settings.movesPerGame, oldest < order.count { forgetOldest() }
        moves[move.key] = move
        order.append((move.key, move.time))
    }

    /// Forgets a move that could not be saved.
    mutating func forget(_ key: MoveKey) {
        moves[key] = nil
    }

    private mutating func forgetOldest() {
        let (key, time) = order[oldest]
        // A key may have come again since.
        if moves[key]?.time == time { moves[key] = nil }
        oldest += 1
        guard oldest > order.count / 2 else { return }
        order.removeFirst(oldest)
        oldest = 0
    }
}

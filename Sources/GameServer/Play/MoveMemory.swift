import GameCore

/// The moves of a game that carried an id: for a day, and a bounded number.
struct MoveMemory {
    private var moves: [MoveKey: Move] = [:]
    /// Keys by age; those before `oldest` are gone.
    private var order: [MoveKey] = []
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
        forget(before: now)
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
        if moves.count >= Settings.movesPerGame { forgetOldest() }
        moves[move.key] = move
        order.append(move.key)
    }

    /// Forgets a move that could not be saved.
    mutating func forget(_ key: MoveKey) {
        moves[key] = nil
        order.removeAll { $0 == key }
        oldest = min(oldest, order.count)
    }

    private mutating func forget(before now: Timestamp) {
        while oldest < order.count, let move = moves[order[oldest]], move.time + Settings.moveLifetime < now {
            forgetOldest()
        }
    }

    private mutating func forgetOldest() {
        guard oldest < order.count else { return }
        moves[order[oldest]] = nil
        oldest += 1
        if oldest > order.count / 2 {
            order.removeFirst(oldest)
            oldest = 0
        }
    }
}

import GameCore
import GameJSON
import GameStore

/// The moves of a game that carried an id: for a day, and a bounded number.
struct MoveMemory {
    /// Oldest first; those before `oldest` have been looked at.
    private var moves: [Move] = []
    private var oldest = 0
    /// How many have left `moves`.
    private var gone = 0
    /// The number of each move that still counts, from the first that ever came.
    private var numbers: [MoveKey: Int] = [:]

    /// The moves of before, oldest first.
    init(_ moves: [Move] = []) {
        for move in moves { remember(move) }
    }

    var count: Int { numbers.count }

    /// Bytes that they take, with the room for more.
    var footprint: Int {
        moves.capacity * MemoryLayout<Move>.stride
            // A table of keys is three quarters full at most.
            + numbers.capacity * (MemoryLayout<MoveKey>.stride + MemoryLayout<Int>.stride) * 4 / 3
    }

    /// Whether there was a move with `key`.
    func knows(_ key: MoveKey) -> Bool { numbers[key] != nil }

    /// What was made of `key` before.
    ///
    /// - Throws: `move-id-reused` when it was another command.
    mutating func earlier(
        _ key: MoveKey, _ command: UInt64, at now: Timestamp
    ) throws(Problem) -> Move? {
        while oldest < moves.count, moves[oldest].time + StoreLimits.moveLifetime < now { forgetOldest() }
        guard let number = numbers[key] else { return nil }
        let move = moves[number - gone]
        guard move.command == command else {
            throw Problem(ProblemTable["move-id-reused"], "This move id was used for something else.")
        }
        return move
    }

    /// Keeps what has come of a move.
    ///
    /// Refused commands are not kept: they were no move.
    mutating func remember(_ move: Move) {
        while numbers.count >= StoreLimits.movesPerGame, oldest < moves.count { forgetOldest() }
        numbers[move.key] = gone + moves.count
        moves.append(move)
    }

    /// Forgets a move that could not be saved.
    mutating func forget(_ key: MoveKey) {
        numbers[key] = nil
    }

    private mutating func forgetOldest() {
        let key = moves[oldest].key
        // A key may have come again since.
        if numbers[key] == gone + oldest { numbers[key] = nil }
        oldest += 1
        guard oldest > moves.count / 2 else { return }
        moves.removeFirst(oldest)
        gone += oldest
        oldest = 0
    }
}

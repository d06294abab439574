import GameCore
import GameJSON
import GameStore

/// The moves with an id that a game has made in the last day, limited in number.
struct MoveMemory {
    /// Oldest first; those before `firstLive` are forgotten.
    private var moves: [Move] = []
    private var firstLive = 0
    /// How many moves were removed from the front of `moves`.
    private var dropped = 0
    /// The number of each live move, counted from the first move that was ever added.
    private var numbers: [MoveKey: Int] = [:]

    /// The stored moves, oldest first.
    init(_ moves: [Move] = []) {
        for move in moves { remember(move) }
    }

    var count: Int { numbers.count }

    /// Allocated bytes.
    var footprint: Int {
        moves.capacity * MemoryLayout<Move>.stride
            // A table of keys is three quarters full at most.
            + numbers.capacity * (MemoryLayout<MoveKey>.stride + MemoryLayout<Int>.stride) * 4 / 3
    }

    func contains(_ key: MoveKey) -> Bool { numbers[key] != nil }

    /// The earlier move with `key`, if there is one; forgets expired moves.
    ///
    /// - Throws: `move-id-reused` when the earlier move was another command.
    mutating func earlierMove(
        _ key: MoveKey, _ command: UInt64, at now: Timestamp
    ) throws(Problem) -> Move? {
        while firstLive < moves.count, moves[firstLive].time + StoreLimits.moveLifetime < now {
            forgetOldest()
        }
        guard let number = numbers[key] else { return nil }
        let move = moves[number - dropped]
        guard move.command == command else { throw .moveIDReused }
        return move
    }

    /// Adds an applied move; at the limit it replaces the oldest.
    ///
    /// Refused commands are not moves.
    mutating func remember(_ move: Move) {
        while numbers.count >= StoreLimits.movesPerGame, firstLive < moves.count { forgetOldest() }
        numbers[move.key] = dropped + moves.count
        moves.append(move)
    }

    /// Forgets a move whose commit failed.
    mutating func forget(_ key: MoveKey) {
        numbers[key] = nil
    }

    private mutating func forgetOldest() {
        let key = moves[firstLive].key
        // The key may have been added again since.
        if numbers[key] == dropped + firstLive { numbers[key] = nil }
        firstLive += 1
        guard firstLive > moves.count / 2 else { return }
        moves.removeFirst(firstLive)
        dropped += firstLive
        firstLive = 0
    }
}

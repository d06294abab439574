import GameCore
import GameJSON
import GameStore

/// What a batch adds to one game: one call of the function that does it.
nonisolated struct GameAppend: Sendable {
    let game: GameID
    let setup: GameSetup?
    let events: [GameEvent]
    let tokens: [HeldToken]
    let standings: [Standing]
    private let entries: [JournalEntry]
    private let base: SequenceNumber?

    /// The entries of one game, in order.
    ///
    /// - Throws: `StoreFailure` when they cannot follow each other.
    init(_ game: GameID, _ entries: [JournalEntry]) throws(StoreFailure) {
        self.game = game
        self.entries = entries
        setup = entries.lazy.compactMap(\.setup).first
        events = entries.flatMap(\.events)
        tokens = entries.flatMap(\.tokens)
        standings = entries.flatMap(\.standings)
        base = setup == nil ? entries.first.flatMap(\.ownBase) ?? events.first?.base : .zero
        var last = base
        for event in events {
            guard event.sequence == last?.next else { throw .outOfOrder }
            last = event.sequence
        }
    }

    /// Whether there is nothing to be said of the game itself.
    var isEmpty: Bool {
        setup == nil && events.isEmpty && tokens.isEmpty
            && entries.allSatisfy { $0.move == nil && $0.asks == nil && $0.base == nil }
    }

    /// The call, as `attempt` of `node`, which tells whether it was made before.
    func command(_ node: RedisNode, attempt: String, at now: Timestamp) -> RedisCommand {
        var command = FunctionLibrary.call("append", keys: RedisKeys.all(of: game))
        command.add(node.name)
        command.add(attempt)
        command.add(setup == nil ? "" : "1")
        command.add(RedisKeys.channel(.news, of: game, database: node.database))
        command.add(entries.last { $0.fence != nil }?.fence.map(String.init) ?? "")
        command.add(base?.description ?? "")
        command.add(now.oldestMove)
        command.add(StoreLimits.movesPerGame)
        command.add(entries.reduce(0) { $0 + $1.effects.arrivals })
        addFields(to: &command)
        addEvents(to: &command)
        addMoves(to: &command)
        addTokens(to: &command)
        addSnapshots(to: &command)
        return command
    }

    /// What the game's own key says, besides what is counted.
    private func addFields(to command: inout RedisCommand) {
        var fields: [(String, [UInt8])] = []
        if let setup {
            fields.append(("setup", Array(setup.with(nil).record.utf8)))
            if let answer = setup.answer { fields.append(("answer", Array(answer.record.utf8))) }
            if let day = setup.dailyRecord { fields.append(("day", Array(day.utf8))) }
        }
        if let phase = entries.lazy.compactMap(\.effects.phase).last {
            fields.append(("phase", Array(phase.rawValue.utf8)))
        }
        if let last = events.last {
            fields.append(("sequence", Array("\(last.sequence)".utf8)))
            fields.append(("hash", Array("\(last.hash.value)".utf8)))
        }
        if !standings.isEmpty { fields.append(("owed", Standing.record(standings))) }
        command.add(fields.count)
        for (name, value) in fields {
            command.add(name)
            command.add(value)
        }
    }

    private func addEvents(to command: inout RedisCommand) {
        command.add(events.count)
        for event in events {
            command.add(event.sequence.value)
            command.add(event.time.milliseconds)
            command.add(event.time.away)
            command.add(event.hash.value)
            command.add(event.change.record)
        }
    }

    private func addMoves(to command: inout RedisCommand) {
        let (moves, asked) = (entries.compactMap(\.move), entries.compactMap(\.asks))
        command.add(moves.count)
        for move in moves {
            command.add(move.key.bytes)
            command.add(move.sequence.value)
            command.add(move.record)
        }
        command.add(asked.count)
        for key in asked { command.add(key.bytes) }
    }

    /// New ones, and between them the seats whose earlier ones are worth nothing from there on.
    private func addTokens(to command: inout RedisCommand) {
        var rows: [[[UInt8]]] = []
        for entry in entries {
            rows += entry.effects.endedTokens.map { seat in [[], Array("\(seat.number)".utf8), []] }
            rows += entry.tokens.map { token in
                [token.digest.bytes, Array(token.seatRecord.utf8), Array(token.holderRecord.utf8)]
            }
        }
        command.add(rows.count)
        for value in rows.joined() { command.add(value) }
    }

    private func addSnapshots(to command: inout RedisCommand) {
        let snapshots = entries.compactMap(\.snapshot).compactMap { snapshot in
            snapshot.record.map { (snapshot.sequence, $0) }
        }
        command.add(snapshots.count)
        for (sequence, record) in snapshots {
            command.add(sequence.value)
            command.add(GameSnapshot.version)
            command.add(Array(record))
        }
    }
}

/// Which server speaks, and where.
nonisolated struct RedisNode: Sendable {
    /// Bytes of a name, at most.
    static let longestName = 32

    let name: String
    let database: Int
}

nonisolated extension StoreFailure {
    /// Entries of one game cannot follow each other.
    static let outOfOrder = StoreFailure(
        reason: "An event has another number than it should.", isCertain: true)
}

nonisolated extension JournalEntry {
    /// The last event on which it builds, as far as it tells.
    fileprivate var ownBase: SequenceNumber? { events.first?.base ?? base ?? move?.before }
}

nonisolated extension GameEvent {
    fileprivate var base: SequenceNumber? { SequenceNumber(sequence.value - 1) }
}

nonisolated extension GameSetup {
    /// Whose day it is, if it is a day's: by rules and day.
    var dailyRecord: String? { dayHere.map { "\(rules) \($0.number)" } }
}

nonisolated extension Timestamp {
    /// Milliseconds of the games' clock before which moves are forgotten.
    var oldestMove: Int64 { milliseconds - away - StoreLimits.moveLifetime.wholeMilliseconds }
}

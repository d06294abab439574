import Foundation
import GRDB
import GameCore
import GameJSON

/// Reading games back.
nonisolated extension Database {
    /// Everything that is stored of the game `id`; nil when there is none.
    ///
    /// - Throws: `StoreFailure` when its journal cannot be right.
    func storedGame(_ id: GameID, _ rules: RuleCatalog, now: Timestamp) throws -> StoredGame? {
        guard let setup = try setup(of: id) else { return nil }
        let new = try rules.newGame(setup)
        let last = try lastSequence(of: id)
        let snapshot = try snapshot(of: new, at: last)
        let known = snapshot?.sequence.value ?? 0
        // The last events are there for streams that resume, also those that the snapshot has already.
        let start = max(0, min(known, last - StoreLimits.resumableEvents))
        let recent = try events(of: id, after: start, limit: last - start)
        // A snapshot is only a short cut: without it the whole journal leads to the same state.
        let state =
            try (try? (snapshot ?? new).followed(by: recent.dropFirst(known - start)))
            ?? new.followed(by: events(of: id, after: 0, limit: last))
        return StoredGame(
            state, recent: recent.suffix(StoreLimits.resumableEvents), tokens: try tokens(of: id),
            moves: try moves(of: id, now: now))
    }

    /// The game as it was at `moment`; nil when it has not come that far.
    func state(of id: GameID, at moment: SequenceNumber, _ rules: RuleCatalog) throws -> GameState? {
        guard let setup = try setup(of: id), moment.value <= (try lastSequence(of: id)) else { return nil }
        let new = try rules.newGame(setup)
        let known = try snapshot(of: new, at: moment.value) ?? new
        let start = known.sequence.value
        let events = try events(of: id, after: start, limit: moment.value - start)
        return try (try? known.followed(by: events))
            ?? new.followed(by: self.events(of: id, after: 0, limit: moment.value))
    }

    /// The events of `id` after `sequence`, oldest first, at most `limit`.
    func events(of id: GameID, after sequence: Int, limit: Int) throws -> [GameEvent] {
        guard limit > 0 else { return [] }
        let statement = try cachedStatement(
            sql: """
                SELECT sequence, time, away, hash, change FROM event
                WHERE game = ? AND sequence > ? ORDER BY sequence LIMIT ?
                """)
        let rows = try Row.fetchCursor(statement, arguments: [id.text, sequence, limit])
        var events: [GameEvent] = []
        events.reserveCapacity(min(limit, 4096))
        while let row = try rows.next() { events.append(try GameEvent(row)) }
        return events
    }

    func setup(of id: GameID) throws -> GameSetup? {
        let statement = try cachedStatement(sql: "SELECT setup, answer FROM game WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.text]).map { row in
            let answer = try (row[1] as String?).map { record in try Parameters(record: record) }
            return try GameSetup(record: row[0]).with(answer)
        }
    }

    /// The number of the last event of `id`.
    func lastSequence(of id: GameID) throws -> Int {
        let statement = try cachedStatement(sql: "SELECT max(sequence) FROM event WHERE game = ?")
        return try Int.fetchOne(statement, arguments: [id.text]) ?? 0
    }

    /// The last snapshot of the game that `new` is before its first event, of `sequence` or earlier; nil when
    /// there is none that this version can read and that agrees with the journal.
    private func snapshot(of new: GameState, at sequence: Int) throws -> GameState? {
        let statement = try cachedStatement(
            sql: """
                SELECT picture, sequence FROM snapshot WHERE game = ? AND sequence <= ? AND version = ?
                ORDER BY sequence DESC LIMIT 1
                """)
        let arguments: StatementArguments = [new.setup.id.text, sequence, GameState.snapshotVersion]
        guard let row = try Row.fetchOne(statement, arguments: arguments) else { return nil }
        let hash = try hash(of: new.setup.id, at: row[1])
        return try? GameState(Array(row[0] as Data), hash: hash, of: new)
    }

    private func hash(of id: GameID, at sequence: Int) throws -> StateHash? {
        let statement = try cachedStatement(sql: "SELECT hash FROM event WHERE game = ? AND sequence = ?")
        return try UInt32.fetchOne(statement, arguments: [id.text, sequence]).map(
            StateHash.init(value:))
    }

    func tokens(of id: GameID) throws -> [HeldToken] {
        let statement = try cachedStatement(
            sql: "SELECT digest, seat, host, since FROM token WHERE game = ?")
        return try Row.fetchAll(statement, arguments: [id.text]).compactMap { row in
            guard let digest = Digest(bytes: Array(row[0] as Data)) else { return nil }
            let player = Player(
                seat: (row[1] as Int?).flatMap(Seat.init(_:)), isHost: row[2],
                since: (row[3] as Int?).flatMap(SequenceNumber.init(_:)))
            return HeldToken(digest: digest, player: player)
        }
    }

    /// The moves of the last day, oldest first.
    private func moves(of id: GameID, now: Timestamp) throws -> [Move] {
        let statement = try cachedStatement(
            sql: """
                SELECT key, command, before, sequence, hash, time, away FROM move
                WHERE game = ? AND time - away >= ? ORDER BY sequence DESC, time DESC LIMIT ?
                """)
        let oldest = now.milliseconds - now.away - StoreLimits.moveLifetime.wholeMilliseconds
        let rows = try Row.fetchCursor(statement, arguments: [id.text, oldest, StoreLimits.movesPerGame])
        var moves: [Move] = []
        while let row = try rows.next() { if let move = Move(row) { moves.append(move) } }
        return moves.reversed()
    }
}

nonisolated extension GameEvent {
    /// A row of `sequence, time, away, hash, change`.
    init(_ row: Row) throws {
        let time = Timestamp(milliseconds: row[1], away: row[2])
        guard let sequence = SequenceNumber(row[0] as Int), let hash = UInt32(exactly: row[3] as Int64) else {
            throw StoreFailure(reason: "An event has an impossible number or fingerprint.")
        }
        self.init(
            sequence: sequence, time: time, change: try Change(record: row[4], at: time),
            hash: StateHash(value: hash))
    }
}

nonisolated extension Move {
    /// A row of `key, command, before, sequence, hash, time, away`; nil when it cannot be right.
    fileprivate init?(_ row: Row) {
        guard let before = SequenceNumber(row[2] as Int), let sequence = SequenceNumber(row[3] as Int),
            let hash = UInt32(exactly: row[4] as Int64)
        else {
            return nil
        }
        self.init(
            key: MoveKey(bytes: Array(row[0] as Data)), command: UInt64(bitPattern: row[1] as Int64),
            before: before, sequence: sequence, hash: StateHash(value: hash),
            time: Timestamp(milliseconds: row[5], away: row[6]))
    }
}

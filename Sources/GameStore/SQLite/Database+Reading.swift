import Foundation
import GRDB
import GameCore
import GameJSON

nonisolated extension Database {
    /// Loads a game from its latest valid snapshot and the events after it; nil if there is no such game.
    ///
    /// - Throws: `StoreFailure` if the whole journal has a gap, an unknown event or a wrong hash.
    func storedGame(_ id: GameID, _ rules: RuleCatalog, now: Timestamp) throws -> StoredGame? {
        guard let setup = try setup(of: id) else { return nil }
        let new = try rules.newGame(setup)
        let last = try lastSequence(of: id)
        let snapshot = try snapshot(of: new, at: last)
        let known = (snapshot ?? new).sequence.value
        // Resuming streams need the last events, even those that the snapshot includes.
        let start = max(new.sequence.value, min(known, last - StoreLimits.resumableEvents))
        let recent = try events(of: id, after: start, limit: last - start)
        // If the events do not lead on from the snapshot, replay the whole journal.
        let state =
            try (try? (snapshot ?? new).replaying(recent.dropFirst(known - start)))
            ?? new.replaying(events(of: id, after: 0, limit: last))
        return StoredGame(
            state, recent: recent.suffix(StoreLimits.resumableEvents), tokens: try tokens(of: id),
            moves: try moves(of: id, now: now))
    }

    /// Replays a game up to `sequence` from the nearest snapshot before it; nil if the journal is shorter.
    func state(of id: GameID, at sequence: SequenceNumber, _ rules: RuleCatalog) throws -> GameState? {
        guard let setup = try setup(of: id), sequence.value <= (try lastSequence(of: id)) else { return nil }
        let new = try rules.newGame(setup)
        guard sequence >= new.sequence else { return nil }
        let known = try snapshot(of: new, at: sequence.value) ?? new
        let start = known.sequence.value
        let events = try events(of: id, after: start, limit: sequence.value - start)
        return try (try? known.replaying(events))
            ?? new.replaying(self.events(of: id, after: 0, limit: sequence.value))
    }

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
        let statement = try cachedStatement(sql: "SELECT setup, answer, opening FROM game WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.text]).map { row in
            let answer = try (row[1] as String?).map { record in try Parameters(record: record) }
            let opening = try (row[2] as String?).map { record in try [GameEvent](openingRecord: record) }
            return try GameSetup(record: row[0]).withAnswer(answer).withOpening(opening ?? [])
        }
    }

    /// The number of the last event; 0 if there is none.
    func lastSequence(of id: GameID) throws -> Int {
        let statement = try cachedStatement(sql: "SELECT max(sequence) FROM event WHERE game = ?")
        return try Int.fetchOne(statement, arguments: [id.text]) ?? 0
    }

    /// Restores the latest snapshot of the present format at or before `sequence`.
    ///
    /// Returns nil if there is none, or if it is unreadable or does not match the journal's hash.
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

    /// The moves that are still remembered at `now`, oldest first.
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
    /// Reads a row of `sequence, time, away, hash, change`.
    init(_ row: Row) throws {
        let time = Timestamp(milliseconds: row[1], away: row[2])
        guard let sequence = SequenceNumber(row[0] as Int), let hash = UInt32(exactly: row[3] as Int64) else {
            throw StoreFailure(reason: "An event has an invalid number or hash.")
        }
        self.init(
            sequence: sequence, time: time, change: try Change(record: row[4], at: time),
            hash: StateHash(value: hash))
    }
}

nonisolated extension Move {
    /// Reads a row of `key, command, before, sequence, hash, time, away`; nil if a value is out of range.
    init?(_ row: Row) {
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

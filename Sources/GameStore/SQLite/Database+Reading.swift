import Foundation
import GRDB
import GameCore
import GameJSON

nonisolated extension Database {
    /// Loads a game; nil if there is no such game.
    ///
    /// - Throws: `StoreFailure` if its journal has a gap, an unknown event or a wrong hash.
    /// - Complexity: O(events), some ten microseconds each.
    func storedGame(_ id: GameID, _ rules: RuleCatalog, now: Timestamp) throws -> StoredGame? {
        let replay = GameReading(id, rules, now: now)
        while true {
            if case .done(let game) = try replay.step(self) { return game }
        }
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
        return try naming(events, of: id)
    }

    func setup(of id: GameID) throws -> GameSetup? {
        let statement = try cachedStatement(sql: "SELECT setup, answer, opening FROM game WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.text]).map { row in
            let answer = try (row[1] as String?).map { record in try Parameters(record: record) }
            let opening = try (row[2] as String?).map { record in try [GameEvent](openingRecord: record) }
            return try GameSetup(record: row[0]).withAnswer(answer)
                .withOpening(naming(opening ?? [], of: id))
        }
    }

    /// The number of the last event; 0 if there is none.
    func lastSequence(of id: GameID) throws -> Int {
        let statement = try cachedStatement(sql: "SELECT max(sequence) FROM event WHERE game = ?")
        return try Int.fetchOne(statement, arguments: [id.text]) ?? 0
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
    func moves(of id: GameID, now: Timestamp) throws -> [Move] {
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

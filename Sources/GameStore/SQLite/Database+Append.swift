import Foundation
import GRDB
import GRDBSQLite
import GameCore
import GameJSON

/// Writing: all effects of a command are saved in the same transaction.
nonisolated extension Database {
    /// Commits `batch` in one transaction and records `number` in the ledger.
    ///
    /// The number tells after a failure whether the transaction reached the disk.
    func append(_ batch: EventBatch, number: Int, at now: Timestamp) throws {
        try inTransaction(.immediate) {
            for entry in batch.entries { try append(entry) }
            try run(
                "UPDATE ledger SET commits = ?, time = ?, away = ?", [number, now.milliseconds, now.away])
            return .commit
        }
    }

    /// Saves one entry; the caller has opened the transaction.
    func append(_ entry: JournalEntry) throws {
        if let setup = entry.setup { try insertGame(setup, entry.effects.phase ?? .playing) }
        if let puzzle = entry.puzzle { try insertPuzzle(puzzle) }
        for standing in entry.standings { try insertStanding(standing) }
        for event in entry.events { try insertEvent(event, of: entry.game) }
        let time = entry.events.last?.time ?? entry.setup?.created ?? Timestamp(milliseconds: 0)
        try apply(entry.effects, to: entry.game, isNew: entry.setup != nil, at: time)
        if entry.setup != nil || entry.effects.seats != nil {
            try setNames(ofGuests: entry.names, in: entry.game)
        }
        if let move = entry.move { try insertMove(move, entry.game) }
        for token in entry.tokens { try insertToken(token, entry.game) }
        if entry.isTimeToForgetMoves { try deleteExpiredMoves(entry.game, entry.events.last?.time) }
    }

    private func insertGame(_ setup: GameSetup, _ phase: GameState.Phase) throws {
        try run(
            """
            INSERT INTO game (id, rules, public, phase, setup, answer, opening)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                setup.id.text, setup.rules, setup.isPublic, phase.rawValue, setup.outline.record,
                setup.answer?.record,
                setup.opening.isEmpty ? nil : setup.opening.openingRecord,
            ])
    }

    private func apply(
        _ effects: GameEffects, to game: GameID, isNew: Bool, at time: Timestamp
    ) throws {
        if let phase = effects.phase, !isNew {
            try run("UPDATE game SET phase = ? WHERE id = ?", [phase.rawValue, game.text])
        }
        if let setup = effects.setup, !isNew {
            try run(
                "UPDATE game SET public = ?, setup = ? WHERE id = ?",
                [setup.isPublic, setup.record, game.text])
        }
        if let seats = effects.seats {
            try run("DELETE FROM seat WHERE game = ?", [game.text])
            for seating in seats {
                try insertSeat(seating, game)
                if let player = seating.player { try insertAppearance(of: player, in: game, at: time) }
            }
        }
        for seat in effects.endedTokens {
            try run("DELETE FROM token WHERE game = ? AND seat = ?", [game.text, seat.number])
        }
        if let end = effects.end {
            try run(
                "INSERT INTO result VALUES (?, ?, ?, ?)",
                [game.text, end.sequence.value, end.time.milliseconds, end.elapsed.wholeMilliseconds])
        }
    }

    private func insertSeat(_ seating: GameEffects.Seating, _ game: GameID) throws {
        try run(
            "INSERT INTO seat VALUES (?, ?, ?, ?, ?)",
            [
                game.text, seating.seat.number, seating.colour.text, seating.since.value,
                seating.player?.text,
            ])
    }

    /// Replaces an expired move with the same key and sequence, whose row may still be there.
    private func insertMove(_ move: Move, _ game: GameID) throws {
        try run(
            "INSERT OR REPLACE INTO move VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                game.text, move.sequence.value,
                move.key.data,
                Int64(bitPattern: move.command), move.before.value, Int64(move.hash.value),
                move.time.milliseconds, move.time.away,
            ])
    }

    private func insertToken(_ token: HeldToken, _ game: GameID) throws {
        try run(
            "INSERT INTO token VALUES (?, ?, ?, ?, ?)",
            [
                game.text, token.digest.data,
                token.player.seat?.number, token.player.isHost, token.player.since?.value,
            ])
    }

    /// Deletes the moves before the first one that has not reached the age of `StoreLimits.moveLifetime`.
    ///
    /// If all moves have reached it, none is deleted.
    private func deleteExpiredMoves(_ game: GameID, _ now: Timestamp?) throws {
        guard let now else { return }
        let oldest = now.milliseconds - now.away - StoreLimits.moveLifetime.wholeMilliseconds
        try run(
            """
            DELETE FROM move WHERE game = ?1 AND sequence <
            (SELECT sequence FROM move WHERE game = ?1 AND time - away >= ?2 ORDER BY sequence LIMIT 1)
            """, [game.text, oldest])
    }

    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

nonisolated extension Database {
    /// Inserts an event with SQLite's C functions.
    ///
    /// Every edit needs it, and GRDB takes as long to bind the values as SQLite takes for the rest.
    func insertEvent(_ event: GameEvent, of game: GameID) throws {
        let row = try cachedStatement(sql: "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)").sqliteStatement
        defer {
            sqlite3_reset(row)
            sqlite3_clear_bindings(row)
        }
        sqlite3_bind_int64(row, 2, Int64(event.sequence.value))
        sqlite3_bind_int64(row, 3, event.time.milliseconds)
        sqlite3_bind_int64(row, 4, event.time.away)
        sqlite3_bind_int64(row, 5, Int64(event.hash.value))
        let code = Self.lend(game.text, to: row, 1) {
            Self.lend(event.change.record, to: row, 6) { sqlite3_step(row) }
        }
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
        }
    }

    /// Binds `text` to a column for the duration of `work`, without a copy.
    ///
    /// The destructor is nil, which SQLite takes for static memory: the caller must clear the bindings before
    /// it uses the statement again.
    private static func lend(
        _ text: String, to row: SQLiteStatement, _ column: Int32, _ work: () -> Int32
    ) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
            sqlite3_bind_text(row, column, start, Int32(bytes.count), nil)
            return work()
        }
    }
}

nonisolated extension MoveKey {
    var data: Data { Data(bytes) }
}

nonisolated extension Digest {
    var data: Data { Data(bytes) }
}

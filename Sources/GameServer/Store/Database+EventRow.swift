import GRDB
import GRDBSQLite
import GameCore

nonisolated extension Database {
    /// Saves the row of one event.
    ///
    /// By SQLite's own calls: this is done for every edit, and GRDB takes as long to hand the values over as
    /// SQLite takes for all the rest.
    func insertRow(_ event: GameEvent, of game: GameID) throws {
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

    /// Lends `text` to a column of `row` while `work` runs, so that SQLite need not copy it.
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

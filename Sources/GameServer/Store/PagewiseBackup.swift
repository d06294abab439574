import Foundation
import GRDB
import GRDBSQLite

/// A copy of the database into a file, some pages at a time, so that commits go on in between.
///
/// What is committed meanwhile, on the same connection, goes into the copy too (sqlite3_backup_step).
nonisolated struct PagewiseBackup: Sendable {
    /// Pages of one step: 2 MiB.
    private static let pages: Int32 = 512

    private let path: String
    private let partialPath: String
    private let copy: DatabaseQueue
    /// Where SQLite keeps the state of the copy; used inside the source's queue only, released by `finish`.
    private let address: UInt

    /// Begins a copy of `db` in the file `path`, which must not exist.
    init(of db: Database, to path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw StoreFailure(reason: "“\(path)” exists already.")
        }
        self.path = path
        partialPath = path + ".partial"
        try? FileManager.default.removeItem(atPath: partialPath)
        copy = try DatabaseQueue(path: partialPath)
        let source = db.sqliteConnection
        let begun = try copy.inDatabase { copy in
            guard let begun = sqlite3_backup_init(copy.sqliteConnection, "main", source, "main") else {
                throw DatabaseError(resultCode: copy.lastErrorCode, message: copy.lastErrorMessage)
            }
            return UInt(bitPattern: begun)
        }
        address = begun
    }

    /// Copies some more pages.
    ///
    /// - Returns: how many of how many pages are copied.
    func step() throws -> (copied: Int, of: Int) {
        try copy.inDatabase { copy in
            let backup = OpaquePointer(bitPattern: address)
            let code = sqlite3_backup_step(backup, Self.pages)
            guard code == SQLITE_OK || code == SQLITE_DONE else {
                throw DatabaseError(resultCode: ResultCode(rawValue: code), message: copy.lastErrorMessage)
            }
            let total = Int(sqlite3_backup_pagecount(backup))
            return (total - Int(sqlite3_backup_remaining(backup)), total)
        }
    }

    /// Ends the copy: a whole one gets an identity and its name, another one goes.
    func finish(isWhole: Bool) throws {
        try copy.inDatabase { copy in
            sqlite3_backup_finish(OpaquePointer(bitPattern: address))
            guard isWhole else { return }
            // One file without a log; and a database of its own, which may be older than the original is now.
            try copy.execute(sql: "PRAGMA journal_mode = DELETE")
            try copy.execute(
                sql: "UPDATE ledger SET identity = ?", arguments: [RandomText.make(length: 16)])
        }
        try copy.close()
        guard isWhole else { return try FileManager.default.removeItem(atPath: partialPath) }
        try FileManager.default.moveItem(atPath: partialPath, toPath: path)
    }
}

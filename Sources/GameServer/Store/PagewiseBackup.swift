import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// A copy of the database into a file, some pages at a time, so that commits go on in between.
///
/// What is committed meanwhile, on the same connection, goes into the copy too (sqlite3_backup_step). All of
/// it happens in the queue of that connection, and it must end there before the connection is closed.
nonisolated final class PagewiseBackup: Sendable {
    /// Pages of one step: 2 MiB.
    private static let pages: Int32 = 512

    private let path: String
    private let partialPath: String
    private let copy: DatabaseQueue
    /// Where SQLite keeps the state of the copy; 0 when that is released, which `end` does once.
    private let address: Atomic<UInt>

    /// Begins a copy of `db` in the file `path`, which must not exist.
    init(of db: Database, to path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw StoreFailure(reason: "“\(path)” exists already.")
        }
        self.path = path
        partialPath = path + ".partial-" + RandomText.make(length: 6)
        copy = try DatabaseQueue(path: partialPath)
        let source = db.sqliteConnection
        let begun = try copy.inDatabase { copy in
            guard let begun = sqlite3_backup_init(copy.sqliteConnection, "main", source, "main") else {
                throw DatabaseError(resultCode: copy.lastErrorCode, message: copy.lastErrorMessage)
            }
            return UInt(bitPattern: begun)
        }
        address = Atomic(begun)
    }

    /// Copies some more pages; the last ones give the copy its name.
    ///
    /// - Returns: how many of how many pages are copied.
    /// - Throws: what went wrong; the copy is given up then.
    func step() throws -> (copied: Int, of: Int) {
        do {
            let (copied, total) = try stepPages()
            if copied == total { try complete() }
            return (copied, total)
        } catch {
            giveUp()
            throw error
        }
    }

    /// Ends the copy, if it has not ended, and takes away what there is of it.
    func giveUp() {
        end()
        try? copy.close()
        try? FileManager.default.removeItem(atPath: partialPath)
    }

    private func stepPages() throws -> (copied: Int, of: Int) {
        try copy.inDatabase { copy in
            guard let backup = OpaquePointer(bitPattern: address.load(ordering: .relaxed)) else {
                throw StoreFailure(reason: "The copy was given up, because the store was in trouble.")
            }
            let code = sqlite3_backup_step(backup, Self.pages)
            guard code == SQLITE_OK || code == SQLITE_DONE else {
                throw DatabaseError(resultCode: ResultCode(rawValue: code), message: copy.lastErrorMessage)
            }
            let total = Int(sqlite3_backup_pagecount(backup))
            return (total - Int(sqlite3_backup_remaining(backup)), total)
        }
    }

    private func end() {
        let backup = OpaquePointer(bitPattern: address.exchange(0, ordering: .relaxed))
        if let backup { copy.inDatabase { _ in _ = sqlite3_backup_finish(backup) } }
    }

    private func complete() throws {
        end()
        try copy.writeWithoutTransaction { copy in
            // One file without a log; and a database of its own, which may be older than the original is now.
            try copy.execute(sql: "PRAGMA journal_mode = DELETE")
            try copy.execute(
                sql: "UPDATE ledger SET identity = ?", arguments: [RandomText.make(length: 16)])
        }
        try copy.close()
        // A link, not a move: that would write over a file that has come meanwhile.
        guard link(partialPath, path) == 0 else {
            throw StoreFailure(reason: "“\(path)” cannot be made: \(String(cString: strerror(errno))).")
        }
        try FileManager.default.removeItem(atPath: partialPath)
        DataFolder.sync(folderOf: path)
    }
}

import Foundation
import GRDB
import GRDBSQLite
import GameCore
import GameJSON
import Synchronization

extension SQLiteEventStore {
    /// Copies the database into a new file while commits go on; one backup at a time.
    ///
    /// - Parameter progress: Called with the number of copied pages and of all pages; returns whether the
    ///   backup is still wanted. If not, it leaves no file.
    package func backup(
        to path: String, progress: @escaping @MainActor (Int, Int) -> Bool,
        _ done: @escaping StoreAnswer<Void>
    ) {
        guard let connection, !isBackingUp else {
            return done(
                .failure(StoreFailure(reason: "Another backup is running, or the store is unavailable.")))
        }
        isBackingUp = true
        let loop = loop
        connection.asyncWriteWithoutTransaction { [weak self] db in
            let backup = Result { try PagewiseBackup(of: db, to: path) }.mapError(StoreFailure.init)
            loop.enter { self?.didBegin(backup, on: connection, progress, done) }
        }
    }

    private func didBegin(
        _ result: Result<PagewiseBackup, StoreFailure>, on connection: DatabaseQueue,
        _ progress: @escaping @MainActor (Int, Int) -> Bool, _ done: @escaping StoreAnswer<Void>
    ) {
        switch result {
        case .success(let backup) where self.connection !== connection:
            backup.abort()
            isBackingUp = false
            done(.failure(.unavailable))
        case .success(let backup):
            runningBackup = backup
            copyPages(backup, on: connection, progress, done)
        case .failure(let failure):
            isBackingUp = false
            done(.failure(failure))
        }
    }

    /// Copies one step of pages and queues the next one behind the commits that wait.
    private func copyPages(
        _ backup: PagewiseBackup, on connection: DatabaseQueue,
        _ progress: @escaping @MainActor (Int, Int) -> Bool, _ done: @escaping StoreAnswer<Void>
    ) {
        let loop = loop
        connection.asyncWriteWithoutTransaction { [weak self] _ in
            let step = Result { try backup.step() }.mapError(StoreFailure.init)
            loop.enter {
                guard case .success((let copied, let total)) = step, copied < total else {
                    if case .success((let copied, let total)) = step { _ = progress(copied, total) }
                    self?.endBackup()
                    return done(step.map { _ in })
                }
                guard progress(copied, total) else {
                    self?.abandon(backup, on: connection)
                    return done(.failure(StoreFailure(reason: "Nobody waits for the backup any more.")))
                }
                self?.copyPages(backup, on: connection, progress, done)
            }
        }
    }

    private func endBackup() {
        runningBackup = nil
        isBackingUp = false
    }

    private func abandon(_ backup: PagewiseBackup, on connection: DatabaseQueue) {
        let loop = loop
        connection.asyncWriteWithoutTransaction { [weak self] _ in
            backup.abort()
            loop.enter { self?.endBackup() }
        }
    }
}

/// A backup of the database, copied some pages at a time so that commits can run in between.
///
/// Commits on the same connection update the copy too (see `sqlite3_backup_step`). All calls run on that
/// connection's queue, and the backup must end before the connection is closed.
nonisolated final class PagewiseBackup: Sendable {
    /// Pages per step: 2 MiB.
    private static let pages: Int32 = 512

    private let path: String
    private let partial: PartialFile
    private let copy: DatabaseQueue
    /// The address of the `sqlite3_backup` object; 0 after `end`, which releases it once.
    private let address: Atomic<UInt>

    /// Begins to copy `db` into a temporary file beside `path`, which must not exist.
    init(of db: Database, to path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw StoreFailure(reason: "“\(path)” already exists.")
        }
        self.path = path
        partial = try PartialFile(beside: path)
        copy = try DatabaseQueue(path: partial.path)
        let source = db.sqliteConnection
        let begun = try copy.inDatabase { copy in
            guard let begun = sqlite3_backup_init(copy.sqliteConnection, "main", source, "main") else {
                throw DatabaseError(resultCode: copy.lastErrorCode, message: copy.lastErrorMessage)
            }
            return UInt(bitPattern: begun)
        }
        address = Atomic(begun)
    }

    /// Copies some pages; after the last ones the copy gets its name.
    ///
    /// - Returns: The number of copied pages and of all pages.
    /// - Throws: `StoreFailure` or `DatabaseError`; the backup is then aborted.
    func step() throws -> (copied: Int, of: Int) {
        do {
            let (copied, total) = try stepPages()
            if copied == total { try complete() }
            return (copied, total)
        } catch {
            abort()
            throw error
        }
    }

    /// Ends the backup and deletes the temporary file.
    func abort() {
        end()
        try? copy.close()
        partial.remove()
    }

    private func stepPages() throws -> (copied: Int, of: Int) {
        try copy.inDatabase { copy in
            guard let backup = OpaquePointer(bitPattern: address.load(ordering: .relaxed)) else {
                throw StoreFailure(reason: "The backup was aborted because of a store failure.")
            }
            let code = sqlite3_backup_step(backup, Self.pages)
            guard code == SQLITE_OK || code == SQLITE_DONE else {
                guard code != SQLITE_FULL else {
                    throw StoreFailure(reason: "The disk has no room for the copy beside “\(path)”.")
                }
                // The connection has no message of its own for a step.
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
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
            // A single file without a log, with an identity of its own: the heartbeat file of the original
            // must not make it look truncated.
            try copy.execute(sql: "PRAGMA journal_mode = DELETE")
            try copy.execute(
                sql: "UPDATE ledger SET identity = ?", arguments: [GameDatabase.Ledger.backupIdentity()])
        }
        try copy.close()
        try partial.publish(as: path)
    }
}

import Foundation
import GRDB
import GRDBSQLite
import GameCore
import GameJSON
import Synchronization

extension SQLiteEventStore {
    /// Copies everything into a new file while the games go on; one copy at a time.
    ///
    /// `progress` hears how many of how many pages are copied.
    package func backup(
        to path: String, progress: @escaping @MainActor (Int, Int) -> Void,
        _ done: @escaping StoreAnswer<Void>
    ) {
        guard let connection, !isCopying else {
            return done(
                .failure(StoreFailure(reason: "Another copy is being made, or the store is in trouble.")))
        }
        isCopying = true
        let loop = loop
        connection.asyncWriteWithoutTransaction { [weak self] db in
            let begun = Result { try PagewiseBackup(of: db, to: path) }.mapError(StoreFailure.init)
            loop.enter { self?.began(begun, on: connection, progress, done) }
        }
    }

    private func began(
        _ begun: Result<PagewiseBackup, StoreFailure>, on connection: DatabaseQueue,
        _ progress: @escaping @MainActor (Int, Int) -> Void, _ done: @escaping StoreAnswer<Void>
    ) {
        switch begun {
        case .success(let backup) where self.connection !== connection:
            backup.giveUp()
            isCopying = false
            done(.failure(.silent))
        case .success(let backup):
            copying = backup
            copy(backup, on: connection, progress, done)
        case .failure(let failure):
            isCopying = false
            done(.failure(failure))
        }
    }

    /// Each step waits for the commits before it, and they for it.
    private func copy(
        _ backup: PagewiseBackup, on connection: DatabaseQueue,
        _ progress: @escaping @MainActor (Int, Int) -> Void, _ done: @escaping StoreAnswer<Void>
    ) {
        let loop = loop
        connection.asyncWriteWithoutTransaction { [weak self] _ in
            let step = Result { try backup.step() }.mapError(StoreFailure.init)
            loop.enter {
                if case .success((let copied, let total)) = step {
                    progress(copied, total)
                    if copied < total { self?.copy(backup, on: connection, progress, done); return }
                }
                self?.copying = nil
                self?.isCopying = false
                done(step.map { _ in })
            }
        }
    }
}

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

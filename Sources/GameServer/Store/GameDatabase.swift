import Foundation
import GRDB

/// An open database: its one connection, whose queue is the thread of the store, and its pulse.
///
/// Exactly one connection exists to the file, for writes, reads and checkpoints: SQLite up to 3.51.2 can
/// reset its log wrongly when there are two. The exclusive lock keeps others out, and needs no shared memory.
nonisolated struct GameDatabase: Sendable {
    /// What the database says of itself.
    struct Ledger: Equatable, Sendable {
        let identity: String
        /// How many commits there were.
        let commits: Int
        /// Milliseconds since 1970, of the last commit.
        let time: Int64
        /// Milliseconds that the server had been away before it.
        let away: Int64
    }

    let connection: DatabaseQueue
    let ledger: Ledger

    /// Opens the database at `path`; when there is none it is made if `isMade`, else refused.
    ///
    /// - Throws: `StoreRefusal` for a file that is no database, of a newer version, or not the one that is
    ///   required; what SQLite says.
    init(
        _ path: String, isMade: Bool = true, isReadOnly: Bool = false, isOneTransaction: Bool = false,
        requiring isWanted: (Ledger) -> Bool = { _ in true }
    ) throws {
        try DatabaseFile(path: path).require(isMade: isMade)
        connection = try Self.connect(path, Self.configuration(isReadOnly, isOneTransaction))
        guard try isMade || connection.inDatabase({ db in try db.tableExists("ledger") }) else {
            throw StoreRefusal("“\(path)” has lost its log, and all games with it.", untouched: connection)
        }
        if try connection.inDatabase(Schema.migrator.hasBeenSuperseded) {
            throw StoreRefusal(
                "“\(path)” was written by a newer version of this program; this one leaves it alone.",
                untouched: connection)
        }
        if !isReadOnly { try Schema.migrator.migrate(connection) }
        ledger = try connection.inDatabase(Ledger.init)
        guard isWanted(ledger) else {
            throw StoreRefusal("“\(path)” is not the database that was here before.", untouched: connection)
        }
    }

    private static func connect(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        do {
            return try DatabaseQueue(path: path, configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw StoreRefusal("“\(path)” is not a database of this program.")
        } catch let error as DatabaseError {
            throw StoreRefusal("“\(path)” cannot be opened: \(error.reason).")
        }
    }

    private static func configuration(_ isReadOnly: Bool, _ isOneTransaction: Bool) -> Configuration {
        var configuration = Configuration()
        // GRDB would end the program when a call leaves a transaction open.
        configuration.allowsUnsafeTransactions = isOneTransaction
        configuration.label = "fivebyfive.store"
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(5)
        configuration.qos = .userInitiated
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            guard !isReadOnly else { return }
            if try Int32.fetchOne(db, sql: "PRAGMA application_id") != Schema.application {
                // Before the log begins, so that the file itself says whose it is from then on.
                try db.execute(sql: "PRAGMA application_id = \(Schema.application)")
            }
            let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // What is promised rests on these: believe only what SQLite reads back.
            let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous")
            guard mode == "wal", synchronous == 2 else {
                throw DatabaseError(message: "the file system does not let SQLite keep a log safely")
            }
        }
        return configuration
    }

    /// Proves that the disk takes writes, and puts all that is in the log into the database.
    ///
    /// After it has succeeded everything that can be read is on the disk.
    func probe() throws {
        try connection.writeWithoutTransaction { db in
            try db.execute(sql: "UPDATE ledger SET commits = commits")
            try db.checkpoint(.truncate)
        }
    }
}

nonisolated extension GameDatabase.Ledger {
    init(_ db: Database) throws {
        guard let row = try Row.fetchOne(db, sql: "SELECT identity, commits, time, away FROM ledger") else {
            throw DatabaseError(message: "the ledger is empty")
        }
        self.init(identity: row[0], commits: row[1], time: row[2], away: row[3])
    }
}

nonisolated extension DatabaseError {
    /// What went wrong, in SQLite's words and without any value.
    var reason: String { message ?? resultCode.description }
}

import Foundation
import GRDB
import GameCore
import GameJSON

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

    /// What the database is opened for.
    enum Use {
        case server
        /// Commands, whose transaction may stay open from call to call.
        case archive
        /// Reading alone.
        case backup
    }

    let connection: DatabaseQueue
    let ledger: Ledger

    /// Opens the database at `path`; when there is none it is made if `isMade`, else refused.
    ///
    /// - Throws: `StoreRefusal` for a file that is no database, of a newer version, or not the one that is
    ///   required; what SQLite says.
    init(
        _ path: String, isMade: Bool = true, for use: Use = .server,
        requiring isWanted: (Ledger) -> Bool = { _ in true }
    ) throws {
        try DatabaseFile(path: path).require(isMade: isMade)
        connection = try Self.connect(path, Self.configuration(for: use))
        guard try isMade || connection.inDatabase({ db in try db.tableExists("ledger") }) else {
            throw StoreRefusal("“\(path)” has lost its log, and all games with it.", untouched: connection)
        }
        if try connection.inDatabase(Schema.migrator.hasBeenSuperseded) {
            throw StoreRefusal(
                "“\(path)” was written by a newer version of this program; this one leaves it alone.",
                untouched: connection)
        }
        if use != .backup { try Schema.migrator.migrate(connection) }
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

    private static func configuration(for use: Use) -> Configuration {
        let isReadOnly = use == .backup
        var configuration = Configuration()
        // GRDB would end the program when a call leaves a transaction open.
        configuration.allowsUnsafeTransactions = use == .archive
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

nonisolated extension GameDatabase {
    /// Refuses a database that has lost commits of which the pulse knows.
    func refuseIfCut(_ folder: DataFolder, _ reading: Pulse.Reading?) throws(StoreRefusal) {
        guard let reading, reading.identity == ledger.identity, reading.commits > ledger.commits else {
            return
        }
        throw StoreRefusal(
            """
            The log of “\(folder.database)” was cut: \(reading.commits - ledger.commits) acknowledged \
            commits are missing. Put the files back as they were; to go on without them, remove \
            “\(folder.pulse)”.
            """, untouched: connection)
    }

    /// How long, in milliseconds, the server has been down in all.
    ///
    /// That is what it had been before, and the time since it lived last, as last commit and pulse tell.
    func away(_ reading: Pulse.Reading?) -> Int64 {
        guard let moment = moment(reading) else { return 0 }
        return moment.away + max(Timestamp.systemNow().milliseconds - moment.milliseconds, 0)
    }

    /// When the server lived last; nil before its first commit.
    func moment(_ reading: Pulse.Reading?) -> Timestamp? {
        let reading = reading.flatMap { $0.identity == ledger.identity ? $0 : nil }
        guard ledger.time > 0 else { return nil }
        return Timestamp(
            milliseconds: max(reading?.alive ?? 0, ledger.time), away: max(reading?.away ?? 0, ledger.away))
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

/// The file of a database as it lies there, looked at without SQLite: to open a file may change it.
nonisolated struct DatabaseFile: Sendable {
    private static let magic = Array("SQLite format 3\0".utf8)
    /// Where the header has the application's mark: four bytes, the highest first.
    private static let markOffset = 68
    /// Where the header has 2 when there may be a log, else 1.
    private static let logOffset = 18

    let path: String

    /// Refuses a file that is not one of ours; when there is none, or an empty one, it must be all right to
    /// make it.
    func require(isMade: Bool) throws(StoreRefusal) {
        let header = head
        guard !header.isEmpty else {
            guard !isMade else { return }
            throw StoreRefusal("There are no games in “\(path)”, which is \(exists ? "empty" : "not there").")
        }
        let mark = header.dropFirst(Self.markOffset).prefix(4).reduce(0) { $0 << 8 | Int32($1) }
        guard header.count == 100, header.starts(with: Self.magic), mark == Schema.application else {
            throw StoreRefusal("“\(path)” is not a database of this program.")
        }
        try requireOwnLog(header)
    }

    /// Refuses a log that belongs to another database: SQLite would mix the two.
    ///
    /// A backup says in its header that it has no log; a database of a server says that it has.
    private func requireOwnLog(_ header: [UInt8]) throws(StoreRefusal) {
        let log = path + "-wal"
        let size = (try? FileManager.default.attributesOfItem(atPath: log))?[.size] as? Int ?? 0
        guard header[Self.logOffset] == 1, size > 0 else { return }
        throw StoreRefusal("“\(log)” belongs to another database than “\(path)”: remove it first.")
    }

    private var exists: Bool { FileManager.default.fileExists(atPath: path) }

    private var head: [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? file.close() }
        return (try? file.read(upToCount: 100)).map { Array($0) } ?? []
    }
}

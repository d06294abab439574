import Foundation
import GRDB
import GameCore
import GameJSON

/// An open database with its only connection, whose dispatch queue serves as the store's thread.
///
/// Writes, reads and checkpoints share one connection, because SQLite up to 3.51.2 can reset the write-ahead
/// log wrongly with two. The exclusive lock keeps other processes out and needs no shared memory.
nonisolated struct GameDatabase: Sendable {
    /// The row of the table `ledger`.
    struct Ledger: Equatable, Sendable {
        /// 16 random letters and digits; then a dot in a backup, a dot and the epoch in a restored database.
        var identity: String
        /// The number of the last commit.
        let commits: Int
        /// The time of the last commit, in milliseconds since 1970; 0 before the first.
        let time: Int64
        /// The total downtime before that commit in milliseconds.
        let away: Int64
    }

    /// The purpose for which the database is opened.
    enum Use {
        case server
        /// A command, which may keep a transaction open between calls.
        case archive
        /// Reading only.
        case backup
    }

    let connection: DatabaseQueue
    private(set) var ledger: Ledger

    /// Opens the database at `path`, or creates it.
    ///
    /// - Parameter refusal: Says why a database with this ledger must not be used, before anything is
    ///   written; nil if it may be.
    /// - Throws: `StoreRefusal` for a missing or foreign file, another schema or a refused ledger;
    ///   `DatabaseError` for errors of SQLite.
    init(
        _ path: String, createIfMissing: Bool = true, for use: Use = .server,
        refusing refusal: (Ledger) -> String? = { _ in nil }
    ) throws {
        let file = DatabaseFile(path: path)
        try file.require(createIfMissing: createIfMissing)
        if use == .backup, file.isInUse {
            throw StoreRefusal(
                "“\(path)” is the database of a data folder, not a backup: name the folder with --data.")
        }
        connection = try Self.connect(path, Self.configuration(for: use))
        guard let stored = try connection.inDatabase(Ledger.stored(in:)) else {
            guard createIfMissing else {
                throw StoreRefusal(
                    "“\(path)” has lost its write-ahead log with all games in it.", keepingOpen: connection)
            }
            try connection.write(Schema.create)
            ledger = try connection.inDatabase(Ledger.init)
            return
        }
        let isOther = try connection.inDatabase { db in try Schema.refusal(of: db, at: path) }
        if let reason = isOther ?? refusal(stored) { throw StoreRefusal(reason, keepingOpen: connection) }
        if use != .backup { try connection.write(Schema.upgrade) }
        ledger = stored
        // Others may be able to read a backup that was copied here.
        if use != .backup { for suffix in ["", "-wal", "-shm"] { chmod(path + suffix, 0o600) } }
    }

    private static func connect(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        do {
            return try DatabaseQueue(path: path, configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw StoreRefusal("“\(path)” is not a database of this program.")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            throw StoreRefusal("“\(path)” is damaged: \(error.reason).")
        } catch let error as DatabaseError {
            throw StoreRefusal("“\(path)” cannot be opened: \(error.reason).")
        }
    }

    private static func configuration(for use: Use) -> Configuration {
        let isReadOnly = use == .backup
        var configuration = Configuration()
        // Without this, GRDB traps when a call leaves a transaction open.
        configuration.allowsUnsafeTransactions = use == .archive
        configuration.label = "fivebyfive.store"
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(5)
        configuration.qos = .userInitiated
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            guard !isReadOnly else { return }
            if try Int32.fetchOne(db, sql: "PRAGMA application_id") != Schema.application {
                // Before WAL mode, so that the mark is in the file itself and not only in the log.
                try db.execute(sql: "PRAGMA application_id = \(Schema.application)")
            }
            let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // Deleted letters and names are overwritten in the file.
            _ = try Int.fetchOne(db, sql: "PRAGMA secure_delete = ON")
            // The copy of the names that `rewrite` makes must not get into a file.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            // Durability depends on these settings, so verify that SQLite has accepted them.
            let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous")
            guard mode == "wal", synchronous == 2 else {
                throw DatabaseError(message: "the file system does not support a durable write-ahead log")
            }
        }
        return configuration
    }

    /// Proves that the disk accepts writes: commits a change and checkpoints the log.
    ///
    /// Once it has succeeded, all data that can be read is on disk.
    func probe() throws {
        try connection.writeWithoutTransaction { db in
            try db.execute(sql: "UPDATE ledger SET commits = commits")
            try db.checkpoint(.truncate)
        }
    }
}

nonisolated extension HeartbeatFile.Record? {
    /// Says that a database lacks acknowledged commits; nil if it has them all.
    func refusal(of ledger: GameDatabase.Ledger, in folder: DataFolder) -> String? {
        guard let record = self, ledger.isSubject(of: record), record.commits > ledger.commits else {
            return nil
        }
        return """
            “\(folder.database)” has lost part of its write-ahead log: \(record.commits - ledger.commits) \
            acknowledged commits are missing. Restore the files; to go on without these commits, remove \
            “\(folder.heartbeat)”.
            """
    }
}

nonisolated extension GameDatabase.Ledger {
    private static let epochLength = 5

    static func newIdentity() -> String { RandomText.make(length: 16) }
    static func backupIdentity() -> String { newIdentity() + "." }

    /// See ``EventStore/epoch``; empty for a database that was never restored.
    var epoch: String { String(identity.drop { $0 != "." }.dropFirst()) }

    /// The later of the last heartbeat and the last commit, on the game clock; nil before the first commit.
    func lastActive(_ record: HeartbeatFile.Record?) -> Timestamp? {
        guard time > 0 else { return nil }
        let commit = Timestamp(milliseconds: time, away: away)
        guard let record, isSubject(of: record) else { return commit }
        return max(commit, record.lastActive)
    }

    /// Whether `record` is about this database, in any epoch.
    ///
    /// It is never about a backup that no server has opened yet, even if the folder has had the same backup.
    func isSubject(of record: HeartbeatFile.Record) -> Bool {
        !isUnopenedBackup && identity.prefix { $0 != "." } == record.identity.prefix { $0 != "." }
    }

    private var isUnopenedBackup: Bool { identity.hasSuffix(".") }

    /// The identity once a server opens the database after another one has recorded `record` in its folder.
    ///
    /// A backup, or a database other than the last one in the folder, was restored: it begins a new epoch.
    func opened(after record: HeartbeatFile.Record?) -> String {
        let isForeign = record.map { !isSubject(of: $0) } ?? false
        guard commits > 0, isForeign || isUnopenedBackup else { return identity }
        return identity.prefix { $0 != "." } + "." + RandomText.make(length: Self.epochLength)
    }
}

nonisolated extension GameDatabase {
    /// Begins a new epoch if the database was put here since the last server: a backup, or an older copy.
    ///
    /// - Parameter record: What the last server in this folder has recorded.
    mutating func noticeRestore(_ record: HeartbeatFile.Record?) throws {
        let identity = ledger.opened(after: record)
        guard identity != ledger.identity else { return }
        ledger.identity = identity
        try connection.writeWithoutTransaction { db in
            try db.execute(sql: "UPDATE ledger SET identity = ?", arguments: [identity])
        }
    }
}

nonisolated extension GameDatabase.Ledger {
    /// The ledger; nil in a database without tables.
    static func stored(in db: Database) throws -> Self? {
        try db.tableExists("ledger") ? Self(db) : nil
    }

    init(_ db: Database) throws {
        guard let row = try Row.fetchOne(db, sql: "SELECT identity, commits, time, away FROM ledger") else {
            throw DatabaseError(message: "the ledger is empty")
        }
        self.init(identity: row[0], commits: row[1], time: row[2], away: row[3])
    }
}

nonisolated extension DatabaseError {
    /// The message, which contains no values.
    var reason: String { message ?? resultCode.description }
}

/// The first bytes of a database file (sqlite.org/fileformat2.html, section 1.3).
nonisolated struct DatabaseHeader: Sendable {
    static let length = 100

    private static let magic = Array("SQLite format 3\0".utf8)
    /// The offset of the application id: four bytes, big-endian.
    private static let applicationOffset = 68
    /// The offset of the file format: 2 for WAL mode, else 1.
    private static let formatOffset = 18

    private let bytes: [UInt8]

    /// Creates a header of at most 100 bytes; of fewer if the file is shorter.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isEmpty: Bool { bytes.isEmpty }
    /// Whether the file is a database of this program.
    var isOurs: Bool {
        let mark = bytes.dropFirst(Self.applicationOffset).prefix(4).reduce(0) { $0 << 8 | Int32($1) }
        return isDatabase && mark == Schema.application
    }
    /// Whether a server has the database open or was killed: a backup, for one, is not in WAL mode.
    var isInUse: Bool { isDatabase && bytes[Self.formatOffset] == 2 }

    var isDatabase: Bool { bytes.count == Self.length && bytes.starts(with: Self.magic) }
}

/// A check of the database file before SQLite opens it, because opening may change it.
nonisolated struct DatabaseFile: Sendable {
    let path: String

    /// Rejects a foreign file, and a missing or empty one unless it may be created.
    func require(createIfMissing: Bool) throws(StoreRefusal) {
        // Opening a pipe would block until another process writes to it.
        if let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType,
            kind != .typeRegular, kind != .typeSymbolicLink
        {
            throw StoreRefusal("“\(path)” is not a file.")
        }
        let header = header
        guard !header.isEmpty else {
            guard !createIfMissing else { return }
            throw StoreRefusal(
                "There are no games in “\(path)”: the file \(exists ? "is empty" : "does not exist").")
        }
        guard header.isOurs else { throw StoreRefusal("“\(path)” is not a database of this program.") }
        try requireOwnLog(header)
    }

    /// Rejects a backup beside the log of another database, which SQLite would apply to it.
    ///
    /// A backup is not in WAL mode, so a log beside it cannot be its own.
    private func requireOwnLog(_ header: DatabaseHeader) throws(StoreRefusal) {
        let log = path + "-wal"
        let size = (try? FileManager.default.attributesOfItem(atPath: log))?[.size] as? Int ?? 0
        guard !header.isInUse, size > 0 else { return }
        throw StoreRefusal("“\(log)” does not belong to “\(path)”: remove it first.")
    }

    /// Whether the file is a database of any program.
    var isDatabase: Bool { header.isDatabase }

    /// Whether the file is the database of a data folder: a backup is not in WAL mode.
    var isInUse: Bool { header.isInUse }

    private var exists: Bool { FileManager.default.fileExists(atPath: path) }

    private var header: DatabaseHeader {
        guard let file = FileHandle(forReadingAtPath: path) else { return DatabaseHeader([]) }
        defer { try? file.close() }
        let bytes = try? file.read(upToCount: DatabaseHeader.length)
        return DatabaseHeader(bytes.map { Array($0) } ?? [])
    }
}

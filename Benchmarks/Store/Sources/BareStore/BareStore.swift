import Foundation
import GRDB

/// Inserts rows like those of the server's event table, as durably as the server: WAL mode, synced at every commit.
///
/// `BareStore FILE ROWS SECONDS` inserts ROWS rows per transaction for SECONDS, and prints the number of inserted
/// rows and the elapsed seconds.
@main
struct BareStore {
    private static let table = """
        CREATE TABLE IF NOT EXISTS event (
            game TEXT NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL, away INTEGER NOT NULL,
            hash INTEGER NOT NULL, change TEXT NOT NULL,
            PRIMARY KEY (game, sequence)
        ) STRICT, WITHOUT ROWID
        """
    private static let change = #"{"type":"cell.changed","board":0,"cell":12,"value":"A","previous":"B"}"#

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let rows = Int(arguments[2]), let seconds = Double(arguments[3]) else {
            throw Failure("usage: BareStore FILE ROWS SECONDS")
        }
        let connection = try open(arguments[1])
        let started = ContinuousClock.now
        var sequence = try connection.read { db in
            try Int.fetchOne(db, sql: "SELECT max(sequence) FROM event") ?? 0
        }
        let before = sequence
        while ContinuousClock.now - started < .seconds(seconds) {
            try connection.write { db in try insert(rows, after: &sequence, db) }
        }
        let took = ContinuousClock.now - started
        print(sequence - before, Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18)
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
            try db.execute(sql: "PRAGMA synchronous = FULL")
            let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous")
            guard mode == "wal", synchronous == 2 else {
                throw Failure("SQLite does not support WAL mode with full syncs here")
            }
        }
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        try connection.write { db in try db.execute(sql: table) }
        return connection
    }

    private static func insert(_ rows: Int, after sequence: inout Int, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)")
        let time = Int64(Date().timeIntervalSince1970 * 1000)
        for _ in 0..<rows {
            sequence += 1
            try statement.execute(arguments: ["lobby", sequence, time, 0, sequence & 0xFFFF_FFFF, change])
        }
    }
}

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

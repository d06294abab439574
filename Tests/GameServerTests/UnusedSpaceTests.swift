import Foundation
import GRDB
import Testing

@testable import GameStore

@Suite("The unused space of a database")
struct UnusedSpaceTests {
    private static let name = "Quirinalia"
    private static let rows = 5_000

    /// Calls `work` with a database that had the name in many rows, which later ones have moved.
    private func withErasedNames(_ work: (DatabaseQueue, _ path: String) throws -> Void) throws {
        try StoredWorld.inFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/games.sqlite"
            let connection = try GameDatabase(path).connection
            try connection.write { db in
                try db.execute(
                    sql: "CREATE TABLE test (id INTEGER, name TEXT, PRIMARY KEY (name, id)) WITHOUT ROWID")
                try db.execute(sql: "CREATE TABLE other (id INTEGER PRIMARY KEY, name TEXT)")
                for table in ["test", "other"] {
                    // In an order that splits pages everywhere.
                    try db.execute(
                        sql: """
                            WITH RECURSIVE row (number) AS
                                (SELECT 0 UNION ALL SELECT number + 1 FROM row WHERE number + 1 < ?)
                            INSERT INTO \(table) SELECT number * 7919 % ?, ? FROM row
                            """, arguments: [Self.rows, Self.rows, Self.name])
                }
                try db.execute(sql: "UPDATE test SET name = 'Ann'; UPDATE other SET name = 'Ann'")
            }
            try connection.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try work(connection, path)
            try connection.close()
        }
    }

    private func hasName(_ path: String) throws -> Bool {
        try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data(Self.name.utf8)) != nil
    }

    private func overwrite(_ connection: DatabaseQueue, step: Int) throws {
        try connection.writeWithoutTransaction { db in
            var next: Int? = 1
            while let page = next { next = try db.overwriteUnusedSpace(ofPages: page..<page + step) }
        }
    }

    @Test("keeps copies of erased rows, until it is overwritten", arguments: [7, 1_000_000])
    func overwritten(step: Int) throws {
        try withErasedNames { connection, path in
            #expect(try hasName(path))
            try overwrite(connection, step: step)
            #expect(try !hasName(path))
            #expect(try connection.read { db in try db.integrity } == "ok")
            for table in ["test", "other"] {
                let sql = "SELECT count(*) FROM \(table) WHERE name = 'Ann'"
                let count = try connection.read { db in try Int.fetchOne(db, sql: sql) }
                #expect(count == Self.rows)
            }
        }
    }

    @Test("is not written again from SQLite's cache")
    func cache() throws {
        try withErasedNames { connection, path in
            // Every page of the table is in the cache before and changes afterwards.
            try connection.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA cache_size = -100000")
                _ = try Int.fetchOne(db, sql: "SELECT count(name) FROM other")
            }
            try overwrite(connection, step: 1_000)
            try connection.write { db in
                try db.execute(sql: "UPDATE other SET name = 'Bea' WHERE id % 10 = 0")
            }
            try connection.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            #expect(try !hasName(path))
            #expect(try connection.read { db in try db.integrity } == "ok")
        }
    }
}

extension Database {
    fileprivate var integrity: String? {
        get throws { try String.fetchOne(self, sql: "PRAGMA integrity_check") }
    }
}

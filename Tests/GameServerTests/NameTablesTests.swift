import Foundation
import GRDB
import GameCore
import Testing

@testable import GameStore

@Suite("The names in a database")
struct NameTablesTests {
    private static let name = "Quirinalia"
    private static let people = 10_000

    /// Calls `work` with a database in which many people had the name, and now only one player and one guest.
    ///
    /// Their rows came in an order in which pages split everywhere, so that copies of moved rows stay.
    private func withNames(_ work: (DatabaseQueue, _ path: String) throws -> Void) throws {
        try StoredWorld.inFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/games.sqlite"
            let connection = try GameDatabase(path).connection
            let name = try PlayerName(Self.name)
            try connection.write { db in
                for number in 0..<Self.people { try db.setNames(of: number * 7919 % Self.people, to: name) }
                for number in 1..<Self.people { try db.setNames(of: number, to: try PlayerName("Ann")) }
            }
            try work(connection, path)
            try connection.close()
        }
    }

    private func copies(_ path: String) throws -> Int {
        let (bytes, name) = (try Data(contentsOf: URL(fileURLWithPath: path)), Data(Self.name.utf8))
        var (count, place) = (0, bytes.startIndex)
        while let found = bytes.range(of: name, in: place..<bytes.endIndex) {
            (count, place) = (count + 1, found.upperBound)
        }
        return count
    }

    @Test("leave no copy in the file when they are deleted, as rows do")
    func deleted() throws {
        try withNames { connection, path in
            let empty = { try connection.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) } }
            let player = try PlayerID.number(0)
            try connection.write { db in
                try db.execute(sql: "DELETE FROM player_name WHERE player = ?", arguments: [player.text])
                try db.execute(sql: "DELETE FROM guest_name WHERE since = 1")
            }
            try empty()
            #expect(try copies(path) > 0)
            try connection.write { db in
                try db.deleteName(of: player)
                _ = try db.renameGuests(try PlayerName("ANN"), to: try PlayerName("Anna"))
            }
            try empty()
            #expect(try copies(path) == 0)
            for table in ["player_name", "guest_name"] {
                let sql = "SELECT count(*) FROM \(table) WHERE name = 'Anna'"
                #expect(try connection.read { db in try Int.fetchOne(db, sql: sql) } == Self.people - 1)
            }
            let check = "PRAGMA integrity_check"
            #expect(try connection.read { db in try String.fetchOne(db, sql: check) } == "ok")
        }
    }
}

extension PlayerID {
    fileprivate static func number(_ number: Int) throws -> PlayerID {
        try #require(PlayerID("p" + String(10_000_000_000 + number).dropFirst()))
    }
}

extension Database {
    /// Names a player and a guest.
    fileprivate func setNames(of number: Int, to name: PlayerName) throws {
        try setName(of: .number(number), to: name)
        let since = try #require(SequenceNumber(number + 1))
        try setNames(ofGuests: [.guest(since: since): name], in: .lobby)
    }
}

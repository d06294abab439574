import Foundation
import GRDB
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("The SQLite store", .serialized)
struct SQLiteEventStoreTests {
    /// Saves `played` in a new folder, and calls `work` with the archive.
    private func withArchive(of played: PlayedGame, _ work: (SQLiteArchive) throws -> Void) throws {
        try StoredWorld.inFolder { folder in
            do {
                let world = try StoredWorld(folder)
                let result: AppendResult = try world.main.answer {
                    world.store.append(EventBatch(entries: [played.whole]), $0)
                }
                #expect(result.isComplete)
                try world.close()
            }
            try work(SQLiteArchive(folder, allRules))
        }
    }

    @Test("refuses a second server on the same folder while the first one runs")
    func locked() throws {
        try StoredWorld.inFolder { folder in
            let world = try StoredWorld(folder)
            #expect(throws: StoreRefusal.self) { try StoredWorld(folder) }
            try world.close()
        }
    }

    @Test("makes one backup at a time")
    func oneBackup() throws {
        try StoredWorld.inFolder { folder in
            let world = try StoredWorld(folder)
            var second: Result<Void, StoreFailure>?
            let first: Result<Void, StoreFailure> = try world.main.answer { done in
                world.store.backup(to: folder + "/first", progress: { _, _ in true }, done)
                world.store.backup(to: folder + "/second", progress: { _, _ in true }) { second = $0 }
            }
            #expect(throws: Never.self) { try first.get() }
            #expect(throws: StoreFailure.self) { try second?.get() }
            let later: Result<Void, StoreFailure> = try world.main.answer {
                world.store.backup(to: folder + "/second", progress: { _, _ in true }, $0)
            }
            #expect(throws: Never.self) { try later.get() }
            try world.close()
        }
    }

    @Test("a pulse file of another length is malformed")
    func pulse() throws {
        try StoredWorld.inFolder { folder in
            try StoredWorld(folder).close()
            let path = folder + "/pulse"
            let whole = try #require(FileManager.default.contents(atPath: path))
            #expect(HeartbeatFile.read(path) != nil)
            for other in [whole + Data("\n".utf8), whole.dropLast()] {
                try other.write(to: URL(fileURLWithPath: path))
                #expect(HeartbeatFile.read(path) == nil)
            }
        }
    }

    @Test("verification accepts what the store writes")
    func intact() throws {
        try withArchive(of: .withEverything("abc")) { stored in
            let problems = try Verification(stored, allRules) { _, _ in }.problems
            #expect(problems == [])
        }
    }

    @Test(
        "verification finds tampering",
        arguments: [
            "UPDATE event SET change = replace(change, '한', '글') WHERE sequence = 3",
            "DELETE FROM event WHERE sequence = 2", "UPDATE event SET hash = 1 WHERE sequence = 9",
            "UPDATE seat SET colour = '#000000'", "DELETE FROM result",
            "UPDATE event SET change = '{' WHERE sequence = 1",
            "INSERT INTO seat VALUES ('nobody', 1, '#000000', 1, NULL)",
        ])
    func tampering(damage: String) throws {
        try withArchive(of: .withEverything("abc")) { stored in
            try stored.database.connection.inDatabase { db in
                try db.execute(sql: "PRAGMA foreign_keys = OFF")
                try db.execute(sql: damage)
            }
            #expect(try Verification(stored, allRules) { _, _ in }.problems.count == 1)
        }
    }

    @Test("refuses a journal with an event type that the rules do not know")
    func unknownEvents() throws {
        var played = try PlayedGame("abc")
        for number in 0..<3 { try played.type("x", number) }
        let last = try #require(played.states.last)
        let hash = StateHash(sequence: last.sequence.next, boards: last.boards).value
        try withArchive(of: played) { stored in
            try stored.database.connection.inDatabase { db in
                try db.execute(
                    sql: "INSERT INTO event VALUES ('abc', 4, 3000, 7, ?, ?)",
                    arguments: [Int64(hash), #"{"type":"seat.exploded","seat":1}"#])
            }
            #expect(throws: StoreFailure.self) { try stored.game(last.setup.id, at: .systemNow()) }
        }
    }
}

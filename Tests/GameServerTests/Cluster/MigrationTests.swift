import Foundation
import GameCore
import Testing

@testable import GameServerCommands
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("Migration between SQLite and Redis", .serialized)
struct MigrationTests {
    private struct Stop: Error {}

    @Test("a round trip restores every row, and the game clock stands still")
    func roundTrip() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            let before = try world.rows("old")
            #expect(before.values.allSatisfy { !$0.isEmpty || $0 == before["result"] })
            let first = try world.sqlite("old")
            let moment = first.lastActive()
            let count = try world.move(first, world.inRedis())
            #expect(count.games == 7 && count.events == before["event"]?.count)
            #expect(count.tokens == 3 && count.puzzles == 1 && count.standings == 2)
            let second = try world.inRedis()
            try #expect(second.lastActive() == moment)
            #expect(try world.move(second, world.sqlite("new", createIfMissing: true)) == count)
            #expect(try world.rows("new") == before)
            try #expect(Verification(world.sqlite("new"), allRules) { _, _ in }.problems == [])
            let last = try world.sqlite("new")
            #expect(last.lastActive() == moment && moment != nil)
        }
    }

    @Test("a server on the target finds the lists, tokens, leaderboards and the clock")
    func served() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            let archive = try world.sqlite("old")
            let moment = try #require(archive.lastActive())
            try world.move(archive, world.inRedis())
            let store = try world.world.store()
            let pause = Timestamp.systemNow().milliseconds - moment.milliseconds
            #expect((pause - 3_000...pause).contains(store.clock.now.away - moment.away))
            let wanted = GameListQuery(limit: 9, cursor: nil, rules: nil, phase: nil)
            let listed = try world.world.answer { store.list(wanted, $0) }.get()
            #expect(listed.map(\.setup.id.text) == ["ann", "zoe", "lobby"])
            let days = LeaderboardQuery(rules: "square", from: nil, to: Day(number: 20_000), limit: 9)
            #expect(try world.world.answer { store.leaders(days, $0) }.get().best.count == 2)
            #expect(try world.world.stored(#require(GameID("long")), in: store).moves.count == 620)
            try world.world.close(store)
        }
    }

    @Test("pending standings of a node that died are migrated too")
    func pendingStandings() throws {
        try MigrationWorld.run { world in
            let store = try world.world.store()
            try world.world.append(world.daily(), to: store)
            try world.world.close(store)
            let entered = try world.inRedis().standings()
            world.redis.execute("DEL", "fivebyfive:standings")
            world.redis.execute("ZADD", "fivebyfive:debts", "1", "daily")
            #expect(try entered.count == 2 && world.inRedis().standings() == entered)
        }
    }

    @Test("the comparison finds a difference in the target and names the game")
    func differences() throws {
        for (key, word) in [("tokens", "tokens"), ("moves", "move ids"), ("events", "game")] {
            try MigrationWorld.run { world in
                try world.fill("old")
                let target = try world.inRedis()
                var copy = try ArchiveCopy(from: world.sqlite("old"), to: target, rules: allRules)
                try target.begin()
                try copy.copy { _, _ in }
                world.redis.execute("DEL", "fivebyfive:{\(key == "tokens" ? "every" : "long")}:\(key)")
                #expect {
                    try copy.compare { _, _ in }
                } throws: { error in
                    "\(error)".contains(word) && "\(error)".contains(key == "tokens" ? "every" : "long")
                }
            }
        }
    }

    @Test("the comparison detects a server that used the source during the copy")
    func servedDuringCopy() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            try world.move(world.sqlite("old"), world.inRedis())
            let target = try world.sqlite("new", createIfMissing: true)
            var copy = try ArchiveCopy(from: world.inRedis(), to: target, rules: allRules)
            try target.begin()
            try copy.copy { _, _ in }
            try world.world.close(world.world.store())
            #expect { try copy.compare { _, _ in } } throws: { "\($0)".contains("during the copy") }
        }
    }

    @Test("after an interrupted migration to Redis, the next one is refused and no server starts there")
    func interruptedToRedis() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            let (source, target) = (try world.sqlite("old"), try world.inRedis())
            let copy = try ArchiveCopy(from: source, to: target, rules: allRules)
            try target.begin()
            #expect(throws: Stop.self) { try copy.copy { done, _ in if done == 3 { throw Stop() } } }
            #expect(target.abort().contains("FLUSHDB"))
            #expect { try world.inRedis() } throws: { "\($0)".contains("FLUSHDB") }
            #expect { try world.world.store() } throws: { "\($0)".contains("incomplete") }
            world.redis.execute("FLUSHDB")
            try world.move(source, world.inRedis())
            try world.world.close(world.world.store())
        }
    }

    @Test("an interrupted migration to a data folder leaves it unchanged")
    func interruptedToFolder() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            let source = try world.sqlite("old")
            do {
                let target = try world.sqlite("new", createIfMissing: true)
                let copy = try ArchiveCopy(from: source, to: target, rules: allRules)
                try target.begin()
                #expect(throws: Stop.self) { try copy.copy { done, _ in if done == 3 { throw Stop() } } }
                #expect(target.abort().contains("unchanged"))
            }
            let target = try world.sqlite("new", createIfMissing: true)
            #expect(try target.games() == [])
            try world.move(source, target)
        }
    }

    @Test("a target with games is refused and not changed; an unused lobby is replaced")
    func targets() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            try world.makeUnusedLobby("unused")
            let shared = try world.world.store()
            _ = try shared.start(PlayedGame("lobby", isPublic: true).setup)
            try world.world.close(shared)

            let source = try world.sqlite("old")
            let count = try world.move(source, world.inRedis())
            #expect(throws: StoreRefusal.self) { try world.move(source, world.inRedis()) }
            #expect { try world.move(source, world.inRedis()) } throws: { "\($0)".contains("7 games") }
            #expect(try world.move(world.inRedis(), world.sqlite("unused")) == count)
            #expect { try world.move(source, world.sqlite("unused")) } throws: { "\($0)".contains("7 games") }
            #expect(try world.sqlite("unused").lastActive() == source.lastActive())
        }
    }

    @Test("a store that a server uses is refused, and so is a source that does not exist")
    func inUse() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            let lock = try DataFolder(world.folder("old"), createIfMissing: false)
            #expect { try world.sqlite("old") } throws: { "\($0)".contains("in use") }
            withExtendedLifetime(lock) {}
            #expect(throws: StoreRefusal.self) { try world.sqlite("nothing") }
            let store = try world.world.store()
            store.follow(.lobby)
            world.world.serve { world.redis.execute("PUBSUB", "CHANNELS") != "" }
            #expect { try world.inRedis() } throws: { "\($0)".contains("in use by a server") }
            try world.world.close(store)
            _ = try world.inRedis()
        }
    }

    @Test("a target Redis with weak durability is refused unless that is allowed")
    func weak() throws {
        let redis = try RedisProcess(["--appendonly", "no"])
        defer { redis.end() }
        #expect {
            try RedisArchive(
                redis.address, allRules, RedisRequirements(allowsWeakDurability: false), loop: MainLoop())
        } throws: { "\($0)".contains("CONFIG SET appendonly yes") }
        _ = try RedisArchive(
            redis.address, allRules, RedisRequirements(allowsWeakDurability: true), loop: MainLoop())
    }
}

@Suite("The migrate command")
struct MigrateTests {
    @Test("an invalid location is refused without its password, and equal locations are recognised")
    func locations() throws {
        for word in ["postgres://ann:secret@h", "sqlite:", "data", "redis://:secret@h:x"] {
            #expect {
                try ArchiveLocation(word, option: "--from")
            } throws: { "\($0)".contains("--from") && !"\($0)".contains("secret") }
        }
        func isSame(_ one: String, _ other: String) throws -> Bool {
            try ArchiveLocation(one, option: "--from").isSame(as: ArchiveLocation(other, option: "--to"))
        }
        #expect(try isSame("sqlite:data", "sqlite:./x/../data/"))
        #expect(try isSame("redis://h", "redis://:pw@h:6379/0"))
        #expect(try !isSame("redis://h", "redis://h/1") && !isSame("sqlite:a", "sqlite:b"))
        #expect(try !isSame("sqlite:a", "redis://h"))
    }

    @Test("numbers are grouped by thousands")
    func numbers() {
        #expect(
            [0, 999, 1000, 1_234_567, -1000].map(\.grouped) == ["0", "999", "1,000", "1,234,567", "-1,000"])
    }
}

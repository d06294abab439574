import Foundation
import GameCore
import Testing

@testable import GameJSON
@testable import GameServer
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("Games move between SQLite and Redis", .serialized, .enabled(if: RedisProcess.isInstalled))
struct MigrationTests {
    private struct Stop: Error {}

    @Test("there and back everything is as it was, row by row, and the clock stands still")
    func thereAndBack() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            let before = try world.rows("old")
            #expect(before.values.allSatisfy { !$0.isEmpty || $0 == before["result"] })
            let first = try world.sqlite("old")
            let moment = first.moment()
            let count = try world.move(first, world.inRedis())
            #expect(count.games == 7 && count.events == before["event"]?.count)
            #expect(count.tokens == 3 && count.puzzles == 1 && count.standings == 2)
            let second = try world.inRedis()
            try #expect(second.moment() == moment)
            #expect(try world.move(second, world.sqlite("new", isMade: true)) == count)
            #expect(try world.rows("new") == before)
            try #expect(Verification(world.sqlite("new")) { _, _ in }.complaints == [])
            let last = try world.sqlite("new")
            #expect(last.moment() == moment && moment != nil)
        }
    }

    @Test("a server goes on over Redis with what was moved: lists, tokens, days, leaderboards, clock")
    func served() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            let archive = try world.sqlite("old")
            let moment = try #require(archive.moment())
            try world.move(archive, world.inRedis())
            let store = try world.world.store()
            let pause = Timestamp.systemNow().milliseconds - moment.milliseconds
            #expect((pause - 3_000...pause).contains(store.away - moment.away))
            let wanted = GameListing(limit: 9, cursor: nil, rules: nil, phase: nil)
            let listed = try world.world.answer { store.list(wanted, $0) }.get()
            #expect(listed.map(\.setup.id.text) == ["ann", "zoe", "lobby"])
            let daily = try world.world.stored(#require(GameID("daily")), in: store)
            let token = try #require(daily.tokens.first?.digest)
            let person = try world.world.answer { answer in
                store.dailyPerson(token, rules: "square", day: Day(number: 20_000), answer)
            }.get()
            #expect(person?.game?.text == "daily")
            let days = LeaderListing(rules: "square", from: nil, to: Day(number: 20_000), limit: 9)
            #expect(try world.world.answer { store.leaders(days, $0) }.get().best.count == 2)
            #expect(try world.world.stored(#require(GameID("long")), in: store).moves.count == 620)
            try world.world.close(store)
        }
    }

    @Test("standings that a server still owes when it dies go along too")
    func debts() throws {
        try MigrationWorld.run { world in
            let store = try world.world.store()
            try world.world.append(world.daily(), to: store)
            try world.world.close(store)
            let entered = try world.inRedis().standings()
            world.redis.say("DEL", "fivebyfive:standings")
            world.redis.say("ZADD", "fivebyfive:debts", "1", "daily")
            #expect(try entered.count == 2 && world.inRedis().standings() == entered)
        }
    }

    @Test("what differs in the target is found, and the game is named")
    func differences() throws {
        for (key, word) in [("tokens", "tokens"), ("moves", "move ids"), ("events", "game")] {
            try MigrationWorld.run { world in
                try world.fill("old")
                let target = try world.inRedis()
                var copy = try ArchiveCopy(from: world.sqlite("old"), to: target, rules: allRules)
                try target.begin()
                try copy.copy { _, _ in }
                world.redis.say("DEL", "fivebyfive:{\(key == "tokens" ? "every" : "long")}:\(key)")
                #expect {
                    try copy.compare { _, _ in }
                } throws: { error in
                    "\(error)".contains(word) && "\(error)".contains(key == "tokens" ? "every" : "long")
                }
            }
        }
    }

    @Test("a Redis in which a server has played while it was copied is noticed")
    func servedMeanwhile() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            try world.move(world.sqlite("old"), world.inRedis())
            let target = try world.sqlite("new", isMade: true)
            var copy = try ArchiveCopy(from: world.inRedis(), to: target, rules: allRules)
            try target.begin()
            try copy.copy { _, _ in }
            try world.world.close(world.world.store())
            #expect { try copy.compare { _, _ in } } throws: { "\($0)".contains("meanwhile") }
        }
    }

    @Test("what is interrupted on its way to Redis says so, also the next time, and no server starts on it")
    func interruptedToRedis() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            let (source, target) = (try world.sqlite("old"), try world.inRedis())
            let copy = try ArchiveCopy(from: source, to: target, rules: allRules)
            try target.begin()
            #expect(throws: Stop.self) { try copy.copy { done, _ in if done == 3 { throw Stop() } } }
            #expect(target.giveUp().contains("FLUSHDB"))
            #expect { try world.inRedis() } throws: { "\($0)".contains("FLUSHDB") }
            #expect { try world.world.store() } throws: { "\($0)".contains("not whole") }
            world.redis.say("FLUSHDB")
            try world.move(source, world.inRedis())
            try world.world.close(world.world.store())
        }
    }

    @Test("what is interrupted on its way to a data folder has never happened")
    func interruptedToFolder() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            let source = try world.sqlite("old")
            do {
                let target = try world.sqlite("new", isMade: true)
                let copy = try ArchiveCopy(from: source, to: target, rules: allRules)
                try target.begin()
                #expect(throws: Stop.self) { try copy.copy { done, _ in if done == 3 { throw Stop() } } }
                #expect(target.giveUp().contains("as it was"))
            }
            let target = try world.sqlite("new", isMade: true)
            #expect(try target.games() == [])
            try world.move(source, target)
        }
    }

    @Test("a target that holds games is refused and left alone; an unused house board is not in the way")
    func targets() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            try world.makeHouse("house")
            let shared = try world.world.store()
            _ = try shared.start(PlayedGame("lobby", isPublic: true).setup)
            try world.world.close(shared)

            let source = try world.sqlite("old")
            let count = try world.move(source, world.inRedis())
            #expect(throws: StoreRefusal.self) { try world.move(source, world.inRedis()) }
            #expect { try world.move(source, world.inRedis()) } throws: { "\($0)".contains("7 games") }
            #expect(try world.move(world.inRedis(), world.sqlite("house")) == count)
            #expect { try world.move(source, world.sqlite("house")) } throws: { "\($0)".contains("7 games") }
            #expect(try world.sqlite("house").moment() == source.moment())
        }
    }

    @Test("places that a server has are refused, and sources where nothing is")
    func inUse() throws {
        try MigrationWorld.run { world in
            try world.fill("old")
            let lock = try DataFolder(world.folder("old"), isMade: false)
            #expect { try world.sqlite("old") } throws: { "\($0)".contains("in use") }
            withExtendedLifetime(lock) {}
            #expect(throws: StoreRefusal.self) { try world.sqlite("nothing") }
            let store = try world.world.store()
            store.follow(.lobby)
            world.world.serve { world.redis.say("PUBSUB", "CHANNELS") != "" }
            #expect { try world.inRedis() } throws: { "\($0)".contains("in use by a server") }
            try world.world.close(store)
            _ = try world.inRedis()
        }
    }

    @Test("a Redis that forgets is no target, unless that is accepted")
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

@Suite("The command migrate")
struct MigrateTests {
    @Test("what is no place, and one place twice, is refused without a password")
    func places() throws {
        for word in ["postgres://ann:secret@h", "sqlite:", "data", "redis://:secret@h:x"] {
            #expect {
                try ArchivePlace(word, option: "--from")
            } throws: { "\($0)".contains("--from") && !"\($0)".contains("secret") }
        }
        func isSame(_ one: String, _ other: String) throws -> Bool {
            try ArchivePlace(one, option: "--from").isSame(as: ArchivePlace(other, option: "--to"))
        }
        #expect(try isSame("sqlite:data", "sqlite:./x/../data/"))
        #expect(try isSame("redis://h", "redis://:pw@h:6379/0"))
        #expect(try !isSame("redis://h", "redis://h/1") && !isSame("sqlite:a", "sqlite:b"))
        #expect(try !isSame("sqlite:a", "redis://h"))
    }

    @Test("numbers are written as people read them")
    func numbers() {
        #expect(
            [0, 999, 1000, 1_234_567, -1000].map(\.grouped) == ["0", "999", "1,000", "1,234,567", "-1,000"])
    }
}

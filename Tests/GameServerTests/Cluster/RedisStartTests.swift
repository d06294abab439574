import GameCore
import Logging
import Testing

@testable import GameServerCommands
@testable import GameServerKit
@testable import RedisStore

@Suite("The requirements for Redis", .serialized)
struct RedisStartTests {
    @Test(
        "addresses are parsed",
        arguments: [
            ("redis://localhost", "redis://localhost:6379/0"), ("redis://h:1/3", "redis://h:1/3"),
            ("redis://[::1]:7", "redis://[::1]:7/0"), ("redis://u:p%40@h", "redis://h:6379/0"),
            ("redis+unix:///a/b?db=2", "redis+unix:///a/b?db=2"),
        ])
    func addresses(written: String, shown: String) throws {
        #expect(try RedisAddress(written).description == shown)
    }

    @Test("a password is decoded and never shown")
    func passwords() throws {
        let address = try RedisAddress("redis://ann:s%3Acr%20t@h")
        #expect(address.user == "ann" && address.password == "s:cr t")
        #expect(try RedisAddress("redis://:pw@h").user == nil)
        #expect(!"\(address)".contains("cr"))
    }

    @Test(
        "an invalid address is refused and not repeated",
        arguments: [
            "redis://", "redis://h:0", "redis://h:x", "redis://h/x", "redis://secret@h", "rediss://h",
            "redis+unix://a", "redis+unix:///a?x=1", "redis:h", "redis://u:%zz@h",
        ])
    func invalidAddresses(written: String) {
        #expect {
            try RedisAddress(written)
        } throws: { error in
            !"\(error)".contains("secret")
        }
    }

    @Test("the games of version 1.0, which has left no version, are refused and not changed")
    func version() throws {
        try RedisWorld.run { world in
            world.redis.execute("HSET", "fivebyfive:clock", "alive", "1", "away", "0", "at", "0")
            #expect { try world.store() } throws: { "\($0)".contains("version 1.0") }
            #expect {
                try RedisArchive(
                    world.redis.address, allRules, RedisRequirements(allowsWeakDurability: false),
                    loop: MainLoop())
            } throws: { "\($0)".contains("GameServer import") }
            #expect(world.redis.execute("HLEN", "fivebyfive:clock") == "3")
            world.redis.execute("FLUSHDB")
            try world.close(world.store())
            #expect(world.redis.execute("HGET", "fivebyfive:clock", "version") == "11")
            try world.close(world.store())
        }
    }

    @Test("weak settings are refused, each with its correction")
    func weakness() {
        let strong = [
            "appendonly", "yes", "appendfsync", "always", "no-appendfsync-on-rewrite", "no",
            "maxmemory-policy", "noeviction",
        ]
        #expect(RedisRequirements.weaknesses(strong) == [])
        for (place, wrong) in [(1, "no"), (3, "everysec"), (5, "yes"), (7, "allkeys-lru")] {
            var weak = strong
            weak[place] = wrong
            let weaknesses = RedisRequirements.weaknesses(weak)
            #expect(weaknesses.count == 1)
            #expect(weaknesses.first?.contains("CONFIG SET \(strong[place - 1]) \(strong[place])") == true)
        }
        #expect(RedisRequirements.weaknesses(nil).count == 1)
    }

    @Test("an old Redis and a replica are refused")
    func unfit() {
        #expect(
            RedisRequirements.unfit(server: "redis_version:6.2.7\r\n", replication: "role:master\r\n") != nil)
        #expect(
            RedisRequirements.unfit(server: "redis_version:7.0.15\r\n", replication: "role:slave\r\n") != nil)
        #expect(
            RedisRequirements.unfit(server: "redis_version:7.0.15\r\n", replication: "role:master\r\n") == nil
        )
        #expect(RedisRequirements.unfit(server: "", replication: "") != nil)
    }

    @Test(
        "a server refuses a Redis with weak durability unless that is allowed")
    func weakDurability() throws {
        let redis = try RedisProcess(["--appendonly", "yes", "--appendfsync", "everysec"])
        defer { redis.end() }
        let world = try RedisWorld(redis)
        #expect {
            try world.store()
        } throws: { error in
            "\(error)".contains("CONFIG SET appendfsync always")
        }
        let weak = try RedisEventStore(
            redis.address, allRules, loop: world.main, allowsWeakDurability: true, warn: { _ in })
        try world.close(weak)
    }

    @Test(
        "a user who cannot read the settings is told so, and a wrong password is refused")
    func users() throws {
        try RedisWorld.run { world in
            world.redis.execute("ACL", "SETUSER", "blind", "on", ">pw", "~*", "&*", "+@all", "-config")
            world.redis.execute("ACL", "SETUSER", "seeing", "on", ">p:w d", "~*", "&*", "+@all")
            @MainActor func store(_ user: String, _ password: String) throws -> RedisEventStore {
                var address = world.redis.address
                (address.user, address.password) = (user, password)
                return try RedisEventStore(address, allRules, loop: world.main, warn: { _ in })
            }
            #expect { try store("blind", "pw") } throws: { "\($0)".contains("config|get") }
            #expect { try store("seeing", "wrong") } throws: { "\($0)".contains("refused the login") }
            try world.close(store("seeing", "p:w d"))
        }
    }
}

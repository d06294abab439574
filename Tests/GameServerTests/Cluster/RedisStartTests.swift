import GameCore
import Logging
import Testing

@testable import GameJSON
@testable import GameServer
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("What Redis must be", .serialized)
struct RedisStartTests {
    @Test(
        "addresses are read",
        arguments: [
            ("redis://localhost", "redis://localhost:6379/0"), ("redis://h:1/3", "redis://h:1/3"),
            ("redis://[::1]:7", "redis://[::1]:7/0"), ("redis://u:p%40@h", "redis://h:6379/0"),
            ("redis+unix:///a/b?db=2", "redis+unix:///a/b?db=2"),
        ])
    func addresses(written: String, shown: String) throws {
        #expect(try RedisAddress(written).description == shown)
    }

    @Test("a password is decoded, and never shown")
    func passwords() throws {
        let address = try RedisAddress("redis://ann:s%3Acr%20t@h")
        #expect(address.user == "ann" && address.password == "s:cr t")
        #expect(try RedisAddress("redis://:pw@h").user == nil)
        #expect(!"\(address)".contains("cr"))
    }

    @Test(
        "what is no address is refused without repeating it",
        arguments: [
            "redis://", "redis://h:0", "redis://h:x", "redis://h/x", "redis://secret@h", "rediss://h",
            "redis+unix://a", "redis+unix:///a?x=1", "redis:h", "redis://u:%zz@h",
        ])
    func noAddresses(written: String) {
        #expect {
            try RedisAddress(written)
        } throws: { error in
            !"\(error)".contains("secret")
        }
    }

    @Test("weak settings are refused, each with what mends it")
    func weakness() {
        let strong = [
            "appendonly", "yes", "appendfsync", "always", "no-appendfsync-on-rewrite", "no",
            "maxmemory-policy", "noeviction",
        ]
        #expect(RedisRequirements.weaknesses(strong) == [])
        for (place, wrong) in [(1, "no"), (3, "everysec"), (5, "yes"), (7, "allkeys-lru")] {
            var weak = strong
            weak[place] = wrong
            let complaints = RedisRequirements.weaknesses(weak)
            #expect(complaints.count == 1)
            #expect(complaints.first?.contains("CONFIG SET \(strong[place - 1]) \(strong[place])") == true)
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
        "a server does not start on a Redis that forgets, unless told to",
        .enabled(if: RedisProcess.isInstalled))
    func forgets() throws {
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
        "a user who may not read the settings is told so; a password is asked for",
        .enabled(if: RedisProcess.isInstalled))
    func users() throws {
        try RedisProcess.run { redis in
            redis.say("ACL", "SETUSER", "blind", "on", ">pw", "~*", "&*", "+@all", "-config")
            redis.say("ACL", "SETUSER", "seeing", "on", ">p:w d", "~*", "&*", "+@all")
            let world = try RedisWorld(redis)
            @MainActor func store(_ user: String, _ password: String) throws -> RedisEventStore {
                var address = redis.address
                (address.user, address.password) = (user, password)
                return try RedisEventStore(address, allRules, loop: world.main, warn: { _ in })
            }
            #expect { try store("blind", "pw") } throws: { "\($0)".contains("config|get") }
            #expect { try store("seeing", "wrong") } throws: { "\($0)".contains("let us in") }
            try world.close(store("seeing", "p:w d"))
        }
    }
}

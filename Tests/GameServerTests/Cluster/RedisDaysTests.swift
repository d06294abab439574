import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("Daily games and leaderboards in Redis", .serialized)
struct RedisDaysTests {
    private static let day = Day(number: 20_000)

    private func standing(_ name: String, day: Int, seconds: Int, game: String = "g") throws -> Standing {
        Standing(
            rules: "guess", day: Day(number: day), holder: .name(try PlayerName(name)),
            game: try #require(GameID(game)),
            isSolved: true, isAssisted: false, elapsed: .seconds(seconds), score: nil, guesses: 3)
    }

    /// A game with the standings that it adds to the leaderboards.
    private func entry(_ id: String, _ standings: [Standing]) throws -> JournalEntry {
        var played = try PlayedGame(id)
        try played.type("a", 0)
        var entry = played.whole
        entry.standings = standings
        return entry
    }

    @Test("leaderboards equal those of the other stores, also after a restart")
    func leaders() throws {
        try RedisWorld.run { world in
            let (first, memory) = (try world.store(), try MemoryEventStore(allRules))
            let entries = try [
                entry("g1", [standing("Ann", day: 19_999, seconds: 40)]),
                entry("g2", [standing("Bea", day: 20_000, seconds: 30)]),
                entry("g3", [standing("ann", day: 20_000, seconds: 20)]),
                // Only the first standing of a name on a day counts.
                entry("g4", [standing("Bea", day: 20_000, seconds: 1)]),
            ]
            @MainActor func places(_ store: any EventStore) throws -> [Leader] {
                let wanted = LeaderboardQuery(rules: "guess", from: nil, to: Self.day, limit: 9)
                return try world.answer { store.leaders(wanted, $0) }.get().best
            }
            for entry in entries {
                try world.append(entry, to: first)
                try world.append(entry, to: memory)
                #expect(try places(first) == places(memory))
            }
            try world.close(first)
            let second = try world.store()
            #expect(try places(second) == places(memory))
            #expect(try places(second).map(\.name) == ["ann", "Bea"])
        }
    }

    @Test("another node enters the pending standings of a node that died, once")
    func pendingStandings() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            try world.append(entry("g1", [standing("Ann", day: 20_000, seconds: 9)]), to: store)
            // As if one node had died before it entered them, and another before it saved the end of a game.
            world.redis.execute("DEL", "fivebyfive:standings")
            world.redis.execute("ZADD", "fivebyfive:debts", "1", "g1", "1", "nothing")
            world.serve { world.redis.execute("ZCARD", "fivebyfive:debts") == "0" }
            let wanted = LeaderboardQuery(rules: "guess", from: Self.day, to: Self.day, limit: 9)
            let best = try world.answer { store.leaders(wanted, $0) }.get().best
            #expect(best.map(\.name) == ["Ann"] && best.map(\.played) == [1])
        }
    }
}

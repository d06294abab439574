import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("Daily games and leaderboards in Redis", .serialized)
struct RedisDaysTests {
    private static let day = Day(number: 20_000)

    private func standing(_ player: PlayerID?, day: Int, seconds: Int) throws -> Standing {
        Standing(
            rules: "guess", day: Day(number: day), player: try #require(player),
            game: try #require(GameID("g")), isSolved: true, elapsed: .seconds(seconds), guesses: 3)
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
            try world.addPlayers(to: first)
            try world.addPlayers(to: memory)
            let entries = try [
                entry("g1", [standing(RedisWorld.ann, day: 19_999, seconds: 40)]),
                entry("g2", [standing(RedisWorld.bea, day: 20_000, seconds: 30)]),
                entry("g3", [standing(RedisWorld.ann, day: 20_000, seconds: 20)]),
                // Only the first standing of a player on a day counts.
                entry("g4", [standing(RedisWorld.bea, day: 20_000, seconds: 1)]),
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
            #expect(try places(second).map(\.name) == ["Ann", "Bea"])
        }
    }

    @Test("another node enters the pending standings of a node that died, once")
    func pendingStandings() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            try world.addPlayers(to: store)
            try world.append(entry("g1", [standing(RedisWorld.ann, day: 20_000, seconds: 9)]), to: store)
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

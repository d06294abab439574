import Foundation
import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("The Redis store", .serialized)
struct RedisEventStoreTests {
    @Test("fails to read a journal that was tampered with")
    func changed() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            let played = try PlayedGame.withEverything("abc")
            try world.append(played.whole, to: store)
            world.redis.execute("XDEL", "fivebyfive:{abc}:events", "2-0")
            #expect(try world.answer { store.game(played.setup.id, $0) }.failure != nil)
            world.redis.execute("SET", "fivebyfive:{abc}:events", "x")
            #expect(try world.answer { store.game(played.setup.id, $0) }.failure != nil)
        }
    }

    @Test("reads no more pages of a list after the query has timed out")
    func abandonedList() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            world.serve { store.connection.isReady }
            let never =
                "for i = 1, 1000 do redis.call('ZADD', 'fivebyfive:{public}:games', i, 'never' .. i) end"
            world.redis.execute("EVAL", never, "0")
            let wanted = GameListQuery(limit: 9, cursor: nil, rules: nil, phase: nil)
            world.redis.execute(
                "CLIENT", "PAUSE", "\(StoreLimits.answerTimeout.wholeMilliseconds + 500)", "ALL")
            #expect(try world.answer { store.list(wanted, $0) }.failure == .unavailable)
            // More round trips than the list has pages, so a list that goes on has ended by then.
            for _ in 1...20 { #expect(try world.answer { store.game(.lobby, $0) }.isNothing()) }
            #expect(world.redis.execute("INFO", "commandstats").contains("cmdstat_zrevrangebyscore:calls=1,"))
        }
    }

    @Test("reads only the games of one rule set when that is asked for")
    func listByRules() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            #expect(try world.append(try PlayedGame("first", isPublic: true).whole, to: store).isComplete)
            let never =
                "for i = 2, 999 do redis.call('ZADD', 'fivebyfive:{public}:games', i, 'never' .. i) end"
            world.redis.execute("EVAL", never, "0")
            @MainActor func names(_ rules: String) throws -> [String] {
                let wanted = GameListQuery(limit: 9, cursor: nil, rules: rules, phase: nil)
                return try world.answer { store.list(wanted, $0) }.get().map(\.setup.id.text)
            }
            #expect(try names("free") == ["first"] && names("square") == [])
            #expect(world.redis.execute("INFO", "commandstats").contains("cmdstat_zrevrangebyscore:calls=2,"))
        }
    }

    @Test("creates the lobby once, whichever node starts first")
    func start() throws {
        try RedisWorld.run { world in
            let (first, second) = (try world.store(), try world.store())
            let played = try PlayedGame("lobby", isPublic: true)
            #expect(try first.start(played.setup).state.sequence == .zero)
            var more = played
            try world.append(try more.letter("a", 0), to: first)
            #expect(try second.start(played.setup).state.hash == more.game.state.hash)
        }
    }
}

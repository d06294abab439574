import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("The erasure of a player on Redis", .serialized)
struct RedisErasureTests {
    private let player = PlayerID.random()
    private let key = Token.randomKey().digest

    private func record(_ name: String) throws -> PlayerRecord {
        PlayerRecord(id: player, name: try PlayerName(name), colour: nil, created: Timestamp(milliseconds: 1))
    }

    private func erase(_ store: RedisEventStore, in world: RedisWorld) throws {
        #expect(try world.answer { store.beginErasure(of: player, $0) }.failure == nil)
        #expect(try world.answer { store.deleteName(of: player, for: .server, $0) }.failure == nil)
    }

    private func entry(of played: inout PlayedGame, _ command: Command) throws -> JournalEntry {
        let events = try played.apply(command)
        return played.entry(events)
    }

    /// Everything in Redis that contains the player's id or one of these words.
    private func traces(_ words: String..., in world: RedisWorld) -> [String] {
        let dump = world.redis.execute(
            "EVAL",
            """
            local all = {}
            for _, key in ipairs(redis.call('KEYS', '*')) do
                all[#all + 1] = key
                if redis.call('TYPE', key).ok == 'hash' then
                    for _, value in ipairs(redis.call('HGETALL', key)) do all[#all + 1] = value end
                elseif redis.call('TYPE', key).ok == 'stream' then
                    for _, entry in ipairs(redis.call('XRANGE', key, '-', '+')) do
                        for _, value in ipairs(entry[2]) do all[#all + 1] = value end
                    end
                end
            end
            return all
            """, "0")
        return dump.split(separator: "\n").map(String.init).filter { line in
            ([player.text] + words).contains { line.contains($0) }
        }
    }

    @Test("lets no other node write the player's record, keys, codes or days")
    func record() throws {
        try RedisWorld.run { world in
            let (first, second) = (try world.store(), try world.store())
            #expect(try world.answer { first.add(try record("Ann"), key: key, $0) }.failure == nil)
            try erase(first, in: world)
            #expect(try world.answer { second.update(try record("Anna"), $0) }.failure != nil)
            #expect(try world.answer { first.record(of: player, $0) }.get()?.name.text == "Deleted player")
            #expect(try world.answer { first.erase(player, $0) }.failure == nil)
            let (now, game) = (Timestamp.systemNow(), GameID.random())
            let code = LinkCode(digest: Token.random().digest, expires: now + .seconds(300))
            #expect(try world.answer { second.update(try record("Anna"), $0) }.failure != nil)
            _ = try world.answer { second.add(code, for: player, $0) }
            let recovery = Token.random().digest
            #expect(try world.answer { second.setRecovery(recovery, of: player, $0) }.failure != nil)
            _ = try world.answer { second.recordUse(of: key, by: player, at: now, $0) }
            let claim = try world.answer {
                second.claimDaily(game, of: player, rules: "guess", day: Day(number: 20_000), $0)
            }
            #expect(claim.failure != nil)
            #expect(traces("Ann", in: world) == [])
        }
    }

    @Test("takes the name from every event, also from those that another node writes later")
    func events() throws {
        try RedisWorld.run { world in
            let (first, second) = (try world.store(), try world.store())
            #expect(try world.answer { first.add(try record("Ann"), key: key, $0) }.failure == nil)
            var played = try PlayedGame("abc")
            let opening = played.whole
            let seat = try entry(of: &played, .takeSeat(try PlayerName("Ann"), nil, player: player))
            #expect(try world.append(opening, seat, to: first).isComplete)
            #expect(try names(in: "abc", second, world) == ["Ann"])
            try erase(first, in: world)
            let rename = try entry(of: &played, .renameSeat(.first, try PlayerName("Anna"), nil))
            #expect(try world.append(rename, to: second).isComplete)
            #expect(try names(in: "abc", second, world) == ["Deleted player", "Deleted player"])
            #expect(traces("Ann", in: world).filter { $0.contains("Ann") } == [])
        }
    }

    @Test("takes the name that the host of a room has given from its games")
    func nicknames() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            #expect(try world.answer { store.add(try record("Ann"), key: key, $0) }.failure == nil)
            var played = try PlayedGame("abc")
            let opening = played.whole
            let seat = try entry(of: &played, .takeSeat(try PlayerName("Ann"), nil, player: player))
            let team = try PlayerName("Team 3")
            let named = try entry(of: &played, .renameSeat(.first, team, nil, isNickname: true))
            #expect(try world.append(opening, seat, named, to: store).isComplete)
            #expect(try names(in: "abc", store, world) == ["Ann", "Team 3"])
            try erase(store, in: world)
            #expect(try names(in: "abc", store, world) == ["Deleted player", "Deleted player"])
            #expect(traces("Team 3", in: world).filter { $0.contains("Team 3") } == [])
        }
    }

    /// The names in the events of a game.
    private func names(
        in game: String, _ store: RedisEventStore, _ world: RedisWorld
    ) throws -> [String] {
        let id = try #require(GameID(game))
        let events = try world.answer { store.events(of: id, after: .zero, limit: 100, for: .server, $0) }
        return try events.get().compactMap { $0.named?.name.text }
    }
}

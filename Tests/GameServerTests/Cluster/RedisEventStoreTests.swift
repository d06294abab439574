import Foundation
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("The Redis store", .serialized)
struct RedisEventStoreTests {
    private func key(_ id: String) throws -> MoveKey {
        try #require(MoveKey(sender: .address("192.0.2.1"), id: id))
    }

    @Test("restores a whole game after Redis was killed and restarted")
    func everything() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let played = try PlayedGame.withEverything("abc")
            let token = HeldToken(
                digest: Token.random().digest,
                player: Player(seat: Seat(1), isHost: true, since: SequenceNumber(1)))
            let move = Move(
                key: try key("m1"), command: .max, before: .zero, sequence: played.events[2].sequence,
                hash: StateHash(value: .max), time: .systemNow())
            var entry = played.whole
            entry.tokens = [token]
            let first = try world.store()
            let result = try world.append(
                entry, JournalEntry(game: played.setup.id, move: move), to: first)
            #expect(result.isComplete)
            try world.close(first)
            redis.kill()
            try redis.start()
            let store = try world.store()
            let stored = try world.stored(played.setup.id, in: store)
            #expect(stored.state.setup == played.setup)
            #expect(stored.state == played.game.state && stored.state.hash == played.game.state.hash)
            #expect(stored.recent == played.events && stored.tokens == [token] && stored.moves == [move])
            #expect(try world.answer { store.game(.random(), $0) }.isNothing())
            try world.close(store)
        }
    }

    @Test("computes every past state of a long game, at snapshots and between them")
    func moments() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let store = try world.store()
            var played = try PlayedGame("abc")
            try world.append(played.whole, to: store)
            for number in 0..<300 {
                var entry = try played.letter(String(UnicodeScalar(UInt8(65 + number / 25))), number % 25)
                if (number + 1) % 128 == 0 {
                    entry.snapshot = number == 127 ? played.states[300 / 128] : played.game.state
                }
                #expect(try world.append(entry, to: store).isComplete)
            }
            for moment in stride(from: 0, through: 300, by: 7) {
                let sequence = try #require(SequenceNumber(moment))
                let state = try world.answer { store.state(of: played.setup.id, at: sequence, $0) }.get()
                #expect(state?.boards[0].text == played.states[moment].boards[0].text, "at \(moment)")
            }
            let late = try #require(SequenceNumber(301))
            #expect(try world.answer { store.state(of: played.setup.id, at: late, $0) }.isNothing())
            let events = try world.answer {
                store.events(of: played.setup.id, after: SequenceNumber(290) ?? .zero, limit: 5, $0)
            }.get()
            #expect(events == Array(played.events[290..<295]))
            #expect(try world.stored(played.setup.id, in: store).recent == played.events.suffix(256))
            try world.close(store)
        }
    }

    @Test("fails to read a journal that was tampered with")
    func changed() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let store = try world.store()
            let played = try PlayedGame.withEverything("abc")
            try world.append(played.whole, to: store)
            redis.execute("XDEL", "fivebyfive:{abc}:events", "2-0")
            #expect(try world.answer { store.game(played.setup.id, $0) }.failure != nil)
            redis.execute("SET", "fivebyfive:{abc}:events", "x")
            #expect(try world.answer { store.game(played.setup.id, $0) }.failure != nil)
            try world.close(store)
        }
    }

    @Test("saves nothing of a game when its entries do not follow each other")
    func atomic() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let store = try world.store()
            var played = try PlayedGame("abc")
            try played.type("a", 0)
            let again = played.entry(played.events)
            #expect(try world.append(played.whole, again, to: store).failure != nil)
            #expect(try world.answer { store.game(played.setup.id, $0) }.isNothing())
            #expect(try world.append(played.whole, to: store).isComplete)
            try world.close(store)
        }
    }

    @Test("revokes the tokens of a seat when it is left or its token is renewed")
    func tokens() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let store = try world.store()
            var played = try PlayedGame("abc")
            func held(_ seat: Int) -> HeldToken {
                HeldToken(digest: Token.random().digest, player: Player(seat: Seat(seat)))
            }
            let (ann, bea, newAnn) = (held(1), held(2), held(1))
            try played.apply(.takeSeat(PlayerName("Ann"), nil))
            try played.apply(.takeSeat(PlayerName("Bea"), nil))
            var entry = played.whole
            entry.tokens = [ann, bea]
            try world.append(entry, to: store)
            let left = try played.apply(.leaveSeat(#require(Seat(2))), by: Player(seat: Seat(2)))
            let renewal = JournalEntry(game: played.setup.id, renewing: .first, with: newAnn)
            try world.append(played.entry(left), renewal, to: store)
            #expect(try world.stored(played.setup.id, in: store).tokens == [newAnn])
            try world.close(store)
        }
    }

    @Test("lists public games, and skips those that were never created")
    func list() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let store = try world.store()
            for (name, isPublic) in [("one", true), ("two", false), ("three", true)] {
                var played = try PlayedGame(name, isPublic: isPublic)
                try played.apply(.takeSeat(PlayerName("Ann"), nil))
                if name == "three" {
                    try played.apply(.act("close", .none), by: Player(seat: nil, isHost: true))
                }
                #expect(try world.append(played.whole, to: store).isComplete)
            }
            redis.execute("ZADD", "fivebyfive:{public}:games:free", "99", "never")
            @MainActor func names(_ limit: Int, _ cursor: Int? = nil, _ phase: GameState.Phase? = nil) throws
                -> [String]
            {
                let wanted = GameListQuery(limit: limit, cursor: cursor, rules: "free", phase: phase)
                return try world.answer { store.list(wanted, $0) }.get().map {
                    "\($0.setup.id) \($0.sequence) \($0.phase) \($0.seated) \($0.outline.isOpen)"
                }
            }
            #expect(try names(9) == ["three 2 finished 1 true", "one 1 playing 1 true"])
            #expect(try names(1) == ["three 2 finished 1 true"])
            #expect(try names(9, 2) == ["one 1 playing 1 true"])
            #expect(try names(9, nil, .playing) == ["one 1 playing 1 true"])
            try world.close(store)
        }
    }

    @Test("reads no more pages of a list after the query has timed out")
    func abandonedList() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let store = try world.store()
            world.serve { store.connection.isReady }
            let never =
                "for i = 1, 1000 do redis.call('ZADD', 'fivebyfive:{public}:games', i, 'never' .. i) end"
            redis.execute("EVAL", never, "0")
            let wanted = GameListQuery(limit: 9, cursor: nil, rules: nil, phase: nil)
            redis.execute("CLIENT", "PAUSE", "\(StoreLimits.answerTimeout.wholeMilliseconds + 500)", "ALL")
            #expect(try world.answer { store.list(wanted, $0) }.failure == .unavailable)
            // More round trips than the list has pages, so a list that goes on has ended by then.
            for _ in 1...20 { #expect(try world.answer { store.game(.lobby, $0) }.isNothing()) }
            #expect(redis.execute("INFO", "commandstats").contains("cmdstat_zrevrangebyscore:calls=1,"))
            try world.close(store)
        }
    }

    @Test("reads only the games of one rule set when that is asked for")
    func listByRules() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let store = try world.store()
            #expect(try world.append(try PlayedGame("first", isPublic: true).whole, to: store).isComplete)
            let never =
                "for i = 2, 999 do redis.call('ZADD', 'fivebyfive:{public}:games', i, 'never' .. i) end"
            redis.execute("EVAL", never, "0")
            @MainActor func names(_ rules: String) throws -> [String] {
                let wanted = GameListQuery(limit: 9, cursor: nil, rules: rules, phase: nil)
                return try world.answer { store.list(wanted, $0) }.get().map(\.setup.id.text)
            }
            #expect(try names("free") == ["first"] && names("square") == [])
            #expect(redis.execute("INFO", "commandstats").contains("cmdstat_zrevrangebyscore:calls=2,"))
            try world.close(store)
        }
    }

    @Test("keeps puzzle files byte for byte")
    func puzzles() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let store = try world.store()
            let puzzle = StoredPuzzle(
                id: "p1", format: .puz, file: [0, 13, 10, 255, 36], content: #"{"cells":[]}"#,
                owner: Token.random().digest, isPublic: true, created: Timestamp(milliseconds: 5))
            var entry = JournalEntry(game: .lobby)
            entry.puzzle = puzzle
            #expect(try world.append(entry, to: store).isComplete)
            let found = try world.answer { store.puzzle("p1", $0) }.get()
            #expect(found == puzzle)
            #expect(try world.answer { store.puzzle("p2", $0) }.isNothing())
            try world.close(store)
        }
    }

    @Test("creates the lobby once, whichever node starts first")
    func start() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let (first, second) = (try world.store(), try world.store())
            let played = try PlayedGame("lobby", isPublic: true)
            #expect(try first.start(played.setup).state.sequence == .zero)
            var more = played
            try world.append(try more.letter("a", 0), to: first)
            #expect(try second.start(played.setup).state.hash == more.game.state.hash)
            try world.close(first)
            try world.close(second)
        }
    }
}

import EventIO
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("Several nodes on one Redis", .serialized)
struct RedisOrderTests {
    private func key(_ id: String) throws -> MoveKey {
        try #require(MoveKey(sender: .address("192.0.2.1"), id: id))
    }

    @Test("the losing writer receives the events that it missed, and nothing of its entry is saved")
    func conflict() throws {
        try RedisWorld.run { world in
            let (first, second) = (try world.store(), try world.store())
            let base = try PlayedGame("abc")
            let id = base.setup.id
            try world.append(base.whole, to: first)
            var (ours, theirs) = (base, try PlayedGame("abc"))
            var quick = try theirs.letter("q", 1, move: key("m1"))
            quick.tokens = [HeldToken(digest: Token.random().digest, player: Player(seat: nil, isHost: true))]
            #expect(try world.append(quick, to: second).isComplete)
            let slow = try world.append(try ours.letter("s", 1, move: key("m2")), to: first)
            let news = try #require(slow.news(of: id))
            #expect(news.before == .zero && news.events == theirs.events)
            #expect(news.moves.first == quick.move && news.tokens == quick.tokens)
            #expect(try world.stored(id, in: first).recent == theirs.events)
        }
    }

    @Test("a conflict rejects only its own game of a batch")
    func partly() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            var (one, two) = (try PlayedGame("one"), try PlayedGame("two"))
            try world.append(one.whole, two.whole, to: store)
            var other = try PlayedGame("one")
            try world.append(try other.letter("o", 3), to: store)
            let result = try world.append(one.letter("x", 4), two.letter("y", 5), to: store)
            #expect(result.news(of: one.setup.id)?.events == other.events)
            #expect(result.news(of: two.setup.id) == nil)
            #expect(try world.stored(two.setup.id, in: store).recent == two.events)
        }
    }

    @Test("a transaction is saved in all of its games or in none, and known when it is sent again")
    func transaction() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            var (one, two) = (try PlayedGame("one"), try PlayedGame("two"))
            let ids = [one.setup.id, two.setup.id]
            let other = try PlayedGame("six").whole
            try world.append(one.whole, two.whole, to: store)
            var quick = try PlayedGame("one")
            try world.append(try quick.letter("o", 3), to: store)
            let late = EventBatch(
                entries: [try one.letter("x", 4), try two.letter("y", 5), other],
                transactions: [ids])
            let result = try world.answer { store.append(late, $0) }
            #expect(result.news(of: ids[0])?.events == quick.events && result.rejections[ids[1]] == .withheld)
            #expect(result.rejections.count == 2, "the third game is no part of it")
            #expect(try world.stored(ids[1], in: store).recent == [])
            var again = try PlayedGame("two")
            let batch = EventBatch(
                entries: [try quick.letter("x", 4), try again.letter("y", 5)], transactions: [ids])
            for _ in 0..<2 {
                let saved: AppendResult = try world.answer { done in
                    let sent = try? RedisBatch(
                        batch, store.node, attempt: "attempt-1", at: .systemNow(), saved: { _, _ in },
                        done: done)
                    sent?.send(on: store.connection) { _ in }
                }
                #expect(saved.isComplete)
            }
            #expect(try world.stored(ids[0], in: store).recent == quick.events)
            #expect(try world.stored(ids[1], in: store).recent == again.events)
        }
    }

    @Test("entries with a gap reject only their own game of a batch")
    func impossible() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            var (one, two) = (try PlayedGame("one"), try PlayedGame("two"))
            try world.append(one.whole, two.whole, to: store)
            _ = try one.letter("l", 1)
            let (gap, first) = (try one.letter("x", 2), try two.letter("a", 3))
            let (twice, second) = (gap, try two.letter("b", 4))
            let result = try world.append(gap, first, twice, second, to: store)
            #expect(result.failure == nil && Array(result.rejections.keys) == [one.setup.id])
            #expect(result.rejections[one.setup.id] == .refused(.outOfOrder))
            #expect(try world.stored(one.setup.id, in: store).recent == [])
            #expect(try world.stored(two.setup.id, in: store).recent == two.events)
        }
    }

    @Test("a move that is sent through two nodes is made once")
    func moves() throws {
        try RedisWorld.run { world in
            let (first, second) = (try world.store(), try world.store())
            var played = try PlayedGame("abc")
            try world.append(played.whole, to: first)
            let entry = try played.letter("a", 0, move: key("m1"))
            #expect(try world.append(entry, to: first).isComplete)
            #expect(try world.append(entry, to: second).news(of: played.setup.id)?.moves.first == entry.move)
            // The same id without an event, as for a letter that the cell holds already.
            let same = JournalEntry(
                game: played.setup.id,
                move: Move(
                    key: try key("m1"), command: 7, before: SequenceNumber(1) ?? .zero,
                    sequence: SequenceNumber(1) ?? .zero, hash: played.game.state.hash, time: .systemNow()))
            #expect(try world.append(same, to: second).news(of: played.setup.id) != nil)
            let stored = try world.stored(played.setup.id, in: second)
            #expect(stored.recent.count == 1 && stored.moves == [entry.move].compactMap(\.self))
        }
    }

    @Test("an entry without events can check that a move id is unused and nothing has happened since")
    func checks() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            var played = try PlayedGame("abc")
            try world.append(played.whole, to: store)
            var check = JournalEntry(game: played.setup.id, base: .zero)
            check.unusedMove = try key("m1")
            #expect(try world.append(check, to: store).isComplete)
            try world.append(try played.letter("a", 0, move: key("m1")), to: store)
            #expect(try world.append(check, to: store).news(of: played.setup.id)?.events.count == 1)
            check.base = SequenceNumber(1)
            #expect(try world.append(check, to: store).news(of: played.setup.id)?.moves.count == 1)
            check.unusedMove = try key("m2")
            #expect(try world.append(check, to: store).isComplete)
        }
    }

    @Test("one node at a time holds the lease of a game, and an entry under an old lease is rejected")
    func lease() throws {
        try RedisWorld.run { world in
            let (first, second) = (try world.store(), try world.store())
            var played = try PlayedGame("abc")
            let id = played.setup.id
            try world.append(played.whole, to: first)
            let lease = try #require(try world.answer { first.acquireLease(for: id, $0) }.get())
            #expect(try world.answer { first.acquireLease(for: id, $0) }.get()?.fence == lease.fence)
            #expect(try world.answer { second.acquireLease(for: id, $0) }.isNothing())
            var entry = try played.letter("a", 0)
            entry.fence = lease.fence
            #expect(try world.append(entry, to: first).isComplete)
            // As if the lease had expired.
            world.redis.execute("HSET", "fivebyfive:{abc}:lease", "until", "1")
            let next = try #require(try world.answer { second.acquireLease(for: id, $0) }.get())
            #expect(next.fence == lease.fence + 1)
            entry = try played.letter("b", 1)
            entry.fence = lease.fence
            guard case .saved(let rejections) = try world.append(entry, to: first) else {
                Issue.record("the whole batch failed")
                return
            }
            #expect(rejections == [id: .fenced])
            entry.fence = next.fence
            #expect(try world.append(entry, to: second).isComplete)
        }
    }

    @Test("a game is created once, and the second node receives its events")
    func twice() throws {
        try RedisWorld.run { world in
            let (first, second) = (try world.store(), try world.store())
            let played = try PlayedGame.withEverything("abc-2")
            try world.append(played.whole, to: first)
            let news = try world.append(try PlayedGame("abc-2").whole, to: second).news(of: played.setup.id)
            #expect(news?.events == played.events)
        }
    }

    @Test("two databases of one Redis have separate channels")
    func databases() throws {
        let game = try #require(GameID("abc"))
        let channel = RedisKeys.channel(.news, of: game, database: 1)
        #expect(RedisKeys.game(of: channel, .news, database: 1) == game)
        #expect(RedisKeys.game(of: channel, .news, database: 11) == nil)
    }

    @Test("time without any node is left out of the game clock")
    func away() throws {
        try RedisWorld.run { world in
            let first = try world.store()
            #expect(first.clock.now.away == 0)
            try world.close(first)
            // As if no node had run for an hour.
            let alive = "\(Timestamp.systemNow().milliseconds - 3_600_000)"
            world.redis.execute(
                "HSET", "fivebyfive:clock", "version", "11", "alive", alive, "away", "0", "at", "0")
            let second = try world.store()
            #expect((3_600_000..<3_660_000).contains(second.clock.now.away))
        }
    }

    @Test("nodes agree on the game clock, whatever their wall clocks say")
    func sharedClock() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            world.serve { world.redis.execute("HGET", "fivebyfive:clock", "alive") != "" }
            // As if a node whose wall clock is a day slow had run for an hour more, two days ago.
            let game = Timestamp.systemNow().milliseconds + 3_600_000
            world.redis.execute(
                "HSET", "fivebyfive:clock", "version", "11", "alive", "\(game - 86_400_000)", "away",
                "-86400000", "at", "0")
            world.serve { store.clock.now.away < -3_500_000 }
            #expect(abs(store.clock.now.milliseconds - Timestamp.systemNow().milliseconds) < 2_000)
        }
    }
}

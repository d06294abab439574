import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("News of games through Redis", .serialized)
struct RedisNewsTests {
    /// Two nodes, of which the second follows a game that both know.
    private final class Table {
        let world: RedisWorld
        let first: RedisEventStore
        let second: RedisEventStore
        var played: PlayedGame
        private(set) var heard: [GameEvent] = []
        private(set) var tokens: [HeldToken]?

        init(_ world: RedisWorld) throws {
            self.world = world
            first = try world.store()
            second = try world.store()
            played = try PlayedGame("abc")
            try world.append(played.whole, to: first)
            second.onNews = { [weak self] news in
                self?.heard += news.events
                if let tokens = news.tokens { self?.tokens = tokens }
            }
            second.follow(played.setup.id)
            _ = try world.stored(played.setup.id, in: second)
        }
    }

    @Test("a node receives the events of the other once and in order, and not its own")
    func delivery() throws {
        try RedisWorld.run { world in
            let table = try Table(world)
            var own: [GameEvent] = []
            for number in 0..<100 {
                let entry = try table.played.letter(
                    String(UnicodeScalar(UInt8(65 + number % 26))), number % 25)
                let isOwn = number % 3 == 2
                if isOwn { own += entry.events }
                // The second node appends only after it has received all earlier events.
                table.world.serve { table.heard.count + own.count == number + (isOwn ? 1 : 0) || !isOwn }
                #expect(try table.world.append(entry, to: isOwn ? table.second : table.first).isComplete)
            }
            let theirs = table.played.events.filter { !own.contains($0) }
            table.world.serve { table.heard.count >= theirs.count }
            #expect(table.heard == theirs)
        }
    }

    @Test("a renewed token is received, although no event contains it")
    func tokens() throws {
        try RedisWorld.run { world in
            let table = try Table(world)
            let held = HeldToken(digest: Token.random().digest, player: Player(seat: Seat(1)))
            try table.world.append(
                JournalEntry(game: table.played.setup.id, renewing: .first, with: held), to: table.first)
            table.world.serve { table.tokens != nil }
            #expect(table.tokens == [held] && table.heard == [])
        }
    }

    @Test("messages that were missed without a connection are caught up")
    func cut() throws {
        try RedisWorld.run { world in
            let table = try Table(world)
            for number in 0..<20 {
                if number % 5 == 0 { world.redis.execute("CLIENT", "KILL", "TYPE", "pubsub") }
                try table.world.append(try table.played.letter("x", number), to: table.first)
            }
            table.world.serve { table.heard.count >= 20 }
            #expect(table.heard == table.played.events)
        }
    }

    @Test("a lost message is noticed")
    func lost() throws {
        try RedisWorld.run { world in
            let table = try Table(world)
            // Its channels belong to another database.
            let astray = RedisNode(name: "astray", database: 99)
            let entry = try table.played.letter("x", 1)
            let result: AppendResult = try table.world.answer { done in
                try RedisBatch(
                    EventBatch(entries: [entry]), astray, attempt: "astray-1", at: .systemNow(),
                    saved: { _, _ in }, done: done
                ).send(on: table.first.connection) { _ in }
            }
            #expect(result.isComplete && table.heard == [])
            table.world.serve { !table.heard.isEmpty }
            #expect(table.heard == table.played.events)
        }
    }

    @Test("no news arrives for a game that is no longer followed")
    func unfollowed() throws {
        try RedisWorld.run { world in
            let table = try Table(world)
            table.second.unfollow(table.played.setup.id)
            try table.world.append(try table.played.letter("x", 1), to: table.first)
            let missed = try table.world.answer {
                table.second.catchUp(table.played.setup.id, after: .zero, $0)
            }.get()
            #expect(missed?.events == table.played.events && table.heard == [])
        }
    }
}

import EventIO
import Foundation
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("Loss of the connection to Redis", .serialized)
struct RedisReconnectTests {
    /// Appends letters one by one, while a timer calls `disturb`.
    private func play(
        _ count: Int, every milliseconds: Int, _ disturb: @escaping (RedisProcess) -> Void
    ) throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let store = try world.store()
            var played = try PlayedGame("abc")
            try world.append(played.whole, to: store)
            let trouble = world.main.timer(after: .milliseconds(milliseconds), repeating: true) {
                disturb(redis)
            }
            for number in 0..<count {
                let entry = try played.letter(String(UnicodeScalar(UInt8(65 + number % 26))), number % 25)
                let result = try world.append(entry, to: store)
                #expect(result.isComplete, "edit \(number): \(result)")
            }
            trouble.cancel()
            let stored = try world.stored(played.setup.id, in: store)
            #expect(stored.recent == played.events.suffix(256))
            #expect(stored.state.hash == played.game.state.hash)
            try world.close(store)
        }
    }

    @Test("an append during which the connection is cut is saved once")
    func cut() throws {
        try play(1_000, every: 100) { redis in redis.execute("CLIENT", "KILL", "TYPE", "normal") }
    }

    @Test("an append during which Redis is killed is saved once")
    func killed() throws {
        try play(600, every: 300) { redis in
            redis.kill()
            try? redis.start()
        }
    }

    @Test("a repeated attempt gets its first answer, whatever has happened since")
    func attempts() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let store = try world.store()
            var played = try PlayedGame("abc")
            let key = try #require(MoveKey(sender: .address("192.0.2.1"), id: "m1"))
            let still = Move(
                key: key, command: 7, before: .zero, sequence: .zero, hash: played.game.state.hash,
                time: .systemNow())
            let held = HeldToken(digest: Token.random().digest, player: Player(seat: Seat(1)))
            let attempts = try [
                played.whole, JournalEntry(game: played.setup.id, move: still),
                JournalEntry(game: played.setup.id, renewing: .first, with: held),
                played.letter("a", 0), played.letter("b", 1),
            ]
            for round in 1...2 {
                for (number, entry) in attempts.enumerated() {
                    let result: AppendResult = try world.answer { done in
                        try RedisBatch(
                            EventBatch(entries: [entry]), store.node, attempt: "again-\(number)",
                            at: .systemNow(), saved: { _, _ in }, done: done
                        ).send(on: store.connection) { _ in Issue.record("the outcome is unknown") }
                    }
                    #expect(result.isComplete, "round \(round), entry \(number): \(result)")
                }
            }
            let stored = try world.stored(played.setup.id, in: store)
            #expect(stored.recent == played.events && stored.tokens == [held] && stored.moves == [still])
            try world.close(store)
        }
    }

    @Test("an outage is reported, queries time out, and the store recovers by itself")
    func outage() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let store = try world.store()
            var reported: [StoreFailure?] = []
            store.onFailureChange = { reported.append($0) }
            world.serve { store.connection.isReady }
            redis.kill()
            world.serve { reported.last.flatMap(\.self) != nil }
            #expect(try world.answer { store.game(.lobby, $0) }.failure == .unavailable)
            try redis.start()
            world.serve { reported.last == .some(nil) }
            #expect(try world.answer { store.game(.lobby, $0) }.isNothing())
            try world.close(store)
        }
    }

    @Test("deleted functions are loaded again")
    func functions() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let store = try world.store()
            world.serve { store.connection.isReady }
            redis.execute("FUNCTION", "FLUSH")
            #expect(try world.append(try PlayedGame("abc").whole, to: store).isComplete)
            try world.close(store)
        }
    }
}

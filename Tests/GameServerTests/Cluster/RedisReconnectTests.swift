import Foundation
import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("Loss of the connection to Redis", .serialized)
struct RedisReconnectTests {
    /// Appends letters one by one, and calls `disturb` during every fourth append.
    private func play(_ count: Int, _ disturb: (RedisProcess) throws -> Void) throws {
        try RedisWorld.run { world in
            let store = try world.store()
            var played = try PlayedGame("abc")
            try world.append(played.whole, to: store)
            for number in 0..<count {
                let entry = try played.letter(String(UnicodeScalar(UInt8(65 + number % 26))), number % 25)
                var result: AppendResult?
                store.append(EventBatch(entries: [entry])) { result = $0 }
                if number % 4 == 3 {
                    // Before the append is sent, or while Redis carries it out.
                    for _ in 0..<number / 4 % 3 { world.takeTurn() }
                    try disturb(world.redis)
                }
                world.serve { result != nil }
                #expect(result?.isComplete == true, "edit \(number)")
            }
            let stored = try world.stored(played.setup.id, in: store)
            #expect(stored.recent == played.events.suffix(256))
            #expect(stored.state.hash == played.game.state.hash)
        }
    }

    @Test("an append during which the connection is cut is saved once")
    func cut() throws {
        try play(120) { redis in redis.execute("CLIENT", "KILL", "TYPE", "normal") }
    }

    @Test("an append during which Redis is killed is saved once")
    func killed() throws {
        try play(60) { redis in
            redis.kill()
            try redis.start()
        }
    }

    @Test("a repeated attempt gets its first answer, whatever has happened since")
    func attempts() throws {
        try RedisWorld.run { world in
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
        }
    }

    @Test("an outage is reported, queries time out, and the store recovers by itself")
    func outage() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            var reported: [StoreFailure?] = []
            store.onFailureChange = { reported.append($0) }
            world.serve { store.connection.isReady }
            world.redis.kill()
            world.serve { reported.last.flatMap(\.self) != nil }
            #expect(try world.answer { store.game(.lobby, $0) }.failure == .unavailable)
            try world.redis.start()
            world.serve { reported.last == .some(nil) }
            #expect(try world.answer { store.game(.lobby, $0) }.isNothing())
        }
    }

    @Test("deleted functions are loaded again")
    func functions() throws {
        try RedisWorld.run { world in
            let store = try world.store()
            world.serve { store.connection.isReady }
            world.redis.execute("FUNCTION", "FLUSH")
            #expect(try world.append(try PlayedGame("abc").whole, to: store).isComplete)
        }
    }
}

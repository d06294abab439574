import Dispatch
import EventIO
import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("The bot executor", .serialized)
struct BotExecutorTests {
    @Test("computes a move while the loop goes on, and delivers it on the loop")
    func besideTheLoop() throws {
        let world = try TestWorld()
        let turnTaken = DispatchSemaphore(value: 0)
        let asked = AwaitedMove(seat: .first, number: 1) { _ in
            // On the loop's thread this would wait in vain, since the signal comes from a later turn.
            let turn = turnTaken.wait(timeout: .now() + .seconds(10))
            return turn == .success ? BotMove("call", ["letter": .text("C")]) : nil
        }
        var moves: [BotMove?] = []
        world.services.bots.computeMove(asked) { move in
            moves.append(move)
            world.loop.stop()
        }
        #expect(moves.isEmpty)
        world.loop.perform { turnTaken.signal() }
        let limit = world.loop.timer(after: .seconds(20)) { world.loop.stop() }
        world.loop.run()
        limit.cancel()
        #expect(moves == [BotMove("call", ["letter": .text("C")])])
    }

    @Test("keeps the tables that were used last")
    func tables() {
        let cache = TableCache(capacity: 2)
        var made: [Int] = []
        func table(_ key: Int) -> String {
            cache.value(for: key) {
                made.append(key)
                return "table \(key)"
            }
        }
        #expect([1, 2, 1, 3, 1, 2].map(table) == [1, 2, 1, 3, 1, 2].map { "table \($0)" })
        #expect(made == [1, 2, 3, 2])
    }
}

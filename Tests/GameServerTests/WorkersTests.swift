import Dispatch
import EventIO
import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore

@Suite("Workers", .serialized)
struct WorkersTests {
    @Test("work while the loop goes on, and deliver on the loop")
    func besideTheLoop() throws {
        let world = try TestWorld()
        let turnTaken = DispatchSemaphore(value: 0)
        var found: [DispatchTimeoutResult] = []
        try world.services.workers.bots.run(for: .server) {
            // On the loop's thread this would wait in vain, since the signal comes from a later turn.
            turnTaken.wait(timeout: .now() + .seconds(30))
        } _: { result in
            found.append(result)
        }
        #expect(found.isEmpty)
        world.loop.perform { turnTaken.signal() }
        world.main.wait { !found.isEmpty }
        #expect(found == [.success])
    }

    @Test("serve clients in turn, however much one of them asks for")
    func inTurn() throws {
        let world = try TestWorld()
        var served: [String] = []
        for client in ["a", "a", "a", "a", "b", "b", "c"] {
            try world.services.workers.analysis.run(for: Requester(client: client)) {
            } _: {
                served.append(client)
            }
        }
        world.main.wait { served.count == 7 }
        // The first job of “a” runs before the others have come.
        #expect(served == ["a", "a", "b", "c", "a", "b", "a"])
    }

    @Test("drop the jobs of clients who have left, and charge the others")
    func leftAndCharged() throws {
        let world = try TestWorld()
        var (done, charged): ([String], [String]) = ([], [])
        for client in ["a", "gone", "b"] {
            let requester = Requester(
                client: client, isWaiting: { client != "gone" }, charge: { _ in charged.append(client) })
            try world.services.workers.analysis.run(for: requester) {
            } _: {
                done.append(client)
            }
        }
        world.main.wait { done.last == "b" }
        #expect(done == ["a", "b"] && charged == ["a", "b"])
    }

    @Test("make a game whose client has left, because others may wait for the answer")
    func leftWhileMaking() throws {
        let world = try TestWorld()
        let gone = Requester(client: "gone", isWaiting: { false })
        var answered = false
        world.games.open(GameDraft(rules: "guess", options: .none), for: gone) { _ in
            answered = true
        }
        world.main.wait { answered }
    }

    @Test("refuse a client with many waiting jobs, and nobody else")
    func bounded() throws {
        let world = try TestWorld()
        let analysis = world.services.workers.analysis
        // The first job runs; the others wait.
        for _ in 0...Settings.queuedJobsPerClient {
            try analysis.run(for: Requester(client: "a")) {
            } _: {
            }
        }
        #expect(throws: Problem.self) {
            try analysis.run(for: Requester(client: "a")) {
            } _: {
            }
        }
        var isServed = false
        try analysis.run(for: Requester(client: "b")) {
        } _: {
            isServed = true
        }
        world.main.wait { isServed }
    }

    @Test("keeps the tables that a client used last")
    func tables() {
        let tables = TableCache(capacity: 2)
        let made = MadeTables()
        let cache = tables.cache(for: "a")
        for number in [1, 2, 1, 3, 1, 2] { #expect(cache.table(made.key(number)) == "table \(number)") }
        #expect(made.numbers == [1, 2, 3, 2])
        #expect(tables.contains(made.key(2)) && !tables.contains(made.key(3)))
    }

    @Test("evicts the tables of the client with the most of them")
    func fairness() {
        let tables = TableCache(capacity: 3)
        let made = MadeTables()
        _ = tables.cache(for: "a").table(made.key(0))
        for number in 1...9 { _ = tables.cache(for: "b").table(made.key(number)) }
        #expect((0...9).filter { tables.contains(made.key($0)) } == [0, 8, 9])
    }
}

/// Keys of tables, and the numbers of the tables that were made for them.
private final class MadeTables: Sendable {
    struct Key: BotTableKey {
        let number: Int
        let made: MadeTables

        func makeTable() -> String {
            made.list.withLock { $0.append(number) }
            return "table \(number)"
        }
        static func == (left: Key, right: Key) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private let list = Locked([Int]())
    var numbers: [Int] { list.withLock { $0 } }

    func key(_ number: Int) -> Key { Key(number: number, made: self) }
}

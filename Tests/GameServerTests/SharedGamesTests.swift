import EventIO
import GameCore
import Glibc
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

/// Two servers on one store: one order, nobody acts twice, nobody is shown the past.
@Suite("Where several servers share a store", .serialized)
struct SharedGamesTests {
    /// Two servers, made by each test itself: their loops belong to its thread.
    private struct Servers {
        let memory: SharedMemory
        let stores: [SharedMemoryStore]
        let worlds: [TestWorld]

        init() throws {
            let memory = try SharedMemory()
            let stores = [memory.server(), memory.server()]
            self.memory = memory
            self.stores = stores
            worlds = try stores.map { try TestWorld(store: $0) }
        }
    }

    @Test("what one server has saved the other shows, and goes on from")
    func newsArrive() throws {
        let servers = try Servers()
        let worlds = servers.worlds
        try worlds[0].type("A", "a1")
        worlds[0].takeTurn()
        try worlds[1].type("B", "b1")
        worlds[1].takeTurn()
        for world in worlds {
            #expect(world.game.shown.boards[0].text.hasPrefix("AB"))
            #expect(world.game.shown.sequence.value == 2)
            #expect(world.game.game.state.hash == world.game.shown.hash)
        }
    }

    @Test("a command that was overtaken is applied anew on what the other server has saved")
    func overtaken() throws {
        let servers = try Servers()
        let (stores, worlds) = (servers.stores, servers.worlds)
        var answers: [Int?] = []
        stores[0].isHeld = true
        try worlds[0].type("A", "a1") { answers.append($0.sequence) }
        worlds[0].takeTurn()
        try worlds[1].type("B", "b1") { answers.append($0.sequence) }
        worlds[1].takeTurn()
        stores[0].release()
        worlds[0].takeTurn()
        #expect(answers == [1, 2])
        #expect(worlds.map { $0.game.shown.sequence.value } == [2, 2])
        #expect(worlds[0].game.shown.hash == worlds[1].game.shown.hash)
        #expect(worlds[0].commits.queueDepth == 0)
    }

    @Test("what gathers behind an overtaken command is applied anew too, in order")
    func overtakenInARow() throws {
        let servers = try Servers()
        let (memory, stores, worlds) = (servers.memory, servers.stores, servers.worlds)
        var answers: [Int?] = []
        stores[0].isHeld = true
        try worlds[0].type("A", "a1") { answers.append($0.sequence) }
        worlds[0].takeTurn()
        try worlds[0].type("C", "c1") { answers.append($0.sequence) }
        try worlds[1].type("B", "b1")
        worlds[1].takeTurn()
        stores[0].release()
        for _ in 0..<3 { worlds[0].takeTurn() }
        #expect(answers == [2, 3])
        #expect(memory.saved(.lobby).map(\.sequence.value) == [1, 2, 3])
        #expect(worlds[1].game.shown.boards[0].text.hasPrefix("ABC"))
    }

    @Test("what nobody waits for any more leaves no letter behind when it is overtaken")
    func unknownAndOvertaken() throws {
        let servers = try Servers()
        let (stores, worlds) = (servers.stores, servers.worlds)
        let (world, other) = (worlds[0], worlds[1])
        var codes: [String?] = []
        stores[0].isHeld = true
        world.games.open(rules: "free", options: .none, title: nil, isPublic: false) { _ in }
        world.takeTurn()
        try world.type("A", "a1") { codes.append($0.code) }
        let end = ContinuousClock.now + StoreLimits.patience * 2
        while codes.isEmpty, .now < end {
            usleep(20_000)
            world.takeTurn()
        }
        #expect(codes == ["outcome-unknown"])
        try other.type("B", "b1")
        other.takeTurn()
        #expect(world.game.game.state.hash == world.game.shown.hash)
        #expect(world.game.shown.boards[0].text.hasPrefix(".B"))
    }

    @Test("a move that has happened on one server is the same move on the other")
    func oneMove() throws {
        let servers = try Servers()
        let (memory, stores, worlds) = (servers.memory, servers.stores, servers.worlds)
        let key = try #require(MoveKey(sender: .address("192.0.2.1"), id: "m1"))
        var answers: [Int?] = []
        stores[1].isDeaf = true
        try worlds[0].type("A", "a1", move: key) { answers.append($0.sequence) }
        worlds[0].takeTurn()
        try worlds[1].type("A", "a1", move: key) { answers.append($0.sequence) }
        for _ in 0..<3 { worlds[1].takeTurn() }
        #expect(answers == [1, 1])
        #expect(memory.saved(.lobby).count == 1)
    }

    @Test("a refusal is true of what is saved, not of what one server happens to know")
    func refusalsAsk() throws {
        let servers = try Servers()
        let (stores, worlds) = (servers.stores, servers.worlds)
        var codes: [String?] = []
        stores[1].isDeaf = true
        try worlds[0].type("A", "a1")
        worlds[0].takeTurn()
        let cell = try #require(CellIndex(name: "a1"))
        let entry = BoardEdit.Entry(cell: cell, text: "B", expected: "A")
        worlds[1].game.perform(.edit(BoardEdit(entries: [entry])), by: .spectator) { codes.append($0.code) }
        for _ in 0..<3 { worlds[1].takeTurn() }
        #expect(codes == [nil])
        #expect(worlds[1].game.shown.boards[0].text.hasPrefix("B"))
    }

    @Test("a move id that was used for something else is refused at once, on both servers")
    func reusedMove() throws {
        let worlds = try Servers().worlds
        let key = try #require(MoveKey(sender: .address("192.0.2.1"), id: "m1"))
        try worlds[0].type("A", "a1", move: key)
        worlds[0].takeTurn()
        for world in worlds {
            var codes: [String?] = []
            try world.type("B", "a1", move: key) { codes.append($0.code) }
            world.takeTurn()
            #expect(codes == ["move-id-reused"])
        }
    }

    @Test("news that were lost are noticed with the next one")
    func lostNews() throws {
        let servers = try Servers()
        let (stores, worlds) = (servers.stores, servers.worlds)
        stores[1].isDeaf = true
        try worlds[0].type("A", "a1")
        worlds[0].takeTurn()
        stores[1].isDeaf = false
        try worlds[0].type("B", "b1")
        worlds[0].takeTurn()
        #expect(worlds[1].game.shown.boards[0].text.hasPrefix("AB"))
    }

    @Test("whoever looks while a look is under way shares the next one, and gets what was saved before")
    func looksAreShared() throws {
        let servers = try Servers()
        let (stores, worlds) = (servers.stores, servers.worlds)
        let shared = try #require(worlds[1].game.shared)
        stores[1].isDeaf = true
        stores[1].isHeld = true
        var seen: [Int] = []
        for cell in ["a1", "b1", "c1"] {
            try worlds[0].type("A", cell)
            worlds[0].takeTurn()
            shared.bringUpToDate { [game = worlds[1].game] _ in seen.append(game.shown.sequence.value) }
        }
        shared.bringUpToDate { [game = worlds[1].game] _ in seen.append(game.shown.sequence.value) }
        stores[1].release()
        #expect(seen.count == 4 && seen.allSatisfy { $0 >= 1 })
        #expect(stores[1].looks == 2)
    }

    @Test("time passes by one server alone, and by the other when the first is gone")
    func oneServerActs() throws {
        let servers = try Servers()
        let (memory, worlds) = (servers.memory, servers.worlds)
        var acted: [Int] = []
        for (number, world) in worlds.enumerated() {
            world.game.actAlone { _ in
                acted.append(number)
            } orElse: {
                acted.append(-1)
            }
        }
        #expect(acted == [0, -1])
        memory.expireLease(of: .lobby)
        worlds[1].game.actAlone { _ in
            acted.append(1)
        } orElse: {
        }
        #expect(acted == [0, -1, 1])
    }

    @Test("what is done under a lease that another server has by now is not saved")
    func fenced() throws {
        let servers = try Servers()
        let (memory, worlds) = (servers.memory, servers.worlds)
        var lease: Lease?
        worlds[0].game.actAlone {
            lease = $0
        } orElse: {
        }
        memory.expireLease(of: .lobby)
        worlds[1].game.actAlone { _ in
        } orElse: {
        }
        let edit = BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[0], text: "A")])
        var codes: [String?] = []
        worlds[0].game.perform(.edit(edit), by: .spectator, under: lease) { codes.append($0.code) }
        for _ in 0..<Settings.commandTries + 1 { worlds[0].takeTurn() }
        #expect(codes == ["store-busy"])
        #expect(memory.saved(.lobby).isEmpty)
    }
}

import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("Two nodes on a shared store", .serialized)
struct SharedGamesTests {
    /// Two nodes, made by each test, because their loops belong to the test's thread.
    private struct Nodes {
        let memory: SharedMemory
        let stores: [SharedMemoryStore]
        let worlds: [TestWorld]

        init() throws {
            let memory = try SharedMemory()
            let stores = [memory.addNode(), memory.addNode()]
            self.memory = memory
            self.stores = stores
            worlds = try stores.map { try TestWorld(store: $0) }
        }
    }

    @Test("a node merges the events of the other and continues from them")
    func newsArrive() throws {
        let nodes = try Nodes()
        let worlds = nodes.worlds
        try worlds[0].type("A", "a1")
        worlds[0].takeTurn()
        try worlds[1].type("B", "b1")
        worlds[1].takeTurn()
        for world in worlds {
            #expect(world.game.committed.boards[0].text.hasPrefix("AB"))
            #expect(world.game.committed.sequence.value == 2)
            #expect(world.game.game.state.hash == world.game.committed.hash)
        }
    }

    @Test("an overtaken command is applied again after the events of the other node")
    func overtaken() throws {
        let nodes = try Nodes()
        let (stores, worlds) = (nodes.stores, nodes.worlds)
        var answers: [Int?] = []
        stores[0].isHeld = true
        try worlds[0].type("A", "a1") { answers.append($0.sequence) }
        worlds[0].takeTurn()
        try worlds[1].type("B", "b1") { answers.append($0.sequence) }
        worlds[1].takeTurn()
        stores[0].release()
        worlds[0].takeTurn()
        #expect(answers == [1, 2])
        #expect(worlds.map { $0.game.committed.sequence.value } == [2, 2])
        #expect(worlds[0].game.committed.hash == worlds[1].game.committed.hash)
        #expect(worlds[0].commits.queueDepth == 0)
    }

    @Test("commands queued behind an overtaken one are applied again too, in order")
    func overtakenInARow() throws {
        let nodes = try Nodes()
        let (memory, stores, worlds) = (nodes.memory, nodes.stores, nodes.worlds)
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
        #expect(worlds[1].game.committed.boards[0].text.hasPrefix("ABC"))
    }

    @Test("an overtaken command that was answered outcome-unknown is rolled back")
    func unknownAndOvertaken() throws {
        let nodes = try Nodes()
        let (stores, worlds) = (nodes.stores, nodes.worlds)
        let (world, other) = (worlds[0], worlds[1])
        var codes: [String?] = []
        stores[0].isHeld = true
        world.games.open(rules: "free", options: .none, title: nil, isPublic: false) { _ in }
        world.takeTurn()
        try world.type("A", "a1") { codes.append($0.code) }
        world.main.wait { !codes.isEmpty }
        #expect(codes == ["outcome-unknown"])
        try other.type("B", "b1")
        other.takeTurn()
        #expect(world.game.game.state.hash == world.game.committed.hash)
        #expect(world.game.committed.boards[0].text.hasPrefix(".B"))
    }

    @Test("a move id that was used on one node is known on the other")
    func oneMove() throws {
        let nodes = try Nodes()
        let (memory, stores, worlds) = (nodes.memory, nodes.stores, nodes.worlds)
        let key = try #require(MoveKey(sender: .address("192.0.2.1"), id: "m1"))
        var answers: [Int?] = []
        stores[1].dropsNews = true
        try worlds[0].type("A", "a1", move: key) { answers.append($0.sequence) }
        worlds[0].takeTurn()
        try worlds[1].type("A", "a1", move: key) { answers.append($0.sequence) }
        for _ in 0..<3 { worlds[1].takeTurn() }
        #expect(answers == [1, 1])
        #expect(memory.saved(.lobby).count == 1)
    }

    @Test("a refusal is checked against the store, not against a stale state")
    func refusalsAsk() throws {
        let nodes = try Nodes()
        let (stores, worlds) = (nodes.stores, nodes.worlds)
        var codes: [String?] = []
        stores[1].dropsNews = true
        try worlds[0].type("A", "a1")
        worlds[0].takeTurn()
        let cell = try #require(CellIndex(name: "a1"))
        let entry = BoardEdit.Entry(cell: cell, text: "B", expected: "A")
        worlds[1].game.perform(.edit(BoardEdit(entries: [entry])), by: .spectator) { codes.append($0.code) }
        for _ in 0..<3 { worlds[1].takeTurn() }
        #expect(codes == [nil])
        #expect(worlds[1].game.committed.boards[0].text.hasPrefix("B"))
    }

    @Test("a move id that is reused for another command is refused on both nodes")
    func reusedMove() throws {
        let worlds = try Nodes().worlds
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

    @Test("a lost message is noticed with the next one")
    func lostNews() throws {
        let nodes = try Nodes()
        let (stores, worlds) = (nodes.stores, nodes.worlds)
        stores[1].dropsNews = true
        try worlds[0].type("A", "a1")
        worlds[0].takeTurn()
        stores[1].dropsNews = false
        try worlds[0].type("B", "b1")
        worlds[0].takeTurn()
        #expect(worlds[1].game.committed.boards[0].text.hasPrefix("AB"))
    }

    @Test("catch-up calls during a query share the next query, and see everything saved before the call")
    func sharedQueries() throws {
        let nodes = try Nodes()
        let (stores, worlds) = (nodes.stores, nodes.worlds)
        let shared = try #require(worlds[1].game.shared)
        stores[1].dropsNews = true
        stores[1].isHeld = true
        var seen: [Int] = []
        for cell in ["a1", "b1", "c1"] {
            try worlds[0].type("A", cell)
            worlds[0].takeTurn()
            shared.bringUpToDate { [game = worlds[1].game] _ in seen.append(game.committed.sequence.value) }
        }
        shared.bringUpToDate { [game = worlds[1].game] _ in seen.append(game.committed.sequence.value) }
        stores[1].release()
        #expect(seen.count == 4 && seen.allSatisfy { $0 >= 1 })
        #expect(stores[1].catchUps == 2)
    }

    @Test("one node holds the lease, and the other gets it after it has expired")
    func oneServerActs() throws {
        let nodes = try Nodes()
        let (memory, worlds) = (nodes.memory, nodes.worlds)
        var acted: [Int] = []
        for (number, world) in worlds.enumerated() {
            world.game.withLease { _ in
                acted.append(number)
            } otherwise: {
                acted.append(-1)
            }
        }
        #expect(acted == [0, -1])
        memory.expireLease(of: .lobby)
        worlds[1].game.withLease { _ in
            acted.append(1)
        } otherwise: {
        }
        #expect(acted == [0, -1, 1])
    }

    @Test("an entry under a lease that another node holds by now is not saved")
    func fenced() throws {
        let nodes = try Nodes()
        let (memory, worlds) = (nodes.memory, nodes.worlds)
        var lease: Lease?
        worlds[0].game.withLease {
            lease = $0
        } otherwise: {
        }
        memory.expireLease(of: .lobby)
        worlds[1].game.withLease { _ in
        } otherwise: {
        }
        let edit = BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[0], text: "A")])
        var codes: [String?] = []
        worlds[0].game.perform(.edit(edit), by: .spectator, under: lease) { codes.append($0.code) }
        for _ in 0..<Settings.commandTries + 1 { worlds[0].takeTurn() }
        #expect(codes == ["store-busy"])
        #expect(memory.saved(.lobby).isEmpty)
    }
}

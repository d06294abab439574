import EventIO
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("Transactions of several games", .serialized)
struct TransactionTests {
    /// On such a board people write without a seat.
    private static let open = Parameters(["open": .flag(true)])

    @Test("tie their games together, and the games of other transactions in the same commit")
    func groups() throws {
        let ids = try "abcdef".map { try #require(GameID(String($0))) }
        let entries = (ids + [ids[0]]).map { JournalEntry(game: $0) }
        let batch = EventBatch(entries: entries, transactions: [[ids[0], ids[2]], [ids[4], ids[2]]])
        #expect(batch.groups.map { $0.map(\.game.text) } == [["a", "c", "e"], ["b"], ["d"], ["f"]])
        #expect(batch.groups[0][0].entries.count == 2)
        #expect(EventBatch(entries: entries).groups.count == 6)
    }

    @Test(
        "one commit begins a room's first game, puts the next one in its place, and ends a game in the room")
    func commits() throws {
        var store: FlakyEventStore?
        let client = try FrontDoorClient { _ in
            let flaky = FlakyEventStore(try MemoryEventStore(allRules))
            store = flaky
            return flaky
        }
        let batches = { store?.batches ?? [] }
        let key = try client.ask(.post, "/players", json: #"{"name":"Ann"}"#)["key"].string
        #expect(try client.ask(.post, "/rooms", json: #"{"name":"smiths"}"#, token: key).status == 201)
        for games in [2, 3] {
            let before = batches().count
            #expect(
                try client.ask(.post, "/rooms/smiths/games", json: #"{"rules":"free"}"#, token: key).status
                    == 201)
            #expect(batches().count == before + 1 && batches().last?.transactions.map(\.count) == [games])
        }
        let before = batches().count
        #expect(try client.ask(.post, "/rooms/smiths/actions/close", json: "{}", token: key).status == 200)
        #expect(batches().count == before + 1 && batches().last?.transactions.map(\.count) == [2])
        let room = try client.ask(.get, "/rooms/smiths", token: key)
        guard case .list(let games) = room["games"], case .object(let last) = games.first else {
            Issue.record("The room has no games.")
            return
        }
        #expect(games.count == 2 && last["result"] != .null)
    }

    /// Two nodes on a shared store, and a game beside the lobby that both have in memory.
    private func withNodes(
        _ work: (_ here: TestWorld, _ there: TestWorld, _ store: SharedMemoryStore, GameID) throws -> Void
    ) throws {
        let memory = try SharedMemory()
        let stores = [memory.addNode(), memory.addNode()]
        let worlds = try stores.map { try TestWorld(store: $0) }
        var made: GameID?
        worlds[0].games.open(rules: "free", options: Self.open, title: nil, isPublic: false) {
            made = (try? $0.get())?.0.id
        }
        worlds[0].takeTurn()
        let game = try #require(made)
        worlds[1].games.wake(game, for: .server) { _ in }
        try work(worlds[0], worlds[1], stores[0], game)
    }

    private func edit(_ text: String, _ cell: Int) -> Command {
        .edit(BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[cell], text: text)]))
    }

    /// Types a letter into the lobby and into `game` in one transaction, again if another node was first.
    private func type(
        _ text: String, _ game: LiveGame, in world: TestWorld, _ answer: @escaping (Problem?) -> Void
    ) {
        let parts = world.game.parts(edit(text, 0)) + game.parts(edit(text, 0))
        guard let first = parts.first else { return answer(.storeBusy) }
        world.commits.append(
            first, with: Array(parts.dropFirst()), retry: { type(text, game, in: world, answer) }, answer)
    }

    /// Types A into the lobby and a game in one transaction, after `before` and while another node types B into the
    /// game; both are saved, and the nodes agree.
    private func overtake(
        _ before: (TestWorld) throws -> Void, _ after: (TestWorld) throws -> Void, lobby: String
    ) throws {
        try withNodes { here, there, store, id in
            let (game, far) = (try #require(here.games[id]), try #require(there.games[id]))
            var answers: [Problem?] = []
            store.isHeld = true
            try before(here)
            type("A", game, in: here) { answers.append($0) }
            try after(here)
            far.perform(edit("B", 1), by: .spectator) { _ in }
            there.takeTurn()
            store.release()
            for _ in 0..<4 { here.takeTurn() }
            #expect(answers.count == 1 && answers[0] == nil)
            #expect(game.committed.boards[0].text.hasPrefix("AB"))
            #expect(here.game.committed.boards[0].text.hasPrefix(lobby))
            for (one, other) in [(game, far), (here.game, there.game)] {
                let hashes = [one.committed.hash, one.game.state.hash, other.committed.hash]
                #expect(Set(hashes).count == 1)
            }
            #expect(here.commits.queueDepth == 0)
        }
    }

    @Test("are applied again in all games when another node was first in one of them")
    func overtaken() throws {
        try overtake(
            { _ in },
            { here in
                here.takeTurn()
                // Builds on the transaction, which will be rejected.
                try here.type("C", "c1")
            }, lobby: "A.C")
    }

    @Test("that wait in the queue keep the news of other nodes waiting, and lose nothing")
    func queued() throws {
        try overtake(
            { here in
                try here.type("X", "e1")
                here.takeTurn()
            }, { _ in }, lobby: "A...X")
    }

    @Test("that fail set all of their games back")
    func failed() throws {
        let world = try TestWorld()
        var made: LiveGame?
        world.games.open(rules: "free", options: Self.open, title: nil, isPublic: false) {
            made = (try? $0.get())?.0
        }
        world.takeTurn()
        let game = try #require(made)
        var answers: [String?] = []
        world.store.failure = StoreFailure(reason: "The disk is full.")
        type("A", game, in: world) { answers.append($0?.kind.code) }
        world.takeTurn()
        #expect(answers == ["store-unavailable"])
        for one in [game, world.game] { #expect(one.game.state.sequence == one.committed.sequence) }
        #expect(world.commits.queueDepth == 0)
    }
}

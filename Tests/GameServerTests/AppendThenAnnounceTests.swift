import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore

@Suite("Apply, append, announce", .serialized)
struct AppendThenAnnounceTests {
    @Test("nothing is answered or announced before the commit")
    func nothingBeforeTheCommit() throws {
        let world = try TestWorld()
        var answers: [CommandResult] = []
        var announced: [Int] = []
        let binding = world.game.feed.bind { announced.append($0.state.sequence.value) }
        try world.type("A", "c3") { answers.append($0) }
        #expect(answers.isEmpty)
        #expect(announced == [0])
        #expect(world.game.committed.boards[0].lines.contains("A") == false)
        world.takeTurn()
        #expect(answers.map(\.sequence) == [1])
        #expect(announced == [0, 1])
        #expect(
            world.game.committed.boards[0].lines == """
                .....
                .....
                ..A..
                .....
                .....
                """)
        binding.cancel()
    }

    @Test("the edits of one turn of the loop are one commit")
    func oneCommitForATurn() throws {
        let world = try TestWorld()
        for cell in ["a1", "b1", "c1"] { try world.type("X", cell) }
        world.takeTurn()
        #expect(world.store.batchSizes == [3])
    }

    @Test("edits that arrive during a commit wait for the next one, in order")
    func commitsOneAtATime() throws {
        let world = try TestWorld()
        var answers: [Int?] = []
        world.store.isHeld = true
        try world.type("A", "a1") { answers.append($0.sequence) }
        world.takeTurn()
        try world.type("B", "b1") { answers.append($0.sequence) }
        world.takeTurn()
        #expect(answers.isEmpty)
        #expect(world.game.committed.sequence == .zero)
        world.store.release()
        world.takeTurn()
        #expect(answers == [1, 2])
        #expect(world.store.batchSizes == [1, 1])
    }

    @Test("a refusal waits for the commit under way")
    func refusalsWait() throws {
        let world = try TestWorld()
        var codes: [String?] = []
        world.store.isHeld = true
        try world.type("A", "a1") { codes.append($0.code) }
        world.takeTurn()
        try world.type("AB", "a1") { codes.append($0.code) }
        #expect(codes.isEmpty)
        world.store.release()
        world.takeTurn()
        #expect(codes == [nil, "not-a-letter"])
    }

    @Test("when a commit fails, the answer is store-unavailable and the game rolls back")
    func failedCommit() throws {
        let world = try TestWorld()
        try world.type("A", "a1")
        world.takeTurn()
        var codes: [String?] = []
        world.store.failure = StoreFailure(reason: "disk full")
        try world.type("B", "b1") { codes.append($0.code) }
        world.takeTurn()
        #expect(codes == ["store-unavailable"])
        #expect(world.game.committed.sequence.value == 1)
        #expect(world.game.game.state.sequence.value == 1)
        world.store.failure = nil
        try world.type("C", "c1") { codes.append($0.code) }
        world.takeTurn()
        #expect(codes == ["store-unavailable", nil])
        #expect(world.game.committed.boards[0].text.hasPrefix("A.C"))
        #expect(world.game.hashOfLiveGame == world.game.committed.hash)
    }

    @Test("edits queued behind a failed commit fail with it")
    func laterEditsFailToo() throws {
        let world = try TestWorld()
        var codes: [String?] = []
        world.store.isHeld = true
        try world.type("A", "a1") { codes.append($0.code) }
        world.takeTurn()
        try world.type("B", "b1") { codes.append($0.code) }
        world.store.failure = StoreFailure(reason: "I/O error")
        world.store.release()
        world.takeTurn()
        #expect(codes == ["store-unavailable", "store-unavailable"])
        #expect(world.game.game.state.sequence == .zero)
    }

    @Test("a command that follows from an answer is kept, and answered after its announcement")
    func commandsFromAnswers() throws {
        let world = try TestWorld()
        var seen: [String] = []
        world.store.failure = StoreFailure(reason: "disk full")
        try world.type("A", "a1") { [store = world.store, game = world.game] result in
            seen.append("first: \(result.code ?? "saved")")
            store.failure = nil
            let edit = BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[1], text: "B")])
            game.perform(.edit(edit), by: .spectator) { result in
                seen.append("second: \(result.sequence ?? 0) of \(game.committed.sequence)")
            }
        }
        world.takeTurn()
        world.takeTurn()
        #expect(seen == ["first: store-unavailable", "second: 1 of 1"])
        #expect(world.store.saved.map(\.sequence.value) == [1])
        #expect(world.commits.queueDepth == 0)
    }

    @Test("an edit that changes nothing is answered after the edits before it")
    func noOpFromAnAnswer() throws {
        let world = try TestWorld()
        var seen: [String] = []
        try world.type("A", "a1") { [game = world.game] _ in
            let noOp = BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[0], text: "A")])
            game.perform(.edit(noOp), by: .spectator) { result in
                seen.append("\(result.sequence ?? 0) of \(game.committed.sequence)")
            }
        }
        try world.type("B", "b1")
        world.takeTurn()
        world.takeTurn()
        #expect(seen == ["2 of 2"])
    }

    @Test("an unanswered prompt expires, even if the game was asleep")
    func promptsExpire() throws {
        let world = try TestWorld()
        let asked = Timestamp.systemNow() + (.milliseconds(80) - Prompt.lifetime)
        let past = try Game(world.game.setup)
        var events: [GameEvent] = []
        for name in ["Ann", "Ben"] {
            events += try past.apply(.takeSeat(PlayerName(name), nil), by: .spectator, at: asked)
        }
        events += try past.apply(.act("clear", .none), by: Player(seat: Seat(1)), at: asked)
        let game = LiveGame(StoredGame(past.state, recent: events), world.services)
        #expect(game.game.state.prompts.count == 1)
        world.main.wait { game.game.state.prompts.isEmpty && !world.store.batches.isEmpty }
        let last = world.store.batches.last?.entries.last?.events.last
        #expect(last?.change == .promptDismissed(prompt: 1, button: 0))
    }

    @Test("releasing a game frees its view models and documents")
    func lifetimes() throws {
        weak var game: LiveGame?
        weak var board: BoardViewModel?
        weak var document: BoardDocument?
        do {
            let world = try TestWorld()
            try world.type("A", "a1")
            world.takeTurn()
            game = world.game
            board = world.game.boards[0]
            document = world.game.document(0)
            #expect(game != nil && board != nil && document != nil)
        }
        #expect(game == nil)
        #expect(board == nil)
        #expect(document == nil)
    }
}

extension LiveGame {
    fileprivate var hashOfLiveGame: StateHash { game.state.hash }
}

import GameCore
import Testing

@testable import GameServer

/// The order of design.md, section 3: apply, append, announce.
@Suite(.serialized) struct AppendThenAnnounceTests {
    @Test("nobody is told before the commit, neither the sender nor the listeners")
    func nothingBeforeTheCommit() throws {
        let world = try TestWorld()
        var answers: [CommandResult] = []
        var announced: [Int] = []
        let binding = world.game.feed.bind { announced.append($0.picture.sequence.value) }
        try world.type("A", "c3") { answers.append($0) }
        #expect(answers.isEmpty)
        #expect(announced == [0])
        #expect(world.game.shown.boards[0].lines.contains("A") == false)
        world.takeTurn()
        #expect(answers.map(\.sequence) == [1])
        #expect(announced == [0, 1])
        #expect(
            world.game.shown.boards[0].lines == """
                .....
                .....
                ..A..
                .....
                .....
                """)
        binding.cancel()
    }

    @Test("what one turn of the loop produced is one commit")
    func oneCommitForATurn() throws {
        let world = try TestWorld()
        for cell in ["a1", "b1", "c1"] { try world.type("X", cell) }
        world.takeTurn()
        #expect(world.store.batches.map(\.events.count) == [3])
    }

    @Test("edits that come while a commit is under way wait for the next one, in order")
    func commitsOneAtATime() throws {
        let world = try TestWorld()
        var answers: [Int?] = []
        world.store.isHeld = true
        try world.type("A", "a1") { answers.append($0.sequence) }
        world.takeTurn()
        try world.type("B", "b1") { answers.append($0.sequence) }
        world.takeTurn()
        #expect(answers.isEmpty)
        #expect(world.game.shown.sequence == .zero)
        world.store.release()
        world.takeTurn()
        #expect(answers == [1, 2])
        #expect(world.store.batches.map(\.events.count) == [1, 1])
    }

    @Test("a refusal waits for the commit that it may speak of")
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

    @Test("when the store fails, the answer is store-unavailable and the game is what the store says")
    func failureIsForgotten() throws {
        let world = try TestWorld()
        try world.type("A", "a1")
        world.takeTurn()
        var codes: [String?] = []
        world.store.failure = StoreFailure(reason: "disk full")
        try world.type("B", "b1") { codes.append($0.code) }
        world.takeTurn()
        #expect(codes == ["store-unavailable"])
        #expect(world.commits.lastFailure?.reason == "disk full")
        #expect(world.game.shown.sequence.value == 1)
        #expect(world.game.game.state.sequence.value == 1)
        world.store.failure = nil
        try world.type("C", "c1") { codes.append($0.code) }
        world.takeTurn()
        #expect(codes == ["store-unavailable", nil])
        #expect(world.commits.lastFailure == nil)
        #expect(world.game.shown.boards[0].text.hasPrefix("A.C"))
        #expect(world.game.hashOfLiveGame == world.game.shown.hash)
    }

    @Test("what was applied on top of a batch that is lost is lost with it")
    func laterEditsAreLostToo() throws {
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

    @Test("a game that nobody holds any more is freed with its view models and documents")
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
    fileprivate var hashOfLiveGame: StateHash { game.hash }
}

import GameCore
import Testing

@Suite("A shared result")
struct ShareTextTests {
    private static let words = "SKILL LABEL PANDA RIVER SPEED SEVEN"

    /// The result on a board of a finished game, one line for each row.
    private func text(_ game: Game, board: Int = 0, _ scorer: BoardScorer? = nil) throws -> [String] {
        let rules = try #require(game.state.rules as? any ShareTextRules)
        let text = rules.shareText(
            of: try #require(game.state.boards.numbered(board)), in: game.state, scorer)
        return [text.result] + text.rows
    }

    // MARK: Guess

    @Test("of a guess game has the number of guesses and a row of squares for each")
    func found() throws {
        let table = try SolvingTable(people: 1, word: "SKILL", words: Self.words)
        try table.guess("LABEL")
        try table.guess("SKILL")
        #expect(try text(table.game) == ["2/5", "🟨⬛⬛⬛🟩", "🟩🟩🟩🟩🟩"])
    }

    @Test("of a guess game in hard mode has a star")
    func hard() throws {
        let table = try SolvingTable(people: 1, word: "SKILL", words: Self.words, ["hard": .flag(true)])
        try table.guess("SKILL")
        #expect(try text(table.game) == ["1/5*", "🟩🟩🟩🟩🟩"])
    }

    @Test("of an unsolved guess game has an X and the submitted rows")
    func missed() throws {
        let table = try SolvingTable(people: 1, word: "SKILL", words: Self.words)
        try table.guess("LABEL")
        try table.act("resign")
        #expect(try text(table.game) == ["X/5", "🟨⬛⬛⬛🟩"])
    }

    @Test("of a race is that of one board")
    func race() throws {
        let table = try SolvingTable(people: 2, word: "SKILL", words: Self.words, ["mode": .text("race")])
        try table.act("start")
        try table.guess("LABEL")
        try table.guess("SKILL")
        try table.guess("SKILL", by: .bea)
        #expect(try text(table.game, board: 1) == ["2/5", "🟨⬛⬛⬛🟩", "🟩🟩🟩🟩🟩"])
        #expect(try text(table.game, board: 2) == ["1/5", "🟩🟩🟩🟩🟩"])
    }

    // MARK: Mini

    private static let solution = TestPuzzles.ewe.filter { $0 != "#" && $0 != "/" }

    @Test("of a mini has the time and a square for each cell")
    func mini() throws {
        let table = try SolvingTable(people: 1)
        table.now = .second(83)
        try table.write(Self.solution)
        #expect(try text(table.game) == ["1:23", "⬛⬛🟩🟩🟩", "🟩🟩🟩🟩🟩", "🟩🟩🟩🟩🟩", "🟩🟩🟩🟩🟩", "🟩🟩🟩⬛⬛"])
    }

    @Test("of a mini says that the server helped, and where")
    func assisted() throws {
        let table = try SolvingTable(people: 1)
        try table.write("E")
        try table.act("check", ["scope": .text("cell"), "cell": .text("c1")])
        try table.act("reveal", ["scope": .text("cell"), "cell": .text("c3")])
        table.now = .second(605)
        try table.write("WE", from: "d1")
        try table.write("IDLEDRO", from: "a2")
        try table.write("EDIVORYSEW", from: "d3")
        #expect(
            try text(table.game)
                == ["10:05, assisted", "⬛⬛🟨🟩🟩", "🟩🟩🟩🟩🟩", "🟩🟩🟨🟩🟩", "🟩🟩🟩🟩🟩", "🟩🟩🟩⬛⬛"])
    }

    @Test("of an unsolved mini shows which letters were right")
    func unsolved() throws {
        let table = try SolvingTable(people: 1)
        try table.write("EXE")
        try table.act("resign")
        #expect(try text(table.game) == ["unsolved", "⬛⬛🟩⬜🟩", "⬜⬜⬜⬜⬜", "⬜⬜⬜⬜⬜", "⬜⬜⬜⬜⬜", "⬜⬜⬜⬛⬛"])
    }

    // MARK: Square

    @Test("of a word square has the points and shows the cells of counted words")
    func square() throws {
        let table = try SquareTable(people: 2, ["preset": .text("classic")])
        try table.start()
        try table.play(25, calling: "TRAINCATOO")
        let scorer = BoardScorer(try TestLexicons.of("CAT DOG CATS TRAIN ATE TEA"), Scoring())
        #expect(
            table.board(1) == """
                TRAIN
                CATOO
                TRAIN
                CATOO
                TRAIN
                """)
        #expect(
            try text(table.game, board: 1, scorer)
                == ["32 points", "🟩🟩🟩🟩🟩", "🟩🟩🟩⬜⬜", "🟩🟩🟩🟩🟩", "🟩🟩🟩⬜⬜", "🟩🟩🟩🟩🟩"])
    }
}

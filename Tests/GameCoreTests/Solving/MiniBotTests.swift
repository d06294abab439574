@testable import GameCore
import Testing

@Suite("A bot in a race of minis")
struct MiniBotTests {
    /// A race of Ann against bots, on the puzzle `##EWE/IDLED/ROBED/IVORY/SEW##` of 21 letters.
    private func race(
        _ bots: [BotLevel], people: Int = 1, _ options: [String: Parameters.Value] = [:],
        puzzle: String = TestPuzzles.ewe, givens: Set<String> = []
    ) throws -> SolvingTable {
        let table = try SolvingTable(
            people: people, options.merging(["mode": .text("race")]) { $1 }, puzzle: puzzle, givens: givens)
        for level in bots { try table.apply(.seatBot(level), by: .host) }
        try table.act("start")
        return table
    }

    private func text(_ number: Int, _ table: SolvingTable) -> String? {
        table.game.controller.boards.numbered(number)?.text
    }

    @Test("is not seated at a shared board")
    func shared() throws {
        let table = try SolvingTable(people: 1)
        #expect(table.refused { try table.apply(.seatBot(.easy), by: .ann) } == .noBots)
    }

    @Test("writes a word when the time of its level for each letter is over")
    func pace() throws {
        let table = try race([.medium])
        #expect(table.game.nextBotMove == .second(15) && table.game.deadline == .second(600))
        table.now = .second(14)
        #expect(try !table.moveBot())
        table.now = .second(15)
        #expect(try table.moveBot())
        #expect(text(2, table) == "##EWE/...../...../...../...##")
        #expect(try !table.moveBot())
        #expect(table.game.nextBotMove == .second(40))
        table.now = .second(40)
        #expect(try table.moveBot())
        #expect(text(2, table) == "##EWE/IDLED/...../...../...##")
    }

    @Test(
        "solves the puzzle in ten, five or two and a half seconds a letter, without help",
        arguments: [(.easy, 210_000), (.medium, 105_000), (.hard, 52_500)] as [(BotLevel, Int64)])
    func levels(level: BotLevel, milliseconds: Int64) throws {
        let table = try race([level])
        while let due = table.game.nextBotMove {
            table.now = due
            #expect(try table.moveBot())
        }
        let result = BoardResult(board: 2, elapsed: .milliseconds(milliseconds), isSolved: true)
        #expect(table.game.state.boardResult(of: 2) == result)
        for event in table.events {
            if case .cellChanged(let change) = event.change { #expect(change.cause == .bot) }
        }
    }

    @Test("shows no deadline of the race before the time limit")
    func limit() throws {
        let table = try race([.hard])
        #expect(table.game.ruleDeadline(table.game.state) == .second(600))
        let endless = try race([.hard], ["limit": .null])
        #expect(endless.game.ruleDeadline(endless.game.state) == nil && endless.game.nextBotMove != nil)
        table.now = .second(600)
        let late = Command.botMove(try #require(Seat(2)), BotMove("word", [:]))
        #expect(table.refused { try table.apply(late, by: .spectator) } == .notAllowed)
        #expect(try table.apply(.deadlineReached, by: .spectator).names == ["gameFinished"])
        #expect(table.result?.winners == [])
    }

    @Test("needs no time once no person plays")
    func end() throws {
        let table = try race([.easy, .hard], people: 2)
        try table.act("resign")
        #expect(try !table.moveBot())
        table.now = .second(4)
        try table.act("resign", by: .bea)
        while try table.moveBot() {}
        #expect(table.game.state.phase == .finished && table.result?.winners.map(\.number) == [3, 4])
    }

    @Test("loses against a faster person")
    func lost() throws {
        let table = try race([.hard])
        table.now = .second(50)
        while try table.moveBot() {}
        #expect(text(2, table) == "##EWE/IDLED/ROBED/IVORY/...##")
        try table.write(MiniTests.letters)
        while try table.moveBot() {}
        #expect(table.result?.solves.map(\.board) == [1, 2] && table.result?.winners.map(\.number) == [1])
        #expect(table.events.solvedBoards == [1], "a review compares people only")
    }

    @Test("leaves given letters, and writes the words across before the others")
    func givens() throws {
        let table = try race([.easy], puzzle: TestPuzzles.comb, givens: ["a1"])
        try table.act("resign")
        try table.moveBot()
        #expect(text(2, table) == "A#.#./.#.#./GHIJK/.#.#./.#.#.")
        try table.moveBot()
        #expect(text(2, table) == "A#.#./D#.#./GHIJK/L#.#./O#.#.")
        while try table.moveBot() {}
        #expect(text(2, table) == TestPuzzles.comb)
    }

    @Test("writes a letter that belongs to no word last")
    func lone() throws {
        let table = try race([.easy], puzzle: "A####/#EWE#/#####/#####/#####")
        try table.act("resign")
        try table.moveBot()
        #expect(text(2, table) == ".####/#EWE#/#####/#####/#####")
        try table.moveBot()
        #expect(table.game.state.boardResult(of: 2)?.isSolved == true)
    }

    @Test("refuses moves that are not due, or not its own")
    func forged() throws {
        let table = try race([.easy])
        for number in 1...3 {
            let move = Command.botMove(try #require(Seat(number)), BotMove("word", [:]))
            #expect(table.refused { try table.apply(move, by: .spectator) } == .notAllowed)
        }
        table.now = .second(300)
        let guess = Command.botMove(try #require(Seat(2)), BotMove("guess", ["word": .text("EWE")]))
        #expect(table.refused { try table.apply(guess, by: .spectator) } == .notAllowed)
    }

    @Test("has its letters checked with autocheck, like everybody")
    func autocheck() throws {
        let table = try race([.hard], ["autocheck": .flag(true)])
        table.now = .second(8)
        try table.moveBot()
        let bot = Player(seat: Seat(2))
        #expect(table.marks(of: bot) == "..rrr/...../...../...../.....")
        #expect(table.game.nextBotMove == .second(20))
        try table.act("resign")
        while try table.moveBot() {}
        #expect(table.game.state.phase == .finished)
    }

    @Test("writes letters of several scripts, which people can write too")
    func scripts() throws {
        let table = try race([.easy], puzzle: "가힣CDE/ABCDE/ABCDE/ABCDE/ABCDE")
        try table.write("가힣C")
        #expect(text(1, table)?.hasPrefix("가힣C") == true)
        try table.act("resign")
        while try table.moveBot() {}
        #expect(table.game.state.boardResult(of: 2)?.isSolved == true)
    }
}

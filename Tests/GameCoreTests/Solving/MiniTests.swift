import GameCore
import Testing

@Suite("A mini crossword")
struct MiniTests {
    private static let solution = TestPuzzles.ewe.filter { $0 != "#" && $0 != "\n" }

    @Test("begins with the first seat that is taken, and the clock with it")
    func beginning() throws {
        let table = try SolvingTable(people: 0)
        #expect(table.game.state.phase == .waiting)
        #expect(table.refusal { try table.write("E", by: .spectator) } == .tokenNeeded)
        table.now = .second(30)
        #expect(
            try table.ask(.takeSeat(PlayerName("Ann"), nil), by: .spectator).names == [
                "seatTaken", "gameStarted",
            ])
        table.now = .second(40)
        try table.write(Self.solution)
        #expect(table.result?.elapsed == .seconds(10))
    }

    @Test("numbers its cells as crosswords do")
    func numbers() throws {
        let puzzle = try TestPuzzles.of(TestPuzzles.ewe)
        let clues = puzzle.clues.map {
            "\($0.slot.direction) \($0.slot.number) \(puzzle.answer(of: $0.slot))"
        }
        #expect(
            clues == [
                "across 1 EWE", "across 4 IDLED", "across 6 ROBED", "across 7 IVORY", "across 8 SEW",
                "down 1 ELBOW", "down 2 WEER", "down 3 EDDY", "down 4 IRIS", "down 5 DOVE",
            ])
    }

    @Test("is over when it is full and right, and says who solved it and in what time")
    func solved() throws {
        let table = try SolvingTable(people: 2)
        table.now = .second(83)
        let events = try table.write(Self.solution, by: .bea)
        #expect(events.suffix(2).names == ["boardFinished", "gameFinished"])
        #expect(table.result?.winners == [Seat(1), Seat(2)].compactMap { $0 })
        #expect(table.result?.solves == [BoardResult(board: 0, elapsed: .seconds(83), isSolved: true)])
        #expect(table.result?.answer == "##EWE/IDLED/ROBED/IVORY/SEW##")
    }

    @Test("that is full but wrong says only that it is wrong")
    func wrong() throws {
        let table = try SolvingTable(people: 1)
        #expect(try table.write("X" + Self.solution.dropFirst()).last?.change == .boardWrong(0))
        #expect(table.marks().allSatisfy { ".\n".contains($0) } && table.game.state.phase == .playing)
        #expect(try table.write("X").isEmpty)
        #expect(try table.write("E").names == ["cellChanged", "boardFinished", "gameFinished"])
    }

    @Test("checks cells, words and the board: what is right locks, what is wrong is marked until it changes")
    func check() throws {
        let table = try SolvingTable(people: 1)
        try table.write("EXE")
        try table.act("check", ["scope": .text("cell"), "cell": .text("c1")])
        #expect(table.marks().hasPrefix("..r.."))
        #expect(try table.act("check", ["scope": .text("word"), "cell": .text("d1")]).count == 1)
        #expect(table.marks().hasPrefix("..rwr"))
        #expect(table.refusal { try table.write("X") } == .lockedCell)
        try table.write("W", from: "d1")
        #expect(table.marks().hasPrefix("..r.r"))
        #expect(try table.act("check").count == 1 && table.act("check").isEmpty)
        try table.write("IDLEDROBEDIVORYSEW", from: "a2")
        #expect(table.result?.solves.first?.isAssisted == true)
    }

    @Test("checks a word down when it is asked to")
    func checkDown() throws {
        let table = try SolvingTable(people: 1)
        try table.write(Self.solution.prefix(8) + "")
        try table.act("check", ["scope": .text("word"), "cell": .text("c1"), "direction": .text("down")])
        #expect(
            table.marks() == """
                ..r..
                ..r..
                .....
                .....
                .....
                """)
    }

    @Test("reveals what belongs there, which stays, and ends when that was all")
    func reveal() throws {
        let table = try SolvingTable(people: 1)
        let events = try table.act("reveal", ["scope": .text("cell"), "cell": .text("a2")])
        #expect(events.names == ["cellChanged", "cellsMarked"])
        #expect(table.refusal { try table.write("X", from: "a2") } == .lockedCell)
        #expect(table.refusal { try table.act("undo") } == .nothingToUndo)
        try table.act("reset")
        #expect(table.lines().hasPrefix("##...\nI...."))
        try table.act("reveal")
        #expect(table.lines() == TestPuzzles.ewe && table.result?.solves.first?.isAssisted == true)
    }

    @Test("checks every letter at once where that is the option")
    func autocheck() throws {
        let table = try SolvingTable(people: 1, ["autocheck": .flag(true)])
        try table.write("EXE")
        #expect(table.marks().hasPrefix("..rwr"))
        try table.write("W", from: "d1")
        try table.write("IDLEDROBEDIVORYSEW", from: "a2")
        #expect(table.result?.solves.first?.isAssisted == true)
    }

    @Test("keeps in mind what is written in pencil")
    func pencil() throws {
        let table = try SolvingTable(people: 1)
        try table.write("EW", inPencil: true)
        #expect(table.marks().hasPrefix("..pp."))
        #expect(try table.write("EW", inPencil: true).isEmpty)
        try table.write("E")
        #expect(table.marks().hasPrefix("...p."))
    }

    @Test("gives back what was in pencil as it was when it is taken back")
    func undonePencil() throws {
        let table = try SolvingTable(people: 1)
        try table.write("E", inPencil: true)
        try table.write("E")
        #expect(try table.act("undo").names == ["cellChanged"])
        #expect(table.marks().hasPrefix("..p..") && table.lines().hasPrefix("##E"))
    }

    @Test("that gives every letter away is none")
    func allGiven() throws {
        let cells = try "CATDOGEEL".map { Puzzle.Cell(try letter(String($0)), isGiven: true) }
        let rows: [Puzzle.Cell?] = cells + Array(repeating: nil, count: 16)
        #expect(throws: RuleViolation.self) { try Puzzle(about: .init(), cells: rows) { _ in ("", nil) } }
    }

    @Test("takes several letters where the puzzle has such a cell, and is content with the first of them")
    func rebus() throws {
        let table = try SolvingTable(people: 1, rebus: ["c1": "EAR"])
        try table.ask(.edit(BoardEdit(entries: [.init(cell: cell("c1"), text: "ear")])), by: .ann)
        #expect(table.board()?[try cell("c1")].letter?.text == "EAR" && table.lines().hasPrefix("##E.."))
        try table.act("check")
        #expect(table.marks().hasPrefix("..r.."))
        try table.write(Self.solution.dropFirst() + "", from: "d1")
        #expect(table.result != nil)
        let plain = try SolvingTable(people: 1)
        #expect(
            plain.refusal {
                try plain.ask(.edit(BoardEdit(entries: [.init(cell: cell("c1"), text: "EAR")])), by: .ann)
            } == .notALetter)
    }

    @Test("stands still while it is paused: nobody sees or writes anything, and no time passes")
    func pause() throws {
        let table = try SolvingTable(people: 1)
        try table.write("EWE")
        table.now = .second(10)
        try table.act("pause")
        let picture = table.game.state
        #expect(picture.boards(for: Seat(1)).isEmpty && picture.boards(for: nil).isEmpty)
        #expect(picture.views(of: table.events, for: Seat(1)).filter { !$0.isWhole }.count == 3)
        #expect(table.refusal { try table.write("X") } == .gamePaused)
        for name in ["check", "reveal", "reset", "undo", "resign"] {
            #expect(table.refusal { try table.act(name) } == .gamePaused)
        }
        #expect(try table.act("pause").isEmpty)
        table.now = .second(100)
        try table.act("resume")
        #expect(try table.act("resume").isEmpty)
        table.now = .second(105)
        try table.write("IDLEDROBEDIVORYSEW", from: "a2")
        #expect(table.result?.elapsed == .seconds(15))
    }

    @Test("asks the others before all of it is revealed or cleared")
    func consent() throws {
        let table = try SolvingTable(people: 2)
        try table.write("EWE")
        #expect(try table.act("reset").names == ["promptOpened"])
        #expect(
            try table.ask(.answer(prompt: 1, button: 1), by: .bea).names.suffix(3) == [
                "cellChanged", "cellChanged", "cellChanged",
            ])
        try table.act("reveal", by: .bea)
        try table.ask(.answer(prompt: 2, button: 0), by: .ann)
        #expect(table.lines().hasPrefix("##..."))
        try table.act("resign")
        try table.ask(.answer(prompt: 3, button: 1), by: .bea)
        #expect(table.result?.solves == [] && table.result?.winners == [] && table.result?.answer != nil)
    }

    @Test("is a race on boards of one's own, in which the first one wins and the others play on")
    func race() throws {
        let table = try SolvingTable(people: 3, ["mode": .text("race")])
        #expect(table.refusal { try table.act("check") } == .gameNotStarted)
        try table.act("start")
        table.now = .second(20)
        try table.write(Self.solution, by: .bea)
        #expect(table.game.state.phase == .playing && table.lines() == "##...\n.....\n.....\n.....\n...##")
        #expect(table.refusal { try table.write("X", by: .bea) } == .boardFinished)
        table.now = .second(30)
        try table.act("reveal")
        try table.ask(.leaveSeat(seat(3)), by: .cem)
        #expect(table.result?.winners == [Seat(2)].compactMap { $0 })
        #expect(table.result?.solves.map(\.board) == [2, 1] && table.game.state.ends.count == 3)
        #expect(table.game.state.seats.count == 3)
        // Who has left is not asked for a rematch.
        #expect(table.refusal { try table.act("rematch", by: .cem) } == .notAllowed)
        try table.act("rematch")
        #expect(table.game.state.prompts.first?.deciders == [Seat(2)].compactMap { $0 })
    }

    @Test("refuses options that it does not know, and the puzzle of a file together with others")
    func options() throws {
        func refused(_ options: [String: Parameters.Value]) -> RuleViolation.Code? {
            let setup = GameSetup(id: .lobby, rules: "mini", options: Parameters(options), created: .start)
            return refusal { try allRules.completing(setup, from: TestLibrary(lexicons: .none)) }?.code
        }
        #expect(refused(["puzzle": .text("x")]) == nil)
        #expect(refused(["puzzle": .text("x"), "seed": .number(1)]) == .invalidValue)
        #expect(refused(["difficulty": .text("cruel")]) == .invalidValue)
        #expect(refused(["seed": .number(-1)]) == .invalidValue)
        #expect(refused(["day": .text("2026-02-30")]) == .invalidValue)
        #expect(refused(["colour": .text("red")]) == .unknownKey)
        #expect(refused([:]) == .unknownLexicon)
    }
}

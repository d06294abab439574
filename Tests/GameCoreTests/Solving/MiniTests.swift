import GameCore
import Testing

@Suite("A mini crossword")
struct MiniTests {
    /// The letters of the puzzle, from the first cell that is not a block.
    static let letters = TestPuzzles.ewe.filter { $0 != "#" && $0 != "/" }

    @Test("starts, with its clock, when the first seat is taken")
    func beginning() throws {
        let table = try SolvingTable(people: 0)
        #expect(table.game.state.phase == .waiting)
        #expect(table.refused { try table.write("E", by: .spectator) } == .tokenNeeded)
        table.now = .second(30)
        #expect(try table.sit("Ann").names == ["seatTaken", "gameStarted"])
        #expect(table.game.state.start == GameStart(order: []))
        table.now = .second(40)
        try table.write(Self.letters)
        #expect(table.result?.elapsed == .seconds(10))
    }

    @Test("lets people sit down, leave and take over a seat while it is played")
    func seats() throws {
        let table = try SolvingTable(people: 2)
        try table.write("E")
        try table.write("W", from: "d1", by: .bea)
        #expect(table.text() == "##EW./...../...../...../...##")
        #expect(table.board()?[try cell("d1")].stamp.by == Seat(2))
        #expect(try table.leave(2, by: .bea).names == ["seatLeft"])
        try table.sit("Cem")
        #expect(table.game.state.seats.map(\.seat) == [Seat(1), Seat(2)])
        #expect(table.game.state.phase == .playing)
    }

    @Test(
        "numbers its cells like any crossword",
        arguments: [
            (
                TestPuzzles.ewe,
                """
                across 1 EWE 4 IDLED 6 ROBED 7 IVORY 8 SEW down 1 ELBOW 2 WEER 3 EDDY 4 IRIS 5 DOVE
                """
            ),
            (
                TestPuzzles.tam,
                """
                across 1 TAM 4 MADE 5 FEUDS 6 OOPS 7 EWE down 1 TAUPE 2 ADDS 3 MES 4 MEOW 5 FOE
                """
            ),
        ])
    func numbers(drawing: String, expected: String) throws {
        let puzzle = try TestPuzzles.of(drawing)
        let words = { (direction: BoardLine.Direction) in
            let clues = puzzle.clues.filter { $0.slot.direction == direction }
            return clues.map { "\($0.slot.number) \(puzzle.answer(of: $0.slot))" }
        }
        let list = ["across"] + words(.across) + ["down"] + words(.down)
        #expect(list.joined(separator: " ") == expected)
    }

    @Test("shows its clues once it has started, hides them while paused, and adds the answers at the end")
    func clues() throws {
        let table = try SolvingTable(people: 0)
        func shown() throws -> Parameters? {
            try table.game.state.rules.fields(of: table.game.state, for: nil).group("clues")
        }
        #expect(try shown() == nil)
        try table.sit("Ann")
        let first: [String: Parameters.Value] = [
            "number": .number(1), "cell": .number(2), "length": .number(3), "clue": .text("clue 1"),
        ]
        #expect(try shown()?.groups("across").first == Parameters(first))
        try table.act("pause")
        #expect(try shown() == nil)
        try table.act("resume")
        try table.act("resign")
        #expect(
            try shown()?.groups("across").first == Parameters(first.merging(["answer": .text("EWE")]) { $1 }))
        #expect(try shown()?.groups("down").map { try $0.text("answer") }.last == "DOVE")
    }

    @Test("accepts one letter in each open cell, all of an edit or nothing")
    func typing() throws {
        let table = try SolvingTable(people: 1, givens: ["d1"])
        #expect(table.text() == "##.W./...../...../...../...##")
        #expect(table.refused { try table.edit(["a1": "A"]) } == .lockedCell)
        #expect(table.refused { try table.edit(["d1": "A"]) } == .lockedCell)
        #expect(table.refused { try table.edit(["c1": "E", "e5": "A"]) } == .lockedCell)
        for text in ["7", "AB", "EAR", "#", ".", " ", "é!"] {
            #expect(table.refused { try table.edit(["c1": text]) } == .notALetter, "\(text)")
        }
        #expect(try table.edit(["c1": "x", "e1": "Q"]).names == ["cellChanged", "cellChanged"])
        #expect(try table.edit(["c1": "e", "e1": ""]).names == ["cellChanged", "cellChanged"])
        #expect(try table.edit(["c1": "E", "e1": ""]).isEmpty)
        #expect(table.text() == "##EW./...../...../...../...##")
    }

    @Test("takes plain letters for accented ones, and the accented ones")
    func accents() throws {
        let table = try SolvingTable(people: 1, puzzle: "HÉÄRT/#####/#####/#####/#####", rebus: ["d1": "ÉTÉ"])
        try table.edit(["a1": "H", "b1": "E", "c1": "Ä", "d1": "ETE", "e1": "T"])
        #expect(table.game.state.phase == .finished)
        let another = try SolvingTable(people: 1, puzzle: "HEART/#####/#####/#####/#####")
        try another.edit(["a1": "H", "b1": "É", "c1": "A", "d1": "R", "e1": "T"])
        #expect(another.game.state.phase == .playing)
    }

    @Test(
        "names the letters of its keyboard if A to Z are not enough, without telling those of the answers",
        arguments: [
            ("HÉART", nil), ("ÄÑÇÏŐ", nil), ("ØRSTÆ", "ABCDEFGHIJKLMNOPQRSTUVWXYZÆØ"),
            ("ΣΉΜΑ", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"),
            ("ДОМА", "ЁАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"), ("МРІЯ", "ЁАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІ"),
            ("שלום", "אבגדהוזחטיךכלםמןנסעףפץצקרשת"), ("나무", ""), ("漢字", ""),
        ])
    func keys(row: String, letters: String?) throws {
        let puzzle = try TestPuzzles.of(row.padded(with: "#") + "/#####/#####/#####/#####")
        #expect(puzzle.keys.map { $0.map(\.text).joined() } == letters)
    }

    @Test("is played by seated players only")
    func strangers() throws {
        let table = try SolvingTable(people: 1)
        for (player, code) in [(Player.spectator, RuleViolation.Code.tokenNeeded), (.host, .notAllowed)] {
            #expect(table.refused { try table.write("E", by: player) } == code)
            for name in ["check", "reveal", "reset", "clear", "pause", "resume", "undo", "resign"] {
                #expect(table.refused { try table.act(name, by: player) } == code, "\(name)")
            }
        }
        #expect(table.refused { try table.apply(.seatBot(.easy), by: .host) } == .noBots)
    }

    @Test("ends when the board is full and correct, with winners and time")
    func solved() throws {
        let table = try SolvingTable(people: 2)
        table.now = .second(83)
        let events = try table.write(Self.letters, by: .bea)
        #expect(events.suffix(2).names == ["boardFinished", "gameFinished"])
        #expect(table.result?.winners == [Seat(1), Seat(2)].compactMap { $0 })
        #expect(table.result?.solves == [BoardResult(board: 0, elapsed: .seconds(83), isSolved: true)])
        #expect(table.result?.answer == "##EWE/IDLED/ROBED/IVORY/SEW##")
        #expect(table.refused { try table.write("X") } == .gameFinished)
        for name in ["check", "reveal", "reset", "pause", "undo", "resign"] {
            #expect(table.refused { try table.act(name, by: .bea) } == .gameFinished, "\(name)")
        }
    }

    @Test("reports only that a full board is wrong, without marks, each time it changes")
    func wrong() throws {
        let table = try SolvingTable(people: 1)
        #expect(try table.write("XX" + Self.letters.dropFirst(2)).last?.change == .boardWrong(0))
        #expect(table.marks() == "...../...../...../...../....." && table.game.state.phase == .playing)
        #expect(try table.write("X").isEmpty)
        #expect(try table.write("E").names == ["cellChanged", "boardWrong"])
        #expect(
            try table.edit(["d1": "W"]).names == ["cellChanged", "boardFinished", "gameFinished"])
        #expect(table.result?.solves.first?.isAssisted == false)
    }

    @Test("is solved by the last open letter: typed, in pencil, or restored by undo")
    func lastLetter() throws {
        let pencil = try SolvingTable(people: 1)
        #expect(try pencil.write(Self.letters, inPencil: true).names.last == "gameFinished")

        let given = try SolvingTable(people: 1, givens: ["d1", "e1", "a2"])
        try given.write(Self.letters.dropFirst(4) + "", from: "b2")
        #expect(try given.edit(["c1": "E"]).names.last == "gameFinished")

        let undone = try SolvingTable(people: 2)
        try undone.write(Self.letters.dropLast(2) + "")
        try undone.edit(["b5": "E"])
        try undone.edit(["b5": "X"])
        #expect(try undone.edit(["c5": "W"], by: .bea).names == ["cellChanged", "boardWrong"])
        #expect(try undone.act("undo").names == ["cellChanged", "boardFinished", "gameFinished"])
    }

    @Test("refuses a puzzle whose letters are all given")
    func allGiven() throws {
        let cells = try "CATDOGEEL".map { Puzzle.Cell(try letter(String($0)), isGiven: true) }
        let rows: [Puzzle.Cell?] = cells + Array(repeating: nil, count: 16)
        #expect(throws: RuleViolation.self) { try Puzzle(metadata: .init(), cells: rows) { _ in ("", nil) } }
    }

    @Test("accepts digits in every cell of a puzzle that has some, and several of them in a rebus puzzle")
    func digits() throws {
        let table = try SolvingTable(people: 1, rebus: ["c1": "4"])
        try table.edit(["c1": "7", "d1": "w"])
        #expect(table.text() == "##7W./...../...../...../...##")
        #expect(table.refused { try table.edit(["e1": "42"]) } == .notALetter)
        try table.act("check")
        #expect(table.marks() == "..wr./...../...../...../.....")
        let words = try SolvingTable(people: 1)
        #expect(words.refused { try words.edit(["c1": "4"]) } == .notALetter)
        let route = try SolvingTable(people: 1, rebus: ["c1": "A1"])
        try route.edit(["c1": "a1", "d1": "1st"])
        #expect(route.text() == "##A1./...../...../...../...##")
    }

    @Test("accepts several letters in every cell of a rebus puzzle, and the first letter as correct")
    func rebus() throws {
        let table = try SolvingTable(people: 1, rebus: ["c1": "EAR"])
        try table.edit(["c1": "ear", "d1": "TEN", "e1": "ABCDEFGHIJ"])
        #expect(table.board()?[try cell("c1")].letter?.text == "EAR")
        #expect(table.text() == "##ETA/...../...../...../...##")
        for text in ["ABCDEFGHIJK", "A1", "A B", "T-N"] {
            #expect(table.refused { try table.edit(["c2": text]) } == .notALetter, "\(text)")
        }
        try table.act("check")
        #expect(table.marks() == "..rww/...../...../...../.....")
        try table.write(Self.letters.dropFirst() + "", from: "d1")
        #expect(table.result?.answer == TestPuzzles.ewe)
        let answers = try table.game.state.rules.fields(of: table.game.state, for: nil).group("clues")
        #expect(try answers?.groups("across").first?.text("answer") == "EARWE")

        let short = try SolvingTable(people: 1, rebus: ["c1": "EAR"])
        try short.write(Self.letters)
        #expect(short.result?.solves.count == 1)
    }

    @Test(
        "asks the other players before the whole board is revealed or cleared", arguments: ["reset", "clear"])
    func consent(name: String) throws {
        let table = try SolvingTable(people: 2)
        try table.write("EWE")
        #expect(try table.act(name).names == ["promptOpened"])
        let prompt = try #require(table.game.state.prompts.first)
        #expect(prompt.buttons == ["Keep", "Clear"] && prompt.deciders == [Seat(2)].compactMap { $0 })
        #expect(
            try table.answer(1, by: .bea).names.suffix(3) == [
                "cellChanged", "cellChanged", "cellChanged",
            ])
        try table.act("reveal", by: .bea)
        #expect(table.game.state.prompts.first?.buttons == ["Keep", "Reveal"])
        try table.answer(0, to: 2, by: .ann)
        #expect(table.text() == "##.../...../...../...../...##")
        try table.act("reveal", by: .bea)
        try table.answer(1, to: 3, by: .ann)
        #expect(table.text() == TestPuzzles.ewe && table.result?.solves.first?.isAssisted == true)
    }

    @Test("asks nobody before a cell or a word is revealed or cleared")
    func noConsent() throws {
        let table = try SolvingTable(people: 2)
        let word: [String: Parameters.Value] = ["scope": .text("word"), "cell": .text("a2")]
        #expect(try table.act("reveal", word, by: .bea).names.last == "cellsMarked")
        try table.write("E")
        #expect(
            try table.act("reset", ["scope": .text("cell"), "cell": .text("c1")]).names == ["cellChanged"])
    }

    @Test("is given up by a single player at once, and by several with their consent")
    func resign() throws {
        let alone = try SolvingTable(people: 1)
        #expect(try alone.act("resign").names == ["boardFinished", "gameFinished"])
        #expect(alone.result?.solves == [] && alone.result?.winners == [])
        #expect(alone.result?.answer == TestPuzzles.ewe)

        let table = try SolvingTable(people: 2)
        #expect(try table.act("resign").names == ["promptOpened"])
        #expect(table.game.state.prompts.first?.buttons == ["Play on", "Give up"])
        try table.answer(0, by: .bea)
        #expect(table.game.state.phase == .playing)
        try table.act("resign")
        try table.answer(1, to: 2, by: .bea)
        #expect(table.result?.solves == [] && table.result?.winners == [])
    }

    @Test("can be ended by the host, even while paused", arguments: [false, true])
    func close(isPaused: Bool) throws {
        let table = try SolvingTable(people: 2)
        try table.write("EWE")
        if isPaused { try table.act("pause") }
        #expect(try table.act("close", by: .host).names == ["gameFinished"])
        #expect(table.result?.winners == [] && table.result?.answer == TestPuzzles.ewe)
        #expect(table.game.state.boards(for: nil).map(\.text) == ["##EWE/...../...../...../...##"])
    }
}

extension String {
    /// The row with `filler` up to five cells.
    fileprivate func padded(with filler: Character) -> String {
        self + String(repeating: filler, count: 5 - count)
    }
}

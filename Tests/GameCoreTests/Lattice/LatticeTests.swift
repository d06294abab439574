import GameCore
import Testing

@Suite("A lattice")
struct LatticeTests {
    @Test("shows no letter until the first player sits down; then the clock runs")
    func start() throws {
        let table = try LatticeTable.of(people: 0)
        #expect(table.text() == "...../.#.#./...../.#.#./.....")
        #expect(table.game.state.phase == .waiting && table.marks() == "...../...../...../...../.....")
        try table.sit("Ann")
        #expect(table.text() == LatticeTable.start && table.game.state.phase == .playing)
        #expect(table.marks() == "mmmmh/m.h.n/mmnnn/h.m.h/mnmhm")
    }

    @Test("changes two cells and their marks with one swap")
    func swap() throws {
        let table = try LatticeTable.of(people: 1)
        let events = try table.swap("c1", "e5")
        #expect(table.text() == "GTBGT/E#A#E/WOELD/O#A#E/BTLAR")
        #expect(table.marks() == "mmhmh/m.h.n/mmnnn/h.m.h/mnmhn")
        #expect(events.names == ["cellChanged", "cellChanged", "cellsMarked"])
        guard case .cellChanged(let first) = events[0].change,
            case .cellChanged(let second) = events[1].change,
            case .cellsMarked(let marks) = events[2].change
        else { return }
        #expect(first.cell == (try cell("c1")) && first.value?.text == "B" && first.previous?.text == "R")
        #expect(second.cell == (try cell("e5")) && second.value?.text == "R" && second.previous?.text == "B")
        #expect([first.cause, second.cause, marks.cause].map(\.rawValue) == ["swap", "swap", "swap"])
        #expect(marks.cells.map(\.cell.square) == ["c1", "e5"])
        #expect(try swapsLeft(table) == 14)
    }

    private func swapsLeft(_ table: SolvingTable) throws -> Int? {
        let state = table.game.state
        return try state.rules.fields(of: state, for: nil).number("swapsLeft", in: 0...15)
    }

    @Test(
        "refuses a swap of equal letters, of a hole, of a letter in its place, and of one cell",
        arguments: [
            ("a1", "d1", "nothing-to-swap"), ("a1", "a1", "nothing-to-swap"), ("b2", "a1", "cell-locked"),
            ("a1", "d4", "cell-locked"), ("b2", "b2", "cell-locked"), ("e1", "a1", "cell-locked"),
            ("a1", "c2", "cell-locked"), ("c2", "c2", "cell-locked"), ("f1", "a1", "invalid-value"),
        ])
    func refusedSwaps(from: String, to: String, code: String) throws {
        let table = try LatticeTable.of(people: 1)
        #expect(table.refused { try table.swap(from, to) }?.name == code)
        #expect(try swapsLeft(table) == 15)
    }

    @Test("names the cell of a refused swap, and needs two cells")
    func refusedCells() throws {
        let table = try LatticeTable.of(people: 1)
        #expect(refusal { try table.swap("a1", "b2") }?.cell?.square == "b2")
        for values in [[:], ["from": .number(0)], ["from": .number(0), "to": .number(25)]]
            as [[String: Parameters.Value]]
        {
            #expect(table.refused { try table.act("swap", values) } == .invalidValue)
        }
        #expect(try table.act("swap", ["from": .number(0), "to": .number(1)]).count == 3)
    }

    @Test("refuses every typed letter, on letters and holes alike", arguments: ["a1", "b2", "e1"])
    func typing(square: String) throws {
        let table = try LatticeTable.of(people: 1)
        for text in ["X", "G", ""] {
            #expect(table.refused { try table.edit([square: text]) }?.name == "cell-locked")
        }
        #expect(refusal { try table.edit([square: "X"]) }?.cell?.square == square)
        #expect(refusal { try table.edit([square: "X"], by: .spectator) }?.code == .tokenNeeded)
        #expect(table.refused { try table.act("undo") } == .noSuchAction)
    }

    @Test("is solved in ten swaps with five points, and then is over")
    func solved() throws {
        let table = try LatticeTable.of(people: 1)
        table.now = .second(60)
        try table.solve(9)
        #expect(table.result == nil)
        try table.solve()
        #expect(table.text() == LatticeTable.solution && table.game.state.phase == .finished)
        #expect(
            table.result
                == GameResult(
                    elapsed: .seconds(60), winners: [try seat(1)],
                    scores: [.init(seat: try seat(1), points: 5)],
                    solves: [BoardResult(board: 0, elapsed: .seconds(60), isSolved: true, points: 5)],
                    answer: LatticeTable.solution))
        #expect(table.refused { try table.swap("a1", "b1") } == .gameFinished)
    }

    @Test("is lost after fifteen swaps, and shows the solution")
    func lost() throws {
        let table = try LatticeTable.of(people: 1)
        try table.waste(15)
        #expect(try swapsLeft(table) == 0 && table.game.state.phase == .finished)
        #expect(table.result?.winners == [] && table.result?.scores.map(\.points) == [0])
        #expect(table.result?.answer == LatticeTable.solution && table.result?.solves == [])
    }

    @Test("that the last swap solves has no points, but is won")
    func lastSwap() throws {
        let table = try LatticeTable.of(people: 1)
        try table.waste(4)
        try table.swap("a1", "b1")
        try table.swap("a1", "b1")
        // Five swaps are wasted: an even number restores the start, and one more costs a swap to undo.
        #expect(try swapsLeft(table) == 9)
        #expect(LatticeReference.shortestSolution(table.text(), to: LatticeTable.solution).count == 10)
        let other = try LatticeTable.of(people: 1)
        try other.waste(4)
        let first = try #require(
            LatticeReference.shortestSolution(other.text(), to: LatticeTable.solution).first)
        try other.act("swap", ["from": .number(first.from), "to": .number(first.to)])
        #expect(try swapsLeft(other) == 10)
        try other.solve()
        #expect(other.result?.scores.map(\.points) == [1] && other.result?.winners.count == 1)
    }

    @Test("played together is won by all who are seated; everybody may swap")
    func together() throws {
        let table = try LatticeTable.of(people: 3, ["mode": .text("together")])
        try table.solve(5)
        try table.solve(4, by: .bea)
        try table.solve(by: .cem)
        #expect(table.result?.winners.map(\.number) == [1, 2, 3])
        #expect(table.result?.scores.map(\.points) == [5, 5, 5])
        #expect(table.refused { try table.sit("Dov") } == .gameFinished)
    }

    @Test("can be given up, with the consent of the others")
    func resign() throws {
        let table = try LatticeTable.of(people: 2, ["mode": .text("together")])
        try table.act("resign")
        #expect(table.result == nil)
        try table.answer(1, by: .bea)
        #expect(table.result?.winners == [] && table.result?.scores.map(\.points) == [0, 0])
    }

    @Test("lists the actions that are possible")
    func actions() throws {
        let table = try LatticeTable.of(people: 1)
        #expect(table.actions(for: .ann) == ["recolour", "resign", "swap"])
        #expect(table.actions(for: .spectator) == [])
        try table.waste(15)
        #expect(table.actions(for: .ann) == ["recolour", "rematch"])
    }

    @Test("is shared as stars and squares, without a letter")
    func shareText() throws {
        func text(_ table: SolvingTable) throws -> [String] {
            let state = table.game.state
            let rules = try #require(state.rules as? any ShareTextRules)
            let text = rules.shareText(of: state.boards[0], in: state, nil)
            return [text.result] + text.rows
        }
        let won = try LatticeTable.of(people: 1)
        try won.waste(2)
        try won.solve()
        let (full, holes) = ("🟩🟩🟩🟩🟩", "🟩⬛🟩⬛🟩")
        #expect(try text(won) == ["★★★☆☆", full, holes, full, holes, full])
        let lost = try LatticeTable.of(people: 1)
        try lost.waste(15)
        #expect(try text(lost).prefix(3) == ["X", "⬜⬜🟨⬜🟩", "⬜⬛🟩⬛🟨"])
    }

    @Test(
        "refuses a setup whose words or start are malformed",
        arguments: [
            (nil, LatticeTable.start), (LatticeTable.solution, nil), ("ABBOT", LatticeTable.start),
            (LatticeTable.solution, "GTRGT/E#A#E/WOELD/O#A#E/BTLAX"),
            (LatticeTable.solution, "GTRGT/EAA#E/WOELD/O#A#E/BTLAB"),
            ("ABBOT/L.A#W/LEDGE/O#G#E/TREAT", LatticeTable.start),
        ] as [(String?, String?)])
    func malformed(solution: String?, start: String?) {
        var answer: [String: Parameters.Value] = [:]
        if let solution { answer["solution"] = .text(solution) }
        if let start { answer["start"] = .text(start) }
        let setup = GameSetup(id: .lobby, rules: "lattice", created: .start, answer: Parameters(answer))
        #expect(refusal { try Game(setup) }?.code == .invalidValue)
    }
}

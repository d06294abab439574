import GameCore
import Testing

/// Check, reveal and reset, autocheck and pencil.
@Suite("Help in a mini")
struct MiniHelpTests {
    private typealias Values = [String: Parameters.Value]

    private func part(_ scope: String, _ cell: String, _ direction: String? = nil) -> Values {
        var values: Values = ["scope": .text(scope), "cell": .text(cell)]
        if let direction { values["direction"] = .text(direction) }
        return values
    }

    /// A player who has written `first` into the first row.
    private func table(_ first: String, givens: Set<String> = []) throws -> SolvingTable {
        let table = try SolvingTable(people: 1, givens: givens)
        try table.write(first)
        return table
    }

    // MARK: Check

    @Test("checks a cell, a word across or down, or the board; empty cells get no mark")
    func check() throws {
        let table = try table("EX")
        try table.write("I", from: "a2")
        #expect(try table.act("check", part("cell", "c1")).names == ["cellsMarked"])
        #expect(table.marks() == "..r../...../...../...../.....")
        try table.write("L", from: "c2")
        try table.act("check", part("word", "c2", "down"))
        #expect(table.marks() == "..r../..r../...../...../.....")
        try table.act("check", part("word", "d1"))
        #expect(table.marks() == "..rw./..r../...../...../.....")
        #expect(try table.act("check").names == ["cellsMarked"])
        #expect(table.marks() == "..rw./r.r../...../...../.....")
        #expect(try table.act("check").isEmpty && table.act("check", part("cell", "b5")).isEmpty)
    }

    @Test("takes the word across, else the word down, of a cell without a direction")
    func direction() throws {
        let table = try SolvingTable(people: 1, puzzle: TestPuzzles.comb)
        try table.edit(["a1": "X", "a2": "X", "a3": "X", "b3": "X", "a4": "X"])
        #expect(
            table.refused { try table.act("check", part("word", "a1", "across")) } == .invalidValue)
        try table.act("check", part("word", "a1"))
        #expect(table.marks() == "w..../w..../w..../w..../.....")
        try table.act("check", part("word", "a3"))
        #expect(table.marks() == "w..../w..../ww.../w..../.....")
    }

    @Test("locks right letters, and keeps wrong ones marked until they are changed or cleared")
    func marks() throws {
        let table = try table("EXX")
        try table.act("check")
        #expect(table.marks() == "..rww/...../...../...../.....")
        for text in ["X", "E", ""] {
            #expect(table.refused { try table.edit(["c1": text]) } == .lockedCell)
        }
        #expect(table.refused { try table.edit(["a2": "I", "c1": "X"]) } == .lockedCell)
        try table.edit(["d1": "Y", "e1": ""])
        #expect(table.marks() == "..r../...../...../...../.....")
        #expect(table.text() == "##EY./...../...../...../...##")
    }

    @Test("cannot be undone once a letter is locked; undo removes the mark of a wrong letter")
    func undo() throws {
        let right = try table("E")
        try right.act("check")
        #expect(right.refused { try right.act("undo") } == .lockedCell)

        let wrong = try table("X")
        try wrong.act("check")
        try wrong.act("undo")
        #expect(wrong.text() == "##.../...../...../...../...##" && !wrong.marks().contains("w"))

        let revealed = try table("")
        try revealed.act("reveal", part("cell", "c1"))
        #expect(revealed.refused { try revealed.act("undo") } == .nothingToUndo)
    }

    @Test("counts as assistance when a letter was marked, even if no mark is left; not when nothing was")
    func assistance() throws {
        let helped = try table("X")
        try helped.act("check")
        try helped.act("undo")
        try helped.write(MiniTests.letters)
        #expect(helped.result?.solves.first?.isAssisted == true)

        let unhelped = try table("")
        try unhelped.act("check")
        try unhelped.act("reset")
        try unhelped.write(MiniTests.letters)
        #expect(unhelped.result?.solves.first?.isAssisted == false)
    }

    // MARK: Reveal

    @Test("reveals and locks a letter")
    func revealCell() throws {
        let table = try table("")
        let events = try table.act("reveal", part("cell", "a2"))
        #expect(events.names == ["cellChanged", "cellsMarked"])
        #expect(
            events.first?.change
                == .cellChanged(
                    CellChange(
                        cell: try cell("a2"), value: try letter("I"), previous: nil, by: Seat(1),
                        cause: .reveal)))
        #expect(table.marks() == "...../R..../...../...../.....")
        #expect(table.refused { try table.edit(["a2": "X"]) } == .lockedCell)
    }

    @Test("reveals a word: letters that are checked right keep their mark, and a second time changes nothing")
    func revealWord() throws {
        let table = try table("EXE")
        try table.act("check", part("cell", "c1"))
        let events = try table.act("reveal", part("word", "e1"))
        #expect(events.names == ["cellChanged", "cellsMarked"])
        #expect(table.text() == "##EWE/...../...../...../...##")
        #expect(table.marks() == "..rRR/...../...../...../.....")
        #expect(try table.act("reveal", part("word", "e1")).isEmpty)
    }

    @Test("ends the game by revealing its last letter or the whole board")
    func revealBoard() throws {
        let last = try table(MiniTests.letters.dropLast() + "")
        #expect(
            try last.act("reveal", part("cell", "c5")).names == [
                "cellChanged", "cellsMarked", "boardFinished", "gameFinished",
            ])
        #expect(last.result?.solves.first?.isAssisted == true)

        let all = try table("X")
        #expect(try all.act("reveal").names.suffix(3) == ["cellsMarked", "boardFinished", "gameFinished"])
        #expect(all.text() == TestPuzzles.ewe && all.result?.solves.first?.isAssisted == true)
    }

    @Test("asks the other players before the last word is revealed, however it is revealed")
    func lastWord() throws {
        for isWordByWord in [true, false] {
            let table = try SolvingTable(people: 2)
            func reveal(_ name: String) throws -> [String] {
                try table.act("reveal", isWordByWord ? part("word", name, "across") : part("cell", name))
                    .names
            }
            let open = CellIndex.all.filter { table.board()?[$0].object is PuzzleCell }.map(\.square)
            let cells = isWordByWord ? ["c1", "a2", "a3", "a4"] : open.dropLast()
            for cell in cells { #expect(try reveal(cell).last == "cellsMarked") }
            let last = isWordByWord ? "a5" : "c5"
            #expect(try reveal(last) == ["promptOpened"])
            #expect(table.refused { _ = try reveal(last) } == .alreadyAsked)
            #expect(try table.answer(0, by: .bea).names.last == "promptDismissed")
            #expect(try reveal(last) == ["promptOpened"])
            #expect(try table.answer(1, to: 2, by: .bea).names.last == "gameFinished")
        }
    }

    @Test("asks before the reveal of the letters that are missing or wrong, and leaves the others unmarked")
    func lastLetters() throws {
        let table = try SolvingTable(people: 2)
        try table.write("X" + MiniTests.letters.dropFirst().dropLast())
        #expect(try table.act("reveal", part("cell", "c5")).names.last == "boardWrong", "c1 is still wrong")
        #expect(try table.act("reveal", part("cell", "c1")).names == ["promptOpened"])
        try table.answer(1, by: .bea)
        #expect(table.marks() == "..R../...../...../...../..R..")
        #expect(table.result?.solves.first?.isAssisted == true)
    }

    @Test("does not ask a single player, or a program, before the last word is revealed")
    func lastWordAlone() throws {
        let table = try SolvingTable(people: 1)
        try table.apply(.takeSeat(PlayerName("Robot"), nil, isProgram: true), by: .spectator)
        try table.write(MiniTests.letters.dropLast() + "")
        #expect(try table.act("reveal", part("cell", "c5")).names.last == "gameFinished")
    }

    // MARK: Reset

    @Test("resets a cell, a word or the board, except locked letters", arguments: ["reset", "clear"])
    func reset(name: String) throws {
        let table = try table("EWX")
        try table.write("IDLED", from: "a2")
        try table.write("R", from: "a3")
        try table.act("check", part("cell", "d2"))
        try table.act("check", part("cell", "e1"))
        try table.edit(["a4": "I"], inPencil: true)
        try table.act("reset", part("cell", "c1"))
        #expect(table.text() == "##.WX/IDLED/R..../I..../...##")
        try table.act("reset", part("word", "a2", "across"))
        #expect(table.text() == "##.WX/...E./R..../I..../...##")
        #expect(table.marks() == "....w/...r./...../p..../.....")
        let events = try table.act(name)
        #expect(events.names == ["cellChanged", "cellChanged", "cellChanged", "cellChanged"])
        #expect(table.text() == "##.../...E./...../...../...##")
        #expect(table.marks() == "...../...r./...../...../.....")
        #expect(try table.act(name).isEmpty)
    }

    @Test("leaves given letters alone")
    func givens() throws {
        let table = try table("", givens: ["d1"])
        for name in ["check", "reveal", "reset"] {
            #expect(try table.act(name, part("cell", "d1")).isEmpty, "\(name)")
        }
        try table.act("reveal", part("word", "c1", "across"))
        #expect(table.marks() == "..R.R/...../...../...../.....")
    }

    // MARK: Scope

    @Test(
        "refuses a scope that names no part of the board",
        arguments: [
            ["scope": .text("all")], ["scope": .number(5)], ["scope": .text("cell")],
            ["scope": .text("word")], ["scope": .text("cell"), "cell": .number(0)],
            ["scope": .text("word"), "cell": .number(24)], ["scope": .text("cell"), "cell": .number(25)],
            ["scope": .text("cell"), "cell": .number(-1)],
            ["scope": .text("cell"), "cell": .seconds(.milliseconds(1500))],
            ["scope": .text("cell"), "cell": .text("f6")], ["scope": .text("cell"), "cell": .null],
            ["scope": .text("word"), "cell": .number(2), "direction": .text("diagonal")],
            ["scope": .text("word"), "cell": .number(2), "direction": .number(1)],
        ] as [[String: Parameters.Value]])
    func scope(values: [String: Parameters.Value]) throws {
        let table = try table("EX")
        for name in ["check", "reveal", "reset"] {
            #expect(table.refused { try table.act(name, values) } == .invalidValue, "\(name)")
        }
    }

    @Test("refuses unknown parameters", arguments: ["more", "Scope", "by"])
    func unknown(parameter: String) throws {
        let table = try table("EX")
        for name in ["check", "reveal", "reset"] {
            let values: Values = ["scope": .text("board"), parameter: .number(2)]
            #expect(table.refused { try table.act(name, values) } == .unknownKey, "\(name)")
        }
    }

    // MARK: Autocheck

    @Test("checks every letter at once with autocheck")
    func autocheck() throws {
        let table = try SolvingTable(people: 1, ["autocheck": .flag(true)])
        #expect(try table.write("EX").names == ["cellChanged", "cellChanged", "cellsMarked"])
        #expect(table.marks() == "..rw./...../...../...../.....")
        #expect(table.refused { try table.edit(["c1": "X"]) } == .lockedCell)
        try table.edit(["d1": ""])
        #expect(table.marks() == "..r../...../...../...../.....")
        let full = try table.write("XEIDLEDROBEDIVORYSEW", from: "d1")
        #expect(full.names.suffix(2) == ["cellsMarked", "boardWrong"])
        #expect(try table.edit(["d1": "W"]).names.last == "gameFinished")
        #expect(table.result?.solves.first?.isAssisted == true && table.result?.winners.count == 1)
    }

    // MARK: Pencil

    @Test("marks letters written in pencil until they are written in ink or checked")
    func pencil() throws {
        let table = try SolvingTable(people: 1)
        try table.write("EWX", inPencil: true)
        #expect(table.marks() == "..ppp/...../...../...../.....")
        #expect(try table.write("EW", inPencil: true).isEmpty)
        #expect(try table.write("E").names == ["cellChanged"])
        #expect(table.marks() == "...pp/...../...../...../.....")
        try table.act("check", part("word", "c1"))
        #expect(table.marks() == "..rrw/...../...../...../.....")
    }

    @Test("restores the pencil mark on undo, and clears a new letter")
    func undonePencil() throws {
        let table = try SolvingTable(people: 1)
        try table.write("E", inPencil: true)
        try table.write("E")
        #expect(try table.act("undo").names == ["cellChanged"])
        #expect(table.marks() == "..p../...../...../...../.....")
        #expect(table.text() == "##E../...../...../...../...##")

        let new = try SolvingTable(people: 1)
        try new.write("E", inPencil: true)
        try new.act("undo")
        #expect(new.text() == "##.../...../...../...../...##" && !new.marks().contains("p"))
    }
}

@testable import GameCore
import Testing

@Suite("A guess game")
struct GuessTests {
    static let words = "MAMMA LABEL PANDA AROMA RIVER ADORE SPEED SEVEN CRANE APPLE MAXIM SKILL"

    private func table(
        _ word: String, people: Int = 1, _ options: [String: Parameters.Value] = [:]
    ) throws -> SolvingTable {
        try SolvingTable(people: people, word: word, words: Self.words, options)
    }

    @Test("starts when its only player sits down, at the first row")
    func beginning() throws {
        let table = try table("SKILL", people: 0)
        #expect(table.game.state.phase == .waiting && row(table) == nil)
        #expect(try table.sit("Ann").names == ["seatTaken", "gameStarted"])
        #expect(row(table) == 0)
        #expect(table.refused { try table.sit("Bea") } == .noFreeSeat)
        try table.guess("LABEL")
        #expect(row(table) == 1)
        try table.guess("SKILL")
        #expect(row(table) == nil)
    }

    private func row(_ table: SolvingTable) -> Int? {
        try? table.game.state.rules.fields(of: table.game.state, for: Seat(1)).number("row", in: 0...4)
    }

    @Test("ends when the word is found, and reveals it with the number of guesses")
    func found() throws {
        let table = try table("SKILL")
        try table.guess("LABEL")
        table.now = .second(12)
        #expect(try table.guess("skill") == "hhhhh")
        #expect(table.events.names.suffix(3) == ["cellsMarked", "boardFinished", "gameFinished"])
        #expect(
            table.result?.solves == [BoardResult(board: 0, elapsed: .seconds(12), isSolved: true, tries: 2)])
        #expect(table.result?.answer == "SKILL" && table.result?.winners == [Seat(1)].compactMap { $0 })
        #expect(table.text() == "LABEL/SKILL/...../...../.....")
        #expect(table.refused { try table.edit(["a3": "A"]) } == .gameFinished)
        #expect(table.refused { try table.act("submit") } == .gameFinished)
    }

    @Test("ends after five wrong guesses, and reveals the word")
    func missed() throws {
        let table = try table("SKILL")
        for word in ["LABEL", "PANDA", "RIVER", "SPEED"] { try table.guess(word) }
        #expect(table.result == nil)
        try table.guess("SEVEN")
        #expect(table.result?.solves == [] && table.result?.winners == [] && table.result?.answer == "SKILL")
        #expect(table.game.state.boardResults.first?.tries == 5)
    }

    @Test("is given up with the action resign, which reveals the word")
    func resign() throws {
        let table = try table("SKILL")
        #expect(try table.act("resign").names == ["boardFinished", "gameFinished"])
        #expect(table.result?.solves == [] && table.result?.answer == "SKILL")
    }

    @Test("accepts letters only in the current row, in any order, until it is submitted")
    func rows() throws {
        let table = try table("SKILL")
        #expect(table.refused { try table.edit(["a2": "A"]) } == .notThisRow)
        #expect(table.refused { try table.edit(["e1": "A", "a2": "B"]) } == .notThisRow)
        for text in ["7", "AB", " ", "é!", "Ж"] {
            #expect(table.refused { try table.edit(["a1": text]) } == .notALetter, "\(text)")
        }
        try table.edit(["a1": "p", "b1": "R"])
        try table.edit(["a1": "C", "b1": ""])
        #expect(table.text() == "C..../...../...../...../.....")
        try table.act("undo")
        #expect(table.text() == "CR.../...../...../...../.....")
        try table.write("LABEL")
        try table.act("submit", ["row": .number(0)])
        #expect(table.refused { try table.edit(["a1": "X"]) } == .lockedCell)
        #expect(table.refused { try table.edit(["a1": ""]) } == .lockedCell)
        #expect(table.refused { try table.edit(["a3": "X"]) } == .notThisRow)
        #expect(table.refused { try table.act("undo") } == .lockedCell)
        try table.edit(["a2": "A"])
        #expect(table.text() == "LABEL/A..../...../...../.....")
    }

    @Test("submits only the current row, with five letters that are a word; otherwise the row stays")
    func submit() throws {
        let table = try table("SKILL")
        #expect(table.refused { try table.act("submit") } == .rowNotFull)
        try table.write("LABE")
        #expect(table.refused { try table.act("submit", ["row": .number(0)]) } == .rowNotFull)
        try table.edit(["e1": "X"])
        #expect(table.refused { try table.act("submit") } == .notAWord)
        #expect(table.text() == "LABEX/...../...../...../.....")
        try table.edit(["e1": "L"])
        #expect(table.refused { try table.act("submit", ["row": .number(1)]) } == .notThisRow)
        for row in [.number(-1), .number(5), .text("0"), .seconds(.seconds(1))] as [Parameters.Value] {
            #expect(table.refused { try table.act("submit", ["row": row]) } == .invalidValue)
        }
        #expect(table.refused { try table.act("submit", ["word": .text("LABEL")]) } == .unknownKey)
        try table.act("submit", ["row": .number(0)])
        #expect(table.refused { try table.act("submit", ["row": .number(0)]) } == .notThisRow)
    }

    @Test("is played by seated players only, without pause, help or, except in a race, bots")
    func others() throws {
        let table = try table("SKILL")
        try table.write("LABEL")
        for (player, code) in [(Player.spectator, RuleViolation.Code.tokenNeeded), (.host, .notAllowed)] {
            #expect(table.refused { try table.edit(["a1": "X"], by: player) } == code)
            #expect(table.refused { try table.act("submit", by: player) } == code)
        }
        for name in ["pause", "check", "reveal", "clear"] {
            #expect(table.refused { try table.act(name) } == .noSuchAction)
        }
        #expect(table.refused { try table.apply(.seatBot(.easy), by: .host) } == .noBots)
    }

    @Test("enforces hard mode, and nothing else without it")
    func hardMode() throws {
        let hard = try table("APPLE", ["hard": .flag(true)])
        try hard.guess("AROMA")
        try hard.write("PANDA", from: "a2")
        #expect(hard.refused { try hard.act("submit") } == .hardMode)
        try hard.write(".....", from: "a2")
        #expect(try hard.guess("ADORE") == "hmmmh")

        let easy = try table("APPLE")
        for word in ["AROMA", "PANDA", "RIVER"] { try easy.guess(word) }
        #expect(row(easy) == 3)
    }

    @Test("accepts a repeated guess in hard mode if the marks allow it")
    func repeated() throws {
        let table = try table("MAXIM", ["hard": .flag(true)])
        #expect(try table.guess("MAMMA") == "hhnmm" && table.guess("MAMMA") == "hhnmm")
        #expect(try table.guess("MAXIM") == "hhhhh")
    }

    @Test("may be played in the words of any script")
    func scripts() throws {
        let greek = "ΑΓΟΡΑ ΛΟΓΟΣ ΜΥΘΟΣ ΞΕΝΟΣ"
        let table = try SolvingTable(people: 1, word: "ΛΟΓΟΣ", words: greek)
        #expect(try table.guess("μυθος") == "mmmhh")
        #expect(try table.guess("λογος") == "hhhhh")
        #expect(table.result?.answer == "ΛΟΓΟΣ")
    }

    // MARK: Together

    @Test("lets any player of a shared board write and submit, and all of them win")
    func together() throws {
        let table = try table("SKILL", people: 2, ["mode": .text("together")])
        try table.write("SKI")
        try table.write("LL", from: "d1", by: .bea)
        try table.act("submit", ["row": .number(0)], by: .bea)
        #expect(table.result?.winners == [Seat(1), Seat(2)].compactMap { $0 })
    }

    @Test("accepts one of two submissions of the same row of a shared board")
    func twice() throws {
        let table = try table("SKILL", people: 2, ["mode": .text("together")])
        try table.write("LABEL")
        try table.act("submit", ["row": .number(0)])
        #expect(
            table.refused { try table.act("submit", ["row": .number(0)], by: .bea) } == .notThisRow)
    }

    @Test("is given up by consent on a shared board, and goes on when a player leaves")
    func consent() throws {
        let table = try table("SKILL", people: 3, ["mode": .text("together")])
        try table.leave(1, by: .ann)
        #expect(table.game.state.phase == .playing)
        #expect(try table.act("resign", by: .cem).names == ["promptOpened"])
        #expect(table.game.state.prompts.first?.buttons == ["Play on", "Give up"])
        #expect(
            try table.answer(1, by: .bea).names.suffix(2) == [
                "boardFinished", "gameFinished",
            ])
        #expect(table.result?.solves == [])
    }

    @Test(
        "refuses a setup whose word does not have five letters",
        arguments: ["AB", "", "CRANES", "A7CDE"])
    func forged(word: String) {
        #expect(throws: RuleViolation.self) { try SolvingTable(people: 1, word: word, words: "CRANE") }
    }
}

import GameCore
import Testing

@Suite("A guess game")
struct GuessTests {
    private static let words = "MAMMA LABEL PANDA AROMA RIVER ADORE SPEED SEVEN CRANE APPLE MAXIM SKILL"

    @Test(
        "marks hits first, then nears while copies are left",
        arguments: [
            ("MAXIM", "MAMMA", "hhnmm"), ("SKILL", "LABEL", "nmmmh"), ("APPLE", "PANDA", "nnmmm"),
            ("APPLE", "AROMA", "hmmmm"), ("REBUS", "RIVER", "hmmnm"), ("AWARD", "ADORE", "hnmhm"),
            ("ABBEY", "SPEED", "mmmhm"), ("SURER", "SEVEN", "hmmhm"),
        ])
    func vectors(answer: String, guess: String, marks: String) throws {
        let table = try SolvingTable(people: 1, word: answer, words: Self.words)
        #expect(try table.guess(guess) == marks)
    }

    @Test("ends when the word is found, and reveals it with the number of guesses")
    func found() throws {
        let table = try SolvingTable(people: 1, word: "SKILL", words: Self.words)
        try table.guess("LABEL")
        table.now = .second(12)
        try table.guess("skill")
        #expect(
            table.result?.solves == [BoardResult(board: 0, elapsed: .seconds(12), isSolved: true, tries: 2)])
        #expect(table.result?.answer == "SKILL")
    }

    @Test("ends after five wrong guesses, and reveals the word")
    func missed() throws {
        let table = try SolvingTable(people: 1, word: "SKILL", words: Self.words)
        for word in ["LABEL", "PANDA", "RIVER", "SPEED"] { try table.guess(word) }
        #expect(table.result == nil)
        try table.guess("SEVEN")
        #expect(table.result?.solves == [] && table.result?.answer == "SKILL")
        #expect(table.game.state.boardResults.first?.tries == 5)
    }

    @Test("accepts letters only in the current row and keeps submitted rows")
    func rows() throws {
        let table = try SolvingTable(people: 1, word: "SKILL", words: Self.words)
        #expect(table.refusal { try table.write("A", from: "a2") } == .notThisRow)
        #expect(table.refusal { try table.act("submit", ["row": .number(1)]) } == .notThisRow)
        try table.write("LABE")
        #expect(table.refusal { try table.act("submit", ["row": .number(0)]) } == .rowNotFull)
        try table.write("X", from: "e1")
        #expect(table.refusal { try table.act("submit") } == .notAWord)
        #expect(table.text().hasPrefix("LABEX/....."))
        try table.act("undo")
        try table.write("L", from: "e1")
        try table.act("submit")
        #expect(table.refusal { try table.write("X") } == .lockedCell)
        #expect(table.refusal { try table.act("undo") } == .lockedCell)
        try table.write("A", from: "a2")
    }

    @Test("enforces hard mode")
    func hardMode() throws {
        let table = try SolvingTable(people: 1, word: "APPLE", words: Self.words, ["hard": .flag(true)])
        try table.guess("AROMA")
        #expect(table.refusal { try table.guess("PANDA") } == .hardMode)
        for column in "abcde" { try table.write(".", from: "\(column)2") }
        #expect(try table.guess("ADORE") == "hmmmh")
    }

    @Test("lets any player of a shared board write and submit; solo allows one seat")
    func together() throws {
        let table = try SolvingTable(people: 2, word: "SKILL", words: Self.words, ["mode": .text("together")])
        try table.write("SKI")
        try table.write("LL", from: "d1", by: .bea)
        try table.act("submit", by: .bea)
        #expect(table.result?.winners.count == 2)
        #expect(throws: RuleViolation.self) {
            _ = try SolvingTable(people: 2, word: "SKILL", words: Self.words)
        }
    }

    @Test("is won in a race by fewer guesses, then less time; rivals see marks but no letters")
    func race() throws {
        let table = try SolvingTable(people: 3, word: "SKILL", words: Self.words, ["mode": .text("race")])
        try table.act("start")
        try table.guess("LABEL")
        let state = table.game.state
        let views = state.views(of: table.events, for: Seat(2)).filter { view in
            if case .cellsMarked = view.event.change { true } else { !view.isComplete }
        }
        #expect(views.map(\.isComplete) == [false, false, false, false, false, true])
        table.now = .second(5)
        try table.guess("SKILL")
        table.now = .second(9)
        try table.guess("SKILL", by: .bea)
        try table.act("resign", by: .cem)
        #expect(table.result?.solves.map(\.board) == [2, 1])
        #expect(table.result?.winners == [Seat(2)].compactMap { $0 })
    }

    @Test("lets bots race")
    func bots() throws {
        let table = try SolvingTable(people: 1, word: "SKILL", words: Self.words, ["mode": .text("race")])
        try table.ask(.seatBot(.hard), by: .ann)
        try table.act("start")
        try table.act("resign")
        while let asked = table.game.awaitedMoves(at: table.now).first {
            let move = try #require(asked.think(TestBotCache()))
            try table.ask(.botMove(asked.seat, move), by: .spectator)
        }
        #expect(table.result?.winners == [Seat(2)].compactMap { $0 })
    }

    @Test(
        "refuses a setup whose word does not have five letters",
        arguments: ["AB", "", "CRANES", "A7CDE"])
    func forged(word: String) {
        #expect(throws: RuleViolation.self) { try SolvingTable(people: 1, word: word, words: "CRANE") }
    }

    @Test("never lets a bot guess ahead of the people, and hides its marks")
    func pace() throws {
        let table = try SolvingTable(people: 1, word: "SKILL", words: Self.words, ["mode": .text("race")])
        try table.ask(.seatBot(.hard), by: .ann)
        try table.act("start")
        #expect(table.game.awaitedMoves(at: table.now).isEmpty)
        try table.guess("LABEL")
        #expect(table.game.awaitedMoves(at: table.now).count == 1)
        let guess = BotMove("guess", ["word": .text("RIVER")])
        try table.ask(.botMove(try seat(2), guess), by: .spectator)
        #expect(table.game.awaitedMoves(at: table.now).isEmpty)
        let views = table.game.state.views(of: table.events, for: Seat(1))
        #expect(views.last?.isComplete == false)
    }

    @Test("chooses the same word for the same day or seed, and different words for different seeds")
    func secrets() throws {
        let lexicon = try TestLexicons.of(Self.words)
        func word(_ options: [String: Parameters.Value], seed: UInt64 = 7) throws -> String? {
            let setup = GameSetup(
                id: .lobby, rules: "guess", options: Parameters(options), created: .start, seed: seed)
            let complete = try allRules.completing(setup, from: TestLibrary(lexicons: Lexicons([lexicon])))
            return try complete.answer?.text("word")
        }
        let day: [String: Parameters.Value] = ["mode": .text("daily"), "day": .text("2026-11-21")]
        #expect(try word(day) == word(day, seed: 8))
        #expect(try Set((1...60).map { try word(["seed": .number($0)]) }).count > 6)
        #expect(try Set((1...60).map { try word([:], seed: $0) }).count > 6)
        #expect(refusal { try word(["mode": .text("daily")]) }?.code == .invalidValue)
        #expect(refusal { try word(["day": .text("2026-11-21")]) }?.code == .invalidValue)
    }
}

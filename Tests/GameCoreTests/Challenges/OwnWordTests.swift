@testable import GameCore
import Testing

@Suite("Own words of a challenge")
struct OwnWordTests {
    private static let food = """
        BREAD HEART TOAST LEMON BASIL OLIVE PASTA SALAD ONION GRAPE MELON PEACH APPLE BACON CREAM DOUGH FLOUR HONEY \
        SUGAR SPICE
        """.split(separator: " ").map(String.init)

    private func options(_ values: [String: Parameters.Value]) -> Parameters { Parameters(values) }

    // MARK: Reading

    @Test("are texts, or groups of a word and a clue; the option “word” is the hidden word")
    func reading() throws {
        let list: Parameters.Value = .list([
            .text("bread"), .group(["word": .text("Heart"), "clue": .text(" It beats ")]),
        ])
        let words = try #require(try OwnWords(options(["words": list])))
        #expect(words.words == [OwnWord("bread"), OwnWord("Heart", clue: "It beats")] && !words.isAnswer)
        let word = try #require(try OwnWords(options(["word": .text("bread")])))
        #expect(word.words == [OwnWord("bread")] && word.isAnswer)
        #expect(try OwnWords(options(["hard": .flag(true)])) == nil)
    }

    @Test(
        "are refused in another form",
        arguments: [
            ["words": .list([])], ["words": .text("BREAD")], ["words": .list([.number(5)])],
            ["words": .list(Array(repeating: .text("BREAD"), count: 501))],
            ["words": .list([.group(["clue": .text("It beats")])])],
            ["words": .list([.group(["word": .text("HEART"), "clue": .text("a\u{202E}b")])])],
            ["words": .list([.group(["word": .text("HEART"), "hint": .text("x")])])],
            ["words": .list([.text("BREAD")]), "word": .text("HEART")], ["word": .flag(true)],
        ] as [[String: Parameters.Value]])
    func refusals(values: [String: Parameters.Value]) {
        #expect(throws: RuleViolation.self) { try OwnWords(Parameters(values)) }
    }

    @Test("that a game cannot hold are named, whatever letters they have")
    func unfit() throws {
        let alphabet = try TestLexicons.of("CAT OAR CRANE").alphabet
        #expect(try alphabet.text(alphabet.codes(of: "crane", lengths: 5...5)) == "CRANE")
        for word in [
            "CAT", "CRANES", "CRÀNÉ5", "CRAN€", "ZEBRA", "", "CR NE", String(repeating: "A", count: 9_999),
        ] {
            let error = #expect(throws: RuleViolation.self) { try alphabet.codes(of: word, lengths: 5...5) }
            #expect(error?.code == .invalidValue)
            if word == "ZEBRA" { #expect(error?.detail.contains(word) == true) }
        }
    }

    // MARK: Tasks

    private struct Shipped: Library {
        let lexicons: Lexicons

        init(_ lexicon: Lexicon? = TestLexicons.shippedWithAnswers) throws {
            lexicons = Lexicons([try #require(lexicon)])
        }

        func generator(_ lexicon: String) -> PuzzleGenerator? { TestClues.shippedGenerator }
        func puzzle(_ id: String) -> Puzzle? { nil }

        func withDays<Value>(
            _ work: (inout DayTasks) throws(RuleViolation) -> Value
        ) throws(RuleViolation) -> Value {
            var days = DayTasks()
            return try work(&days)
        }
    }

    private func setup(_ rules: String, seed: UInt64 = 1) -> GameSetup {
        GameSetup(id: .lobby, rules: rules, created: .start, seed: seed).personal
    }

    private func words(_ texts: [String]) throws -> OwnWords {
        try #require(try OwnWords(Parameters(["words": .texts(texts)])))
    }

    @Test("make a hidden word that is one of them, and all of them count as guesses")
    func guess() throws {
        let own = ["QZXJK", "BREAD"]
        let answers = try (UInt64(0)..<20).map { seed in
            let task = try GuessRules.task(
                for: setup("guess", seed: seed), from: words(own), in: Shipped())
            #expect(task.used == 1)
            return try task.answer.text("word") ?? ""
        }
        #expect(Set(answers) == Set(own))
        let table = try SolvingTable(
            people: 1, "guess", [:], answer: ["word": .text("BREAD"), "own": .texts(own)],
            lexicons: Shipped().lexicons)
        try table.write("QZXJK")
        try table.act("submit")
        #expect(table.game.state.boards[0].rowsSubmitted == 1)
        try table.write("QQQQQ", from: "a2")
        #expect(table.refused { try table.act("submit") } == .notAWord)
    }

    @Test("are in a lattice that has one solution and ten swaps")
    func lattice() throws {
        let lexicon = try #require(TestLexicons.shippedWithAnswers)
        let answers = lexicon.answers.map { lexicon.alphabet.text($0) }
        for seed in UInt64(0)..<6 {
            let task = try LatticeRules.task(
                for: setup("lattice", seed: seed), from: words(Self.food), in: Shipped())
            let (solution, start) = (
                try #require(try task.answer.text("solution")), try #require(try task.answer.text("start"))
            )
            let letters = Array(solution.filter { $0 != "/" })
            let lines = Lattice.lines.map { line in String(line.map { letters[$0.position] }) }
            #expect(task.used == lines.count(where: Self.food.contains) && task.used >= 3, "\(solution)")
            #expect(Set(lines).count == 6 && Set(lines).isSubset(of: answers + Self.food), "\(solution)")
            #expect(LatticeReference.shortestSolution(start, to: solution).count == 10)
            guard seed == 0 else { continue }
            let all = Array(Set(answers + Self.food))
            #expect(LatticeReference.arrangements(start, solution, words: all) == 1, "\(start) \(solution)")
        }
    }

    @Test("that the lexicon lacks are in a lattice too")
    func unknownWords() throws {
        let task = try LatticeRules.task(for: setup("lattice"), from: words(["SHREK"]), in: Shipped())
        let solution = try #require(try task.answer.text("solution")).filter { $0 != "/" }
        let letters = Array(solution)
        #expect(task.used == 1)
        #expect(Lattice.lines.contains { line in String(line.map { letters[$0.position] }) == "SHREK" })
    }

    @Test("without anything that crosses them make no task")
    func impossible() throws {
        #expect(throws: RuleViolation.self) {
            try LatticeRules.task(
                for: setup("lattice"), from: words(["CRANE"]),
                in: Shipped(try TestLexicons.of("CAT OAR CRANE")))
        }
        #expect(throws: RuleViolation.self) {
            try MiniRules.task(for: setup("mini"), from: words(["QZXJK"]), in: Shipped())
        }
    }

    @Test("are in a mini with the maker's clues, as many as fit")
    func mini() throws {
        let list: [Parameters.Value] = ["CAT", "DOG", "SHREK", "OGRE", "SWAMP", "FIONA"]
            .map { .group(["word": .text($0), "clue": .text("Clue for \($0)")]) }
        let own = try #require(try OwnWords(Parameters(["words": .list(list)])))
        for seed in UInt64(0)..<4 {
            let task = try MiniRules.task(for: setup("mini", seed: seed), from: own, in: Shipped())
            let puzzle = try Puzzle(try #require(try task.answer.group("puzzle")))
            let clues = puzzle.clues.map { (answer: puzzle.answer(of: $0.slot), text: $0.text) }
            let used = clues.filter { $0.text.hasPrefix("Clue for ") }
            #expect(used.count == task.used && task.used >= 2)
            #expect(used.allSatisfy { $0.text == "Clue for \($0.answer)" })
            #expect(Set(clues.map(\.answer)).count == clues.count)
        }
    }

    @Test("make the same task for the same seed")
    func seeds() throws {
        for _ in 0..<2 {
            let tasks = try [1, 1, 2].map { seed in
                try LatticeRules.task(
                    for: setup("lattice", seed: seed), from: words(Self.food), in: Shipped()
                ).answer
            }
            #expect(tasks[0] == tasks[1] && tasks[1] != tasks[2])
        }
        let minis = try [3, 3].map { seed in
            try MiniRules.task(for: setup("mini", seed: seed), from: words(Self.food), in: Shipped()).answer
        }
        #expect(minis[0] == minis[1])
    }
}

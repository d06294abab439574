import GameCore
import Testing

@Suite("Guess bots")
struct GuessBotTests {
    private let table: GuessTable
    private let bot: GuessBot

    init() throws {
        table = try GuessTable.sample(400, answersEvery: 4)
        bot = GuessBot(GuessSolver(table.lexicon))
    }

    @Test("guess lexicon words without repeats, depending only on the seed", arguments: BotLevel.allCases)
    func games(level: BotLevel) throws {
        for (seed, answer) in table.lexicon.answers.enumerated().prefix(40) {
            let isHard = seed % 2 == 0
            let rows = try table.game(Array(answer)) {
                bot.guess(after: $0, level: level, seed: UInt64(seed + $0.count), isHard: isHard)
            }
            #expect(rows.count == 9 || rows.last?.marks == .solved)
            #expect(Set(rows.map(\.word)).count == rows.count)
            for (number, row) in rows.enumerated() {
                #expect(table.lexicon.contains(row.word))
                if isHard { #expect(HardMode.violation(of: row.word, after: rows[..<number]) == nil) }
            }
            let first = bot.guess(after: [], level: level, seed: UInt64(seed))
            #expect(first == rows.first?.word || level == .hard)
        }
    }

    @Test("need fewer guesses at higher levels")
    func levels() throws {
        let lengths = try BotLevel.allCases.map { level in
            try table.lexicon.answers.enumerated().prefix(40).reduce(0) { sum, answer in
                try sum
                    + table.game(Array(answer.element)) {
                        bot.guess(after: $0, level: level, seed: UInt64(answer.offset * 10 + $0.count))
                    }.count
            }
        }
        #expect(lengths[0] > lengths[1] && lengths[1] > lengths[2], "\(lengths)")
    }

    @Test("the medium bot guesses consistent common words, then any consistent word")
    func medium() throws {
        let table = try GuessTable.of("CRANE CRATE CRAZE SLUMP", common: "CRATE SLUMP")
        let bot = GuessBot(GuessSolver(table.lexicon))
        for seed in UInt64(0)..<20 {
            let guess = { (rows: String) in
                bot.guess(after: try table.rows(rows), level: .medium, seed: seed).map(table.text)
            }
            #expect(try guess("CRANE hhhmh") == "CRATE")
            #expect(try guess("CRATE hhhmh\nCRANE hhhmh") == "CRAZE")
            #expect(try guess("CRATE hhhmh\nCRANE hhhmh\nCRAZE hhhmh") == nil)
        }
    }

    @Test("the easy bot keeps the hits and ignores some of the other marks")
    func easy() throws {
        let table = try GuessTable.of("CRANE CRATE CRONE CLONE SLUMP")
        let bot = GuessBot(GuessSolver(table.lexicon))
        let rows = try table.rows("CRANE hmmhh")
        let guesses = (UInt64(0)..<40).map { bot.guess(after: rows, level: .easy, seed: $0).map(table.text) }
        #expect(Set(guesses) == ["CRONE", "CLONE"])
    }

    @Test("return no guess once the word is found")
    func found() throws {
        for level in BotLevel.allCases {
            let word = Array(table.lexicon.answers[3])
            let row = try #require(GuessRow(word, .solved))
            #expect(bot.guess(after: [row], level: level, seed: 1) == nil)
        }
    }
}

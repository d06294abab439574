import GameCore
import Testing

@Suite("Bots that guess")
struct GuessBotTests {
    private let table: GuessTable
    private let bot: GuessBot

    init() throws {
        table = try GuessTable.some(400, answersEvery: 4)
        bot = GuessBot(GuessSolver(table.lexicon))
    }

    @Test("guess words of the lexicon, none twice, the same for the same seed", arguments: BotLevel.allCases)
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

    @Test("play better the higher their level")
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

    @Test("medium guesses common words that fit, and others when none does")
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

    @Test("easy keeps the hits and forgets some of the rest")
    func easy() throws {
        let table = try GuessTable.of("CRANE CRATE CRONE CLONE SLUMP")
        let bot = GuessBot(GuessSolver(table.lexicon))
        let rows = try table.rows("CRANE hmmhh")
        let guesses = (UInt64(0)..<40).map { bot.guess(after: rows, level: .easy, seed: $0).map(table.text) }
        #expect(Set(guesses) == ["CRONE", "CLONE"])
    }

    @Test("have nothing to guess when the word is found")
    func found() throws {
        for level in BotLevel.allCases {
            let word = Array(table.lexicon.answers[3])
            let row = try #require(GuessRow(word, .solved))
            #expect(bot.guess(after: [row], level: level, seed: 1) == nil)
        }
    }
}

@testable import GameCore
import Testing

@Suite("The puzzle generator")
struct PuzzleGeneratorTests {
    private func puzzles(_ difficulty: Difficulty) throws -> [Puzzle] {
        try #require(TestClues.shippedPuzzles[difficulty])
    }

    private func level(_ answer: String) -> Int {
        TestClues.shippedBook.level(of: answer.compactMap { Letter(String($0)) }) ?? 0
    }

    private func rows(_ puzzle: Puzzle) -> [String] {
        let texts = puzzle.cells.map { $0?.answer.text ?? "#" }
        return (0..<5).map { texts[$0 * 5..<$0 * 5 + 5].joined() }
    }

    @Test(
        "fills every run with a distinct lexicon word and one of its clues",
        arguments: Difficulty.allCases)
    func validity(difficulty: Difficulty) throws {
        let book = TestClues.shippedBook
        let words = Set(TestLexicons.shippedWords)
        let puzzles = try puzzles(difficulty)
        #expect(puzzles.count == 30)
        for puzzle in puzzles {
            let rows = rows(puzzle)
            let columns = (0..<5).map { column in String(rows.map { Array($0)[column] }) }
            let runs = (rows + columns).flatMap { $0.split(separator: "#").map(String.init) }
            let answers = puzzle.clues.map { puzzle.answer(of: $0.slot) }
            #expect(runs.sorted() == answers.sorted() && Set(answers).count == 10, "\(rows)")
            #expect(runs.allSatisfy { $0.count >= 3 && words.contains($0) }, "\(rows)")
            #expect(Set(puzzle.clues.map(\.text)).count == 10, "\(rows)")
            for (clue, answer) in zip(puzzle.clues, answers) {
                #expect(book.clues(of: answer.compactMap { Letter(String($0)) }).contains(clue.text))
            }
            let blocks = rows.joined().map { $0 == "#" }
            #expect(blocks == blocks.reversed(), "\(rows)")
        }
    }

    @Test("gives the same puzzle for the same seed, whatever the order of the clue book")
    func seeds() throws {
        let lexicon = try #require(TestLexicons.shipped)
        let book = ClueBook(TestClues.shippedEntries.sorted { $0.word.count > $1.word.count })
        let other = PuzzleGenerator(lexicon, book)
        let puzzles = try puzzles(.medium)
        #expect(puzzles.prefix(8) == (0..<8).compactMap { other.puzzle(seed: $0, difficulty: .medium) }[...])
        #expect(Set(puzzles.map { rows($0).joined() }).count == 30)
        #expect(try puzzles != self.puzzles(.easy))
    }

    @Test("uses no more rare words than the difficulty allows", arguments: Difficulty.allCases)
    func rareWords(difficulty: Difficulty) throws {
        for puzzle in try puzzles(difficulty) {
            let levels = puzzle.clues.map { level(puzzle.answer(of: $0.slot)) }
            #expect(levels.allSatisfy { (1...difficulty.rarestLevel).contains($0) })
            #expect(levels.count { $0 > difficulty.commonLevel } <= difficulty.maximumRareWords)
        }
    }

    @Test("uses rarer words for harder puzzles")
    func difficulties() throws {
        let sums = try Difficulty.allCases.map { difficulty in
            try puzzles(difficulty).reduce(0) { sum, puzzle in
                sum + puzzle.clues.reduce(0) { $0 + level(puzzle.answer(of: $1.slot)) }
            }
        }
        #expect(sums[0] + 60 < sums[1] && sums[1] + 60 < sums[2])
    }

    @Test("returns no puzzle if lexicon and clue book have too few words in common")
    func tooFew() throws {
        let few = try TestLexicons.of("CAT OAR BEE COB AARE TREE")
        let puzzle = PuzzleGenerator(few, TestClues.book("CAT OAR BEE COB")).puzzle(
            seed: 1, difficulty: .hard)
        #expect(puzzle == nil)
        #expect(PuzzleGenerator(few, TestClues.shippedBook).puzzle(seed: 1, difficulty: .hard) == nil)
        #expect(PuzzleGenerator(few, ClueBook([])).puzzle(seed: 1, difficulty: .easy) == nil)
    }

    @Test("is easy on Mondays and hard from Friday to Sunday")
    func weekdays() {
        let week = (0..<7).map(Difficulty.ofWeekday)
        #expect(week == [.easy, .medium, .medium, .medium, .hard, .hard, .hard])
    }
}

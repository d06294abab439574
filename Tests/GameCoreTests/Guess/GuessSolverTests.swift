import Foundation
import GameCore
import Testing

@Suite("The guess solver")
struct GuessSolverTests {
    @Test("lists the answers consistent with the rows, in lexicon order")
    func remaining() throws {
        let table = try GuessTable.sample(600, answersEvery: 2)
        let solver = GuessSolver(table.lexicon)
        var random = SeededGenerator(seed: 4)
        let words = table.lexicon.words(ofLength: 5).map(Array.init)
        for count in [0, 1, 1, 1, 2, 2, 3] {
            let answer = words[random.below(words.count)]
            let rows = try (0..<count).map { _ in
                let guess = words[random.below(words.count)]
                return try #require(GuessRow(guess, WordMarks(of: guess, against: answer)))
            }
            let expected = table.lexicon.answers.map(Array.init).filter { word in
                rows.allSatisfy { WordMarks(of: $0.word, against: word) == $0.marks }
            }
            #expect(solver.remaining(after: rows) == expected)
        }
    }

    @Test("finds every answer in five guesses, with an average no worse than maximum entropy")
    func average() throws {
        let table = try GuessTable.sample(500, answersEvery: 4)
        let solver = GuessSolver(table.lexicon)
        let lengths = try table.lengths { solver.ranked(after: $0, limit: 1).first?.word }
        let reference = try table.lengths(EntropyReference(table).guess)
        #expect(lengths.allSatisfy { $0 <= 5 })
        #expect(lengths.reduce(0, +) <= reference.reduce(0, +))
    }

    @Test("prefers a guess that separates many similar words when rows are running out")
    func safety() throws {
        let answers = "MIGHT NIGHT LIGHT SIGHT RIGHT FIGHT TIGHT EIGHT WIGHT"
        let table = try GuessTable.of("\(answers) FLAWN RIMES CLASS", answers: answers)
        let solver = GuessSolver(table.lexicon)
        let rows = try table.rows("CLASS mmmmm")
        #expect(
            solver.remaining(after: rows).map(table.text) == [
                "EIGHT", "FIGHT", "MIGHT", "NIGHT", "RIGHT", "TIGHT", "WIGHT",
            ])
        for answer in solver.remaining(after: rows) {
            let guesses = try table.game(answer) {
                solver.ranked(after: rows + $0, rowsLeft: 4 - $0.count, limit: 1).first?.word
            }
            #expect(guesses.count <= 4, "\(guesses.map { table.text($0.word) })")
        }
    }

    @Test("never repeats a guess or violates hard mode")
    func hard() throws {
        let table = try GuessTable.sample(400, answersEvery: 8)
        let solver = GuessSolver(table.lexicon)
        for answer in table.lexicon.answers {
            let rows = try table.game(Array(answer)) {
                solver.ranked(after: $0, isHard: true, limit: 1).first?.word
            }
            #expect(Set(rows.map(\.word)).count == rows.count && rows.last?.marks == .solved)
            for (number, row) in rows.enumerated() {
                #expect(HardMode.violation(of: row.word, after: rows[..<number]) == nil)
            }
        }
    }

    @Test("ranks guesses by expected remaining answers, with possible answers first among equals")
    func expected() throws {
        let table = try GuessTable.of("AAAAB AAAAC AAAAD BCAAA ZZZZZ", answers: "AAAAB AAAAC AAAAD")
        let ranked = GuessSolver(table.lexicon).ranked(after: [], limit: 10)
        let found = ranked.map { "\(table.text($0.word)) \(($0.expected * 3).rounded() / 3)" }
        let third = 4.0 / 3
        #expect(found == ["AAAAB \(third)", "AAAAC \(third)", "AAAAD \(third)", "BCAAA 1.0", "ZZZZZ 3.0"])
    }

    @Test("falls back to other lexicon words when no answer is consistent, then to no guess")
    func outside() throws {
        let table = try GuessTable.of("CRANE CRATE SLUMP CRAZE", answers: "SLUMP")
        let solver = GuessSolver(table.lexicon)
        let rows = try table.rows("CRANE hhhmh")
        #expect(solver.remaining(after: rows).isEmpty)
        let words = solver.ranked(after: rows, limit: 2).map { table.text($0.word) }
        #expect(Set(words) == ["CRATE", "CRAZE"])
        #expect(try solver.ranked(after: table.rows("CRANE hhhhm"), limit: 9).isEmpty)
        #expect(
            try solver.ranked(after: table.rows("CRANE hhhhh"), limit: 1).map(\.word) == [
                table.codes("CRANE")
            ])
    }

    @Test("returns no guesses for a lexicon without five-letter words")
    func empty() throws {
        let solver = GuessSolver(try TestLexicons.of("CAT"))
        #expect(solver.remaining(after: []).isEmpty && solver.ranked(after: [], limit: 5).isEmpty)
    }
}

/// A solver that always takes the guess with the maximum entropy, a possible answer first among equals.
private struct EntropyReference {
    private let words: [[UInt8]]
    private let answers: [[UInt8]]

    init(_ table: GuessTable) {
        words = table.lexicon.words(ofLength: 5).map(Array.init)
        answers = table.lexicon.answers.map(Array.init)
    }

    func guess(after rows: [GuessRow]) -> [UInt8]? {
        let group = answers.filter { answer in rows.allSatisfy { $0.isConsistent(with: answer) } }
        guard group.count > 2 else { return group.first }
        return words.min { bits($0, group) < bits($1, group) }
    }

    /// The remaining uncertainty after `guess`, in bits times the size of `group`; slightly less for a
    /// possible answer.
    private func bits(_ guess: [UInt8], _ group: [[UInt8]]) -> Double {
        var sizes = [Double](repeating: 0, count: WordMarks.count)
        for answer in group { sizes[Int(WordMarks(of: guess, against: answer).code)] += 1 }
        let bits = sizes.reduce(0) { $1 == 0 ? $0 : $0 + $1 * log2($1) }
        return group.contains(guess) ? bits - 1e-6 : bits
    }
}

import Foundation
import GameCore
import Testing

@Suite("The solver of hidden words")
struct GuessSolverTests {
    @Test("knows the answers that fit the rows, in the order of the list")
    func remaining() throws {
        let table = try GuessTable.some(600, answersEvery: 2)
        let solver = GuessSolver(table.lexicon)
        var random = SeededGenerator(seed: 4)
        let words = table.lexicon.words(ofLength: 5).map(Array.init)
        for count in [0, 1, 1, 1, 2, 2, 3] {
            let answer = words[random.below(words.count)]
            let rows = try (0..<count).map { _ in
                let guess = words[random.below(words.count)]
                return try #require(GuessRow(guess, GuessMarks(of: guess, against: answer)))
            }
            let expected = table.lexicon.answers.map(Array.init).filter { word in
                rows.allSatisfy { GuessMarks(of: $0.word, against: word) == $0.marks }
            }
            #expect(solver.remaining(after: rows) == expected)
        }
    }

    @Test("finds every answer in five guesses, in fewer on average than by entropy alone")
    func average() throws {
        let table = try GuessTable.some(500, answersEvery: 4)
        let solver = GuessSolver(table.lexicon)
        let lengths = try table.lengths { solver.ranked(after: $0, limit: 1).first?.word }
        let reference = try table.lengths(EntropyReference(table).guess)
        #expect(lengths.allSatisfy { $0 <= 5 })
        #expect(lengths.reduce(0, +) <= reference.reduce(0, +))
    }

    @Test("gives up speed to be in time: of words that differ in one letter it tells many apart at once")
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

    @Test("makes a guess that is allowed in hard mode, and never one again")
    func hard() throws {
        let table = try GuessTable.some(400, answersEvery: 8)
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

    @Test("says how many answers a guess leaves on average, and of equals takes the one that may be right")
    func expected() throws {
        let table = try GuessTable.of("AAAAB AAAAC AAAAD BCAAA ZZZZZ", answers: "AAAAB AAAAC AAAAD")
        let ranked = GuessSolver(table.lexicon).ranked(after: [], limit: 10)
        let found = ranked.map { "\(table.text($0.word)) \(($0.expected * 3).rounded() / 3)" }
        let third = 4.0 / 3
        #expect(found == ["AAAAB \(third)", "AAAAC \(third)", "AAAAD \(third)", "BCAAA 1.0", "ZZZZZ 3.0"])
    }

    @Test("takes other words for the answer when none of the list fits, and knows when nothing does")
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

    @Test("has nothing to say where there are no words of five letters")
    func empty() throws {
        let solver = GuessSolver(try TestLexicons.of("CAT"))
        #expect(solver.remaining(after: []).isEmpty && solver.ranked(after: [], limit: 5).isEmpty)
    }
}

/// The guess whose marks tell most on average, a possible answer first, found by trying everything.
private struct EntropyReference {
    private let words: [[UInt8]]
    private let answers: [[UInt8]]

    init(_ table: GuessTable) {
        words = table.lexicon.words(ofLength: 5).map(Array.init)
        answers = table.lexicon.answers.map(Array.init)
    }

    func guess(after rows: [GuessRow]) -> [UInt8]? {
        let group = answers.filter { answer in rows.allSatisfy { $0.admits(answer) } }
        guard group.count > 2 else { return group.first }
        return words.min { bits($0, group) < bits($1, group) }
    }

    /// What is still unknown of `group` after `guess`, in bits and per answer; a little less for one of the
    /// group.
    private func bits(_ guess: [UInt8], _ group: [[UInt8]]) -> Double {
        var sizes = [Double](repeating: 0, count: GuessMarks.count)
        for answer in group { sizes[Int(GuessMarks(of: guess, against: answer).code)] += 1 }
        let bits = sizes.reduce(0) { $1 == 0 ? $0 : $0 + $1 * log2($1) }
        return group.contains(guess) ? bits - 1e-6 : bits
    }
}

@testable import GameCore
import Testing

@Suite("The marks of a word")
struct WordMarksTests {
    @Test(
        "handle repeated letters as the rules say",
        arguments: [
            "MAXIM MAMMA hhnmm", "SKILL LABEL nmmmh", "APPLE PANDA nnmmm", "APPLE AROMA hmmmm",
            "REBUS RIVER hmmnm", "AWARD ADORE hnmhm", "ABBEY SPEED mmmhm", "SURER SEVEN hmmhm",
        ])
    func vectors(line: String) throws {
        let parts = line.split(separator: " ").map(String.init)
        let marks = WordMarks(of: Array(parts[1].utf8), against: Array(parts[0].utf8))
        #expect(marks.text == parts[2] && WordMarks(parts[2]) == marks)
    }

    @Test("and the solver's columns equal a reference implementation for all pairs of 500 words")
    func reference() throws {
        let table = try GuessTable.sample(500, answersEvery: 1)
        let words = GuessWords(table.lexicon)
        let columns = MarkColumns(words, answers: Array(0..<500))
        let letters = words.list.map(Array.init)
        var row = [UInt8](repeating: 0, count: 500)
        for (number, guess) in letters.enumerated() {
            row.withUnsafeMutableBufferPointer { columns.writeMarks(of: number, to: $0) }
            for (other, answer) in letters.enumerated() {
                let expected = Self.expectedCode(guess, answer)
                guard WordMarks(of: guess, against: answer).code == expected, row[other] == expected else {
                    Issue.record("\(table.text(guess)) against \(table.text(answer))")
                    return
                }
            }
        }
    }

    /// The reference: a letter out of place is near if the answer has more copies of it out of place than the
    /// guess has to the left of it.
    private static func expectedCode(_ guess: [UInt8], _ answer: [UInt8]) -> UInt8 {
        var code: UInt8 = 0
        for place in 0..<5 {
            var (there, before) = (0, 0)
            for other in 0..<5 where guess[other] != answer[other] {
                if answer[other] == guess[place] { there += 1 }
                if other < place, guess[other] == guess[place] { before += 1 }
            }
            code = code * 3 + (guess[place] == answer[place] ? 2 : before < there ? 1 : 0)
        }
        return code
    }
}

@testable import GameCore
import Testing

/// A lexicon with helpers to write guesses as text, such as `RIVER hmmnm`.
struct GuessTable {
    let lexicon: Lexicon

    /// A table with `count` evenly spaced shipped words; every `step`th word is an answer.
    static func sample(_ count: Int, answersEvery step: Int) throws -> GuessTable {
        let all = TestLexicons.shippedWords.filter { $0.count == CellIndex.side }
        let words = TestLexicons.letters((0..<count).map { all[$0 * all.count / count] })
        let answers = stride(from: 0, to: count, by: step).map { words[$0] }
        return GuessTable(lexicon: try Lexicon(name: "en", words: words, answers: answers))
    }

    /// A table with the words in `text`.
    static func of(_ text: String, answers: String = "", common: String = "") throws -> GuessTable {
        let words = { (text: String) in TestLexicons.letters(text.split(separator: " ").map(String.init)) }
        return GuessTable(
            lexicon: try Lexicon(
                name: "en", words: words(text), common: words(common), answers: words(answers)))
    }

    func codes(_ word: String) -> [UInt8] {
        word.map { lexicon.alphabet.code(of: Letter(String($0))) }
    }

    func text(_ word: some Sequence<UInt8>) -> String { lexicon.alphabet.text(Array(word)) }

    /// Parses one row from each line.
    func rows(_ text: String) throws -> [GuessRow] {
        try text.split(separator: "\n").map { line in
            let parts = line.split(separator: " ").map(String.init)
            let marks = try #require(WordMarks(parts[1]))
            return try #require(GuessRow(codes(parts[0]), marks))
        }
    }

    /// The rows of a game in which `player` guesses until it finds `answer`, at most nine.
    func game(_ answer: [UInt8], _ player: ([GuessRow]) -> [UInt8]?) throws -> [GuessRow] {
        var rows: [GuessRow] = []
        while rows.last?.marks != .solved, rows.count < 9 {
            let guess = try #require(player(rows))
            rows.append(try #require(GuessRow(guess, WordMarks(of: guess, against: answer))))
        }
        return rows
    }

    /// The number of guesses that `player` needs for each answer.
    func lengths(_ player: ([GuessRow]) -> [UInt8]?) throws -> [Int] {
        var known: [[GuessRow]: [UInt8]] = [:]
        return try lexicon.answers.map { answer in
            try game(Array(answer)) { rows in
                if let guess = known[rows] { return guess }
                known[rows] = player(rows)
                return known[rows]
            }.count
        }
    }
}

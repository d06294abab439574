@testable import GameCore
import Testing

/// A lexicon, and guesses written as text: a word and its marks in each line.
struct GuessTable {
    let lexicon: Lexicon

    /// A table with some of the shipped words, evenly, of which every `step`th may be hidden.
    static func some(_ count: Int, answersEvery step: Int) throws -> GuessTable {
        let all = TestLexicons.shippedWords.filter { $0.count == CellIndex.side }
        let words = TestLexicons.letters((0..<count).map { all[$0 * all.count / count] })
        let answers = stride(from: 0, to: count, by: step).map { words[$0] }
        return GuessTable(lexicon: try Lexicon(name: "en", words: words, answers: answers))
    }

    /// A table with the words in `text`; those in `answers` may be hidden.
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

    /// Lines such as `RIVER hmmnm`.
    func rows(_ text: String) throws -> [GuessRow] {
        try text.split(separator: "\n").map { line in
            let parts = line.split(separator: " ").map(String.init)
            let marks = try #require(GuessMarks(parts[1]))
            return try #require(GuessRow(codes(parts[0]), marks))
        }
    }

    /// The rows that `player` makes until it has found `answer`, or nine in vain.
    func game(_ answer: [UInt8], _ player: ([GuessRow]) -> [UInt8]?) throws -> [GuessRow] {
        var rows: [GuessRow] = []
        while rows.last?.marks != .solved, rows.count < 9 {
            let guess = try #require(player(rows))
            rows.append(try #require(GuessRow(guess, GuessMarks(of: guess, against: answer))))
        }
        return rows
    }

    /// How many guesses `player` needs for each answer.
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

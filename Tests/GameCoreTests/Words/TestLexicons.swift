import Foundation
import GameCore
import Testing

/// Lexicons for tests.
enum TestLexicons {
    /// The words of the shipped English list.
    static let shippedWords: [String] = shippedRows("words").map { $0[0] }

    static let shipped: Lexicon? = try? Lexicon(name: "en", words: letters(shippedWords))

    /// The shipped words, of which the shipped answers can be hidden.
    static let shippedWithAnswers: Lexicon? = try? Lexicon(
        name: "en", words: letters(shippedWords),
        answers: letters(
            shippedRows("words").filter { $0.last?.contains("a") == true && $0.count > 3 }.map { $0[0] }))

    /// A lexicon of the words in `text`, which are separated by spaces or line feeds.
    static func of(_ text: String, name: String = "en", common: String = "") throws -> Lexicon {
        let words = { (text: String) in letters(text.split { $0 == " " || $0 == "\n" }.map(String.init)) }
        return try Lexicon(name: name, words: words(text), common: words(common))
    }

    static func letters(_ words: [String]) -> [[Letter]] {
        words.map { $0.compactMap { Letter(String($0)) } }
    }

    /// The fields of each line of a table of the shipped English pack.
    static func shippedRows(_ table: String) -> [[String]] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let file = root.appending(path: "static/packs/en/\(table).tsv")
        let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.filter { !$0.hasPrefix("#") }.map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}

/// Generates boards of random letters, empty cells and blocks.
struct RandomBoards {
    private var random: SeededGenerator
    private var letters: LetterStream

    init(_ lexicon: Lexicon, seed: UInt64) {
        random = SeededGenerator(seed: seed)
        letters = LetterStream(lexicon.alphabet, seed: seed)
    }

    /// The next board, in which on average `percent` of the cells have letters.
    mutating func next(letters percent: Int = 85) throws -> Board {
        let rows = (0..<5).map { _ in (0..<5).map { _ in sign(percent) }.joined() }
        return try Board(text: rows.joined(separator: "/"))
    }

    private mutating func sign(_ percent: Int) -> String {
        guard random.below(100) >= percent else { return letters.next()?.text ?? "." }
        return random.below(4) == 0 ? "#" : "."
    }
}

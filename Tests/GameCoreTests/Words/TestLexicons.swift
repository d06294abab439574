import Foundation
import GameCore
import Testing

/// Lexicons for tests.
enum TestLexicons {
    /// The words of the shipped English list.
    static let shippedWords: [String] = lines(of: "static/lexicons/en.txt")

    static let shipped: Lexicon? = try? Lexicon(name: "en", words: letters(shippedWords))

    /// The shipped words, of which the shipped answers can be hidden.
    static let shippedWithAnswers: Lexicon? = try? Lexicon(
        name: "en", words: letters(shippedWords),
        answers: letters(lines(of: "static/lexicons/en-answers.txt")))

    /// A lexicon of the words in `text`, which are separated by spaces or line feeds.
    static func of(_ text: String, name: String = "en", common: String = "") throws -> Lexicon {
        let words = { (text: String) in letters(text.split { $0 == " " || $0 == "\n" }.map(String.init)) }
        return try Lexicon(name: name, words: words(text), common: words(common))
    }

    static func letters(_ words: [String]) -> [[Letter]] {
        words.map { $0.compactMap { Letter(String($0)) } }
    }

    private static func lines(of path: String) -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
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

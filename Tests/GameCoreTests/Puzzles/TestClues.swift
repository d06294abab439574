import Foundation
import GameCore

/// Clue books for tests.
enum TestClues {
    /// The lines of the shipped clues.
    static let shippedEntries: [ClueBook.Entry] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let text = try? String(contentsOf: root.appending(path: "static/clues/en.tsv"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 4, let level = Int(fields[1]) else { return nil }
            return entry(fields[0], level, fields[3])
        }
    }()

    /// The generator of what is shipped.
    static let shippedGenerator = TestLexicons.shipped.map { PuzzleGenerator($0, ClueBook(shippedEntries)) }

    static func entry(_ word: String, _ level: Int, _ clue: String) -> ClueBook.Entry {
        ClueBook.Entry(word: word.compactMap { Letter(String($0)) }, level: level, clue: clue)
    }

    /// A book of the words in `text`, between spaces: all of `level`, each with its letters backwards as
    /// clue.
    static func book(_ text: String, level: Int = 1) -> ClueBook {
        ClueBook(
            text.split { $0 == " " || $0 == "\n" }.map { entry(String($0), level, String($0.reversed())) })
    }
}

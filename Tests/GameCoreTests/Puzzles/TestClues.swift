import Foundation
import GameCore

/// Clue books for tests.
enum TestClues {
    /// The entries of the shipped clue book.
    static let shippedEntries: [ClueBook.Entry] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let text = try? String(contentsOf: root.appending(path: "static/clues/en.tsv"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 4, let level = Int(fields[1]) else { return nil }
            return entry(fields[0], level, fields[3])
        }
    }()

    static let shippedGenerator = TestLexicons.shipped.map { PuzzleGenerator($0, shippedBook) }

    static let shippedBook = ClueBook(shippedEntries)

    /// The puzzles of the seeds 0 to 29 for each difficulty.
    static let shippedPuzzles: [Difficulty: [Puzzle]] = Dictionary(
        uniqueKeysWithValues: Difficulty.allCases.map { difficulty in
            let puzzles = (0..<30).compactMap {
                shippedGenerator?.puzzle(seed: $0, difficulty: difficulty)
            }
            return (difficulty, puzzles)
        })

    static func entry(_ word: String, _ level: Int, _ clue: String) -> ClueBook.Entry {
        ClueBook.Entry(word: word.compactMap { Letter(String($0)) }, level: level, clue: clue)
    }

    /// A book of the space-separated words in `text`, each with its reversal as the clue.
    static func book(_ text: String) -> ClueBook {
        ClueBook(text.split(separator: " ").map { entry(String($0), 1, String($0.reversed())) })
    }
}

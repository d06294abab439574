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
    static let shippedGenerator = TestLexicons.shipped.map { PuzzleGenerator($0, shippedBook) }

    /// The shipped words with their clues.
    static let shippedBook = ClueBook(shippedEntries)

    /// The puzzles of the seeds from 0 on, 30 of each difficulty.
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

    /// A book of the words in `text`, between spaces, each with its letters backwards as clue.
    static func book(_ text: String) -> ClueBook {
        ClueBook(text.split(separator: " ").map { entry(String($0), 1, String($0.reversed())) })
    }
}

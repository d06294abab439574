import GameCore

/// Clue books for tests.
enum TestClues {
    /// The entries of the shipped clue book.
    static let shippedEntries: [ClueBook.Entry] = {
        let words = Dictionary(uniqueKeysWithValues: TestLexicons.shippedRows("words").map { ($0[0], $0) })
        return TestLexicons.shippedRows("clues").compactMap { fields in
            guard let word = words[fields[0]], let level = Int(word[1]) else { return nil }
            return entry(fields[0], level, root: word[2], fields[2])
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

    static func entry(_ word: String, _ level: Int, root: String? = nil, _ clue: String) -> ClueBook.Entry {
        ClueBook.Entry(word: word.compactMap { Letter(String($0)) }, level: level, root: root, clue: clue)
    }

    /// A book of the space-separated words in `text`, each with its reversal as the clue.
    static func book(_ text: String) -> ClueBook {
        ClueBook(text.split(separator: " ").map { entry(String($0), 1, String($0.reversed())) })
    }
}

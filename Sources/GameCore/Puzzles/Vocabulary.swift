/// The words of which the puzzles of one difficulty are made, as grids to be filled.
///
/// Each puzzle is made of a selection of its own, drawn by chance: more of the usual words than of the rare
/// ones for an easy puzzle. So boards that are found easily do not come again and again.
struct Vocabulary: Sendable {
    /// One for each pattern, in the order of `BlockPattern.all`; they share their trees.
    private let grids: [FillGrid]
    /// For each node of the trees the usual words, by their last letters.
    private let usual: [UInt64]
    private let difficulty: Difficulty

    /// Those of `words` that `difficulty` allows.
    init(_ words: PuzzleWords, _ difficulty: Difficulty) {
        let allowed = words.fillWords(upTo: difficulty.rarestLevel)
        var usual = [UInt64](repeating: 0, count: allowed.tries.letters.count)
        for word in words.upTo(difficulty.usualLevel) {
            usual[allowed.end(of: word.codes)] |= 1 << UInt64(word.codes[word.codes.count - 1])
        }
        grids = BlockPattern.all.map { FillGrid($0.board, allowed) }
        self.usual = usual
        self.difficulty = difficulty
    }

    /// The grid of the pattern with this number in `BlockPattern.all`, with a selection of the words.
    func grid(_ pattern: Int, _ random: inout SeededGenerator) -> FillGrid {
        let quarters = difficulty.quartersKept
        return grids[pattern].keepingWords { node in
            let (one, other) = (random.next(), random.next())
            return Self.some(quarters.usual, one, other) & usual[node]
                | Self.some(quarters.rare, one, other) & ~usual[node]
        }
    }

    /// A set in which each letter is with a chance of so many quarters, 1…4, out of two random sets.
    private static func some(_ quarters: Int, _ one: UInt64, _ other: UInt64) -> UInt64 {
        switch quarters {
        case 1: one & other
        case 2: one
        case 3: one | other
        default: ~0
        }
    }
}

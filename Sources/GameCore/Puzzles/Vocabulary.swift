/// The words of which the puzzles of one difficulty are made, as grids to be filled.
///
/// Each fill has a selection of its own, drawn by chance: most of the usual words, fewer of the rare ones. So
/// commoner words stand in more puzzles, and boards that are found easily do not come again and again.
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
        let eighths = difficulty.eighthsKept
        return grids[pattern].keepingWords { node in
            let usual = usual[node]
            return Self.some(eighths.usual, &random) & usual | Self.some(eighths.rare, &random) & ~usual
        }
    }

    /// A set of letters in which each one is with a chance of so many eighths, 0…8.
    private static func some(_ eighths: Int, _ random: inout SeededGenerator) -> UInt64 {
        guard eighths < 8 else { return ~0 }
        // From the lowest digit up: one half of what the digits below give, and one half more for a 1.
        return (0..<3).reduce(0) { set, digit in
            eighths >> digit & 1 == 1 ? set | random.next() : set & random.next()
        }
    }
}

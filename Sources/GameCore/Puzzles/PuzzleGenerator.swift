/// Makes mini crosswords out of nothing but a seed.
///
/// The same seed gives the same puzzle wherever lexicon and clue book are the same. A pattern of blocks is
/// drawn and filled a few times; the best fill gets clues. Any thread; made in some 20 ms.
public struct PuzzleGenerator: Sendable {
    /// So many patterns are tried before there is no puzzle.
    private static let mostPatterns = 16
    /// So many fills of one pattern are begun at most.
    private static let mostFills = 24
    /// The best of so many is taken.
    private static let wantedDrafts = 3
    /// Steps after which a fill that has come to nothing is left.
    private static let patience = 1000
    /// After so many boards that will not do a fill is left: those that follow are much like them.
    private static let mostRefusals = 8

    private let alphabet: Alphabet
    private let words: PuzzleWords
    private let vocabularies: [Difficulty: Vocabulary]

    /// A generator of puzzles with the words of `lexicon` for which `clues` has clues.
    public init(_ lexicon: Lexicon, _ clues: ClueBook) {
        let words = PuzzleWords(lexicon, clues)
        let vocabularies = Difficulty.allCases.map { ($0, Vocabulary(words, $0)) }
        self.vocabularies = Dictionary(vocabularies, uniquingKeysWith: { first, _ in first })
        self.words = words
        alphabet = lexicon.alphabet
    }

    /// The puzzle of `seed`; nil when a search of bounded length finds none, as with a book of few words.
    ///
    /// It has no title.
    /// - Complexity: at most some 400,000 steps of filling; usually a few thousand, 1 to 3 ms.
    public func puzzle(seed: UInt64, difficulty: Difficulty) -> Puzzle? {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<Self.mostPatterns {
            let pattern = BlockPattern.draw(&random)
            guard let draft = draft(pattern, difficulty, &random) else { continue }
            if let puzzle = draft.puzzle(alphabet, &random) { return puzzle }
        }
        return nil
    }

    /// The best of some fills of the pattern with this number.
    private func draft(
        _ pattern: Int, _ difficulty: Difficulty, _ random: inout SeededGenerator
    ) -> PuzzleDraft? {
        guard let grid = vocabularies[difficulty]?.grid(pattern, &random) else { return nil }
        var drafts: [PuzzleDraft] = []
        for _ in 0..<Self.mostFills where drafts.count < Self.wantedDrafts {
            drafts += fill(grid, difficulty, seed: random.next()).map { [$0] } ?? []
        }
        return drafts.min { $0.flaws < $1.flaws }
    }

    /// The first board of a fill that will do.
    private func fill(_ grid: FillGrid, _ difficulty: Difficulty, seed: UInt64) -> PuzzleDraft? {
        var search = FillSearch(grid, Shuffled(SeededGenerator(seed: seed)))
        var (draft, refusals): (PuzzleDraft?, Int) = (nil, 0)
        _ = search.run(steps: Self.patience) { board in
            draft = PuzzleDraft(board, runs: grid.runs, words, difficulty)
            refusals += 1
            return draft == nil && refusals < Self.mostRefusals
        }
        return draft
    }
}

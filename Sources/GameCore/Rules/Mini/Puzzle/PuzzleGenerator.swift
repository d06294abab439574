/// Generates mini crosswords from a seed.
///
/// The generator draws a pattern of blocks, fills it a few times, and adds clues to the best fill. The same
/// seed gives the same puzzle as long as the lexicon and the clue book are the same. It may be used from any
/// thread; creating one takes about 20 ms.
public struct PuzzleGenerator: Sendable {
    /// The name of the rules whose games have these puzzles.
    public static let rules = MiniRules.name
    /// The seeds tried before giving up.
    private static let maximumSeeds: UInt64 = 8
    /// The seeds tried if words are avoided: fewer, because the caller can fall back on an open puzzle.
    private static let maximumFreshSeeds: UInt64 = 2
    /// The number of words with clues with which a mini can do without the words of sixty other days.
    private static let manyWords = 2000
    /// The number of patterns tried with one seed.
    private static let maximumPatterns = 16
    /// The number of fills tried for one pattern.
    private static let maximumFills = 24
    /// The number of drafts of one pattern from which the best is chosen.
    private static let wantedDrafts = 3
    /// The number of search steps after which a fill is abandoned.
    private static let maximumSteps = 1000
    /// The number of unsuitable boards after which a fill is abandoned, because later boards are similar.
    static let maximumRejections = 8

    /// The id of the pack that has the words.
    let name: String
    /// The difficulty of the daily puzzle, Monday first; empty for the default.
    let weekdays: [Difficulty]
    let alphabet: Alphabet
    let words: PuzzleWords
    /// Whether the puzzles of days can avoid the words of the days around them.
    let hasManyWords: Bool
    private let vocabularies: [Difficulty: Vocabulary]
    private let open: OpenPuzzles
    /// Whether each puzzle is an open one, because the words are written in syllables.
    private let isOpen: Bool

    /// Creates a generator that uses the words that `lexicon` and `clues` have in common.
    ///
    /// - Parameter weekdays: The difficulty of the daily puzzle, Monday first; empty for the default.
    public init(_ lexicon: Lexicon, _ clues: ClueBook, weekdays: [Difficulty] = []) {
        let words = PuzzleWords(lexicon, clues)
        isOpen = lexicon.alphabet.spelling.unit == .syllable
        open = OpenPuzzles(clues)
        let vocabularies = Difficulty.allCases.map { ($0, Vocabulary(words, $0)) }
        self.vocabularies = Dictionary(vocabularies, uniquingKeysWith: { first, _ in first })
        self.words = words
        (name, self.weekdays, alphabet) = (lexicon.name, weekdays, lexicon.alphabet)
        hasManyWords = (isOpen ? open.count : words.count) >= Self.manyWords
    }

    /// Generates the puzzle for `seed`, or for the next one that yields a puzzle; it has no title.
    ///
    /// - Parameter avoided: Words that the puzzle does not have.
    /// - Returns: nil if the bounded search finds no puzzle, as with a book of few words.
    /// - Complexity: at most some 3 million fill steps; typically a few thousand, 1 to 3 ms.
    public func puzzle(seed: UInt64, difficulty: Difficulty, avoiding avoided: Set<String> = []) -> Puzzle? {
        guard !isOpen else { return openPuzzle(seed: seed, difficulty: difficulty, avoiding: avoided) }
        let codes = avoided.map { alphabet.codes(of: $0) }
        let seeds = avoided.isEmpty ? Self.maximumSeeds : Self.maximumFreshSeeds
        return (0..<seeds).lazy.compactMap { more in
            puzzle(SeededGenerator(seed: seed &+ more), difficulty, codes)
        }.first
    }

    /// Generates an open puzzle, in which many cells belong to one word only.
    func openPuzzle(seed: UInt64, difficulty: Difficulty, avoiding avoided: Set<String>) -> Puzzle? {
        (0..<Self.maximumSeeds).lazy.compactMap { more in
            var random = SeededGenerator(seed: seed &+ more)
            return open.puzzle(&random, difficulty, without: avoided)
        }.first
    }

    private func puzzle(
        _ random: SeededGenerator, _ difficulty: Difficulty, _ avoided: [[UInt8]]
    ) -> Puzzle? {
        guard let vocabulary = vocabularies[difficulty] else { return nil }
        let hidden = vocabulary.lastLetters(of: avoided.compactMap { words[$0] })
        var random = random
        for _ in 0..<Self.maximumPatterns {
            let grid = vocabulary.grid(BlockPattern.draw(&random), without: hidden, &random)
            guard let draft = draft(grid, difficulty, &random) else { continue }
            if let puzzle = draft.puzzle(alphabet, &random) { return puzzle }
        }
        return nil
    }

    /// The best of several fills of `grid`.
    private func draft(
        _ grid: FillGrid, _ difficulty: Difficulty, _ random: inout SeededGenerator
    ) -> PuzzleDraft? {
        var drafts: [PuzzleDraft] = []
        for _ in 0..<Self.maximumFills where drafts.count < Self.wantedDrafts {
            drafts += fill(grid, difficulty, seed: random.next()).map { [$0] } ?? []
        }
        return drafts.min { $0.flaws < $1.flaws }
    }

    /// The first suitable board of a fill.
    private func fill(_ grid: FillGrid, _ difficulty: Difficulty, seed: UInt64) -> PuzzleDraft? {
        var search = FillSearch(grid, Shuffled(SeededGenerator(seed: seed)))
        var (draft, rejections): (PuzzleDraft?, Int) = (nil, 0)
        _ = search.run(stepLimit: Self.maximumSteps) { board in
            draft = PuzzleDraft(board, runs: grid.runs, words, difficulty)
            rejections += 1
            return draft == nil && rejections < Self.maximumRejections
        }
        return draft
    }
}

/// A filled board that has no clues yet.
struct PuzzleDraft {
    let board: CodedBoard
    /// The cell positions of each word, across and then down.
    let runs: [[Int]]
    /// The word of each run.
    let words: [PuzzleWords.Word]

    /// The number of words that merely extend another word.
    var flaws: Int { words.count { $0.extendsAnotherWord } }

    /// Creates a draft; nil if two words have one root, or if more words are rare than `difficulty` allows.
    init?(_ board: CodedBoard, runs: [[Int]], _ words: PuzzleWords, _ difficulty: Difficulty) {
        var (found, rare): ([PuzzleWords.Word], Int) = ([], 0)
        for run in runs {
            guard let word = words[run.map { board.codes[$0] }],
                !found.contains(where: { $0.root == word.root })
            else { return nil }
            rare += word.level > difficulty.commonLevel ? 1 : 0
            guard rare <= difficulty.maximumRareWords else { return nil }
            found.append(word)
        }
        self.board = board
        self.runs = runs
        self.words = found
    }

    /// The puzzle with randomly chosen clues; nil if there are no distinct clues for all words.
    ///
    /// - Parameter mayLeak: Whether a clue may contain another word of the board, if no other is left.
    func puzzle(
        _ alphabet: Alphabet, _ random: inout SeededGenerator, mayLeak: Bool = false
    ) -> Puzzle? {
        guard let clues = clues(alphabet, &random, mayLeak) else { return nil }
        let clueOfRun = Dictionary(zip(runs, clues), uniquingKeysWith: { first, _ in first })
        let cells = board.codes.map { alphabet.letter($0).map { Puzzle.Cell($0) } }
        return try? Puzzle(metadata: Puzzle.Metadata(), cells: cells) { slot in
            (clueOfRun[slot.cells.map(\.position)] ?? "", nil)
        }
    }

    /// A clue for each word; nil if all clues of a word contain another word of the board.
    private func clues(
        _ alphabet: Alphabet, _ random: inout SeededGenerator, _ mayLeak: Bool
    ) -> [String]? {
        let answers = Set(words.map { alphabet.text($0.codes) })
        var clues: [String] = []
        for word in words {
            let first = random.below(word.clues.count)
            let left = (word.clues[first...] + word.clues[..<first]).filter { !clues.contains($0) }
            let discreet = left.first { clue in
                clue.split { !$0.isLetter }.allSatisfy { part in
                    let part = alphabet.text(alphabet.codes(of: String(part)))
                    return answers.allSatisfy { !Self.tells(part, $0) }
                }
            }
            guard let clue = discreet ?? (mayLeak ? left.first : nil) else { return nil }
            clues.append(clue)
        }
        return clues
    }

    /// Whether a word of a clue reveals an answer: it is the answer, or contains it as ZEROS contains ZERO.
    ///
    /// An answer of three letters must be the whole word, because too many words contain it.
    private static func tells(_ part: String, _ answer: String) -> Bool {
        answer.count > 3 ? part.contains(answer) : part == answer
    }
}

/// A pattern of blocks in a mini crossword.
///
/// A pattern is symmetric under a half turn, and every row and column holds one word of three or more letters
/// and otherwise only blocks. Such a word always covers the middle of its line, so the middle row and column
/// contain no blocks, the open cells are connected, and blocks occur only in the corners.
struct BlockPattern: Equatable, Sendable {
    /// For each of the 25 cells, whether it is a block.
    let blocks: [Bool]

    /// All twelve patterns, starting with the one without blocks.
    static let all: [BlockPattern] = lines.flatMap { second in
        lines.map { first in BlockPattern(first, second) }.filter(\.hasWordInEveryLine)
    }

    var blockCount: Int { blocks.count { $0 } }

    /// The relative frequency with which the pattern is drawn.
    ///
    /// Patterns with few blocks have few fills with common words, which would recur. Patterns with many
    /// blocks have short words, of which there are few.
    var weight: Int {
        switch blockCount {
        case 0: 0
        case 4, 6: 3
        default: 1
        }
    }

    /// The index of a random pattern, drawn by weight.
    static func draw(_ random: inout SeededGenerator) -> Int {
        var left = random.below(all.reduce(0) { $0 + $1.weight })
        return all.firstIndex { pattern in
            left -= pattern.weight
            return left < 0
        } ?? 0
    }

    /// An empty board with these blocks.
    var board: CodedBoard {
        var board = CodedBoard()
        for cell in CellIndex.all where blocks[cell.position] { board[cell] = CodedBoard.block }
        return board
    }

    /// The possible lines: for each cell, whether it is a block.
    private static let lines: [[Bool]] = (3...CellIndex.side).reversed().flatMap { length in
        (0...CellIndex.side - length).map { start in
            (0..<CellIndex.side).map { !(start..<start + length).contains($0) }
        }
    }

    /// Completes the first two rows by symmetry.
    private init(_ first: [Bool], _ second: [Bool]) {
        let middle = [Bool](repeating: false, count: CellIndex.side)
        blocks = first + second + middle + second.reversed() + first.reversed()
    }

    private var hasWordInEveryLine: Bool {
        BoardLine.rowsAndColumns.allSatisfy { line in
            Self.lines.contains(line.cells.map { blocks[$0.position] })
        }
    }
}

/// The difficulty of a generated crossword, which limits how rare its words may be.
public enum Difficulty: String, Codable, CaseIterable, Sendable {
    /// Everyday words.
    case easy
    /// Everyday words, and one or two rarer ones.
    case medium
    /// Any word that most people know.
    case hard

    /// The difficulty of the daily puzzle: easy on Monday, hard from Friday to Sunday.
    ///
    /// - Parameter day: 0 for Monday to 6 for Sunday.
    public static func ofWeekday(_ day: Int) -> Difficulty {
        switch day {
        case 0: .easy
        case 1...3: .medium
        default: .hard
        }
    }

    /// The difficulty of the daily puzzle of `day` in a pack with these `weekdays`, Monday first.
    static func ofDay(_ day: Day, _ weekdays: [Difficulty]) -> Difficulty {
        weekdays.isEmpty ? ofWeekday(day.weekday) : weekdays[day.weekday]
    }

    /// The highest, rarest level that a word may have.
    var rarestLevel: Int {
        switch self {
        case .easy: 3
        case .medium, .hard: 5
        }
    }

    /// The highest level of a common word; words above it are rare.
    var commonLevel: Int {
        switch self {
        case .easy: 2
        case .medium, .hard: 3
        }
    }

    /// The maximum number of rare words in a puzzle.
    var maximumRareWords: Int {
        switch self {
        case .medium: 2
        case .easy, .hard: 4
        }
    }

    /// The share of the common and of the rare words that each puzzle may use, in quarters.
    var quartersKept: (common: Int, rare: Int) {
        switch self {
        case .easy: (3, 2)
        case .medium: (3, 1)
        case .hard: (2, 3)
        }
    }
}

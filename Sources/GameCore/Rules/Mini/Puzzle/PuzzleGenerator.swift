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

/// A board that is filled with words, which may become a puzzle.
struct PuzzleDraft {
    let board: CodedBoard
    /// Where the words stand, across and then down, by position.
    let runs: [[Int]]
    /// The word of each run.
    let words: [PuzzleWords.Word]

    /// What could be better about it: fewer is better.
    var flaws: Int { words.count { $0.isExtended } }

    /// The words of `runs` on `board`; nil when two of them are nearly the same, or too many are rare.
    init?(_ board: CodedBoard, runs: [[Int]], _ words: PuzzleWords, _ difficulty: Difficulty) {
        var (found, rare): ([PuzzleWords.Word], Int) = ([], 0)
        for run in runs {
            guard let word = words[run.map { board.codes[$0] }], !found.contains(where: word.isKin) else {
                return nil
            }
            rare += word.level > difficulty.usualLevel ? 1 : 0
            guard rare <= difficulty.mostRareWords else { return nil }
            found.append(word)
        }
        self.board = board
        self.runs = runs
        self.words = found
    }

    /// The puzzle; nil when there are not different clues for all words.
    func puzzle(_ alphabet: Alphabet, _ random: inout SeededGenerator) -> Puzzle? {
        guard let clues = clues(alphabet, &random) else { return nil }
        let clueOfRun = Dictionary(zip(runs, clues), uniquingKeysWith: { first, _ in first })
        let cells = board.codes.map { alphabet.letter($0).map { Puzzle.Cell($0) } }
        return try? Puzzle(about: Puzzle.About(), cells: cells) { slot in
            (clueOfRun[slot.cells.map(\.position)] ?? "", nil)
        }
    }

    /// For each word one of its clues.
    ///
    /// A clue that names another word of the board is taken only where there is no other.
    private func clues(_ alphabet: Alphabet, _ random: inout SeededGenerator) -> [String]? {
        let answers = Set(words.map { alphabet.text($0.codes) })
        var clues: [String] = []
        for word in words {
            let first = random.below(word.clues.count)
            let left = (word.clues[first...] + word.clues[..<first]).filter { !clues.contains($0) }
            let discreet = left.first { clue in
                clue.uppercased().split { !$0.isLetter }.allSatisfy { !answers.contains(String($0)) }
            }
            guard let clue = discreet ?? left.first else { return nil }
            clues.append(clue)
        }
        return clues
    }
}

/// Where the blocks of a mini crossword stand.
///
/// A pattern looks the same when it is turned upside down; each row and each column has one word of three
/// or more letters, and no cell is left over. Such a word always covers the middle of its line, so the middle
/// row and the middle column are open from end to end, everything hangs together, and blocks stand only in
/// corners.
struct BlockPattern: Equatable, Sendable {
    /// 25 of them, in the order of the cells.
    let blocks: [Bool]

    /// All twelve, the one without blocks first.
    static let all: [BlockPattern] = lines.flatMap { second in
        lines.map { first in BlockPattern(first, second) }.filter(\.hasWordInEveryLine)
    }

    /// How many cells are blocks.
    var blockCount: Int { blocks.count { $0 } }

    /// How often it is drawn, beside the others.
    ///
    /// Few blocks are beautiful, but there are few fills with common words for them, which would come again
    /// and again. Many blocks make short words, which are soon known.
    var weight: Int {
        switch blockCount {
        case 0: 0
        case 4, 6: 3
        default: 1
        }
    }

    /// The number of one of them, by weight.
    static func draw(_ random: inout SeededGenerator) -> Int {
        var left = random.below(all.reduce(0) { $0 + $1.weight })
        return all.firstIndex { pattern in
            left -= pattern.weight
            return left < 0
        } ?? 0
    }

    /// A board with the blocks, otherwise empty.
    var board: CodedBoard {
        var board = CodedBoard()
        for cell in CellIndex.all where blocks[cell.position] { board[cell] = CodedBoard.block }
        return board
    }

    /// The lines that are one word of three or more letters: whether each cell is a block.
    private static let lines: [[Bool]] = (3...CellIndex.side).reversed().flatMap { length in
        (0...CellIndex.side - length).map { start in
            (0..<CellIndex.side).map { !(start..<start + length).contains($0) }
        }
    }

    /// The two first rows say it all.
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

/// How well one has to know words to solve a generated crossword.
public enum Difficulty: String, CaseIterable, Sendable {
    /// Words that everybody uses every day.
    case easy
    /// Now and then a word that one meets only in books.
    case medium
    /// Any word that most people have met.
    case hard

    /// What a puzzle of the day asks for: easiest on Monday, hard at the end of the week.
    ///
    /// - Parameter day: 0 is Monday, 6 is Sunday.
    public static func ofWeekday(_ day: Int) -> Difficulty {
        switch day {
        case 0: .easy
        case 1...3: .medium
        default: .hard
        }
    }

    /// No word is rarer than this level of a clue book, 1 commonest.
    var rarestLevel: Int {
        switch self {
        case .easy: 3
        case .medium, .hard: 5
        }
    }

    /// Words beyond this level are rare ones.
    var usualLevel: Int {
        switch self {
        case .easy: 2
        case .medium, .hard: 3
        }
    }

    /// So many words of a puzzle are rare ones at most.
    var mostRareWords: Int {
        switch self {
        case .medium: 2
        case .easy, .hard: 4
        }
    }

    /// How many quarters of the words each puzzle may use.
    var quartersKept: (usual: Int, rare: Int) {
        switch self {
        case .easy: (3, 2)
        case .medium: (3, 1)
        case .hard: (2, 3)
        }
    }
}

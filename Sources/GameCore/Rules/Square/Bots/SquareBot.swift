/// Plays word squares under one lexicon and scoring.
///
/// Immutable once made, for any thread: an answer depends on its question alone. To make one takes a third
/// of a second and 26 MB for English under the usual scoring. `Benchmarks/BOTS.md` says what was tried.
public final class SquareBot: Sendable {
    /// By how many points, either way, a level misjudges a cell, where the best line is worth five.
    private static let easyNoise = 6.0
    private static let mediumNoise = 1.2

    private let lexicon: BotLexicon
    private let tables: BotTables
    private let alphabet: Alphabet

    /// A bot for boards that `scorer` scores; with `endsFree` each player chooses the last letter.
    public init(_ scorer: BoardScorer, endsFree: Bool) {
        alphabet = scorer.lexicon.alphabet
        lexicon = BotLexicon(scorer.lexicon)
        let table = ValueTable(lexicon: lexicon, scores: scorer.lineScores, lastIsFree: endsFree)
        tables = BotTables(table: table, geometry: BoardGeometry(diagonals: scorer.scoring.diagonals))
    }

    /// What a bot is made for: games of one kind share its tables.
    public struct Kind: Hashable, Sendable {
        private let fingerprint: UInt64
        private let foldsAccents: Bool
        private let scoring: Scoring
        private let endsFree: Bool
        private let scorer: Unhashed<BoardScorer>

        /// Bots for boards that `scorer` scores; with `endsFree` each player chooses the last letter.
        public init(_ scorer: BoardScorer, endsFree: Bool) {
            fingerprint = scorer.lexicon.fingerprint
            foldsAccents = scorer.lexicon.foldsAccents
            scoring = scorer.scoring
            self.endsFree = endsFree
            self.scorer = Unhashed(value: scorer)
        }

        /// The bot, made if `memory` does not have it.
        public func bot(from memory: any BotMemory) -> SquareBot {
            memory.recall(self) { SquareBot(scorer.value, endsFree: endsFree) }
        }
    }

    /// What to do about `task` at `level`; nil when there is nothing to do.
    public func move(_ task: SquareTask, level: BotLevel, seed: UInt64) -> BotMove? {
        let question = BotQuestion(board: task.board, level: level, seed: seed)
        guard let letter = task.letter else {
            guard let call = calls(question).first, let letter = alphabet.letter(call.letter) else {
                return nil
            }
            return task.isCall
                ? BotMove("call", ["letter": .text(letter.text)]) : place(letter, call.best.cell)
        }
        return placements(of: alphabet.code(of: letter), question).first.map { place(letter, $0.cell) }
    }

    private func place(_ letter: Letter, _ cell: CellIndex) -> BotMove {
        BotMove("place", ["letter": .text(letter.text), "cell": .number(cell.position)])
    }

    /// The empty cells for the letter with code `letter`, best first.
    ///
    /// As many letters are still to come as there are holes besides.
    /// - Complexity: for `hard` some 4,000 letters placed in trial games, a millisecond; else microseconds.
    public func placements(of letter: UInt8, _ question: BotQuestion) -> [Placement] {
        guard question.board.codes.contains(0) else { return [] }
        let (board, code) = (folded(question.board), folded(letter))
        switch question.level {
        case .hard:
            return RolloutSearch(tables: tables, budget: SearchBudget())
                .placements(board: board, letter: code, seed: question.seed)
        case .medium:
            return greedy.placements(board: board, letter: code, noise: Self.mediumNoise, question.seed)
        case .easy: return greedy.placements(board: board, letter: code, noise: Self.easyNoise, question.seed)
        }
    }

    /// The letters that could be called, best first, each with what is expected after its best placement.
    public func calls(_ question: BotQuestion) -> [RankedCall] {
        guard question.board.codes.contains(0) else { return [] }
        let best = greedy.best(board: folded(question.board))
        let calls = lexicon.codes.indices.dropFirst().compactMap { code -> RankedCall? in
            best[Int(lexicon.codes[code]) - 1].map { RankedCall(letter: UInt8(code), best: $0) }
        }
        return calls.sorted { ($1.best.expected, $0.letter) < ($0.best.expected, $1.letter) }
    }

    private var greedy: GreedyPlayer { GreedyPlayer(tables: tables) }

    private func folded(_ board: CodedBoard) -> [UInt8] {
        board.codes.map { $0 == 0 ? 0 : folded($0) }
    }

    /// The code in the tables; a letter that no word has is taken for the rarest that there is.
    private func folded(_ letter: UInt8) -> UInt8 {
        letter > 0 && Int(letter) < lexicon.codes.count ? lexicon.codes[Int(letter)] : lexicon.rarest
    }
}

/// A value that goes along with a key and is no part of it.
private struct Unhashed<Value: Sendable>: Hashable, Sendable {
    let value: Value

    static func == (left: Unhashed, right: Unhashed) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// A move that a bot owes in a word square.
public struct SquareTask: Sendable {
    /// The letter to place; nil to call one, or to choose one for the last cell.
    public let letter: Letter?
    /// Whether a letter is to be called.
    public let isCall: Bool
    /// The seat's board, in the codes of the lexicon.
    public let board: CodedBoard

    /// A move on `board`.
    public init(letter: Letter?, isCall: Bool, board: CodedBoard) {
        self.letter = letter
        self.isCall = isCall
        self.board = board
    }
}

/// A board that a bot is asked about; what is neither empty nor a letter of words counts as a rare letter.
public struct BotQuestion: Sendable {
    /// The board, in the codes of the lexicon.
    public let board: CodedBoard
    /// How well the bot is to play.
    public let level: BotLevel
    /// Where chance comes from: the same question has the same answer.
    public let seed: UInt64

    /// A question about `board`.
    public init(board: CodedBoard, level: BotLevel, seed: UInt64 = 1) {
        self.board = board
        self.level = level
        self.seed = seed
    }
}

/// A cell for a letter, and what the board is expected to come to then.
public struct Placement: Equatable, Sendable {
    /// The cell.
    public let cell: CellIndex
    /// Points in the end, on average.
    public let expected: Double
}

/// A letter to call, and the best cell for it.
public struct RankedCall: Equatable, Sendable {
    /// The letter's code.
    public let letter: UInt8
    /// Where it is best placed.
    public let best: Placement
}

/// What bots need of a lexicon: its words and how often its letters come.
///
/// An alphabet that is too large for the tables (n^5 bytes while they are made) is made small enough: the
/// rarest letters become one code that no word has, and a bot knows no word with such a letter.
struct BotLexicon: Sendable {
    /// The most letters that the tables are made for.
    private static let limit = 33

    let letterCount: Int
    /// Words of 2 to 5 letters, as codes.
    let words: [[UInt8]]
    /// Probability of each letter, index code - 1; sums to 1.
    let frequency: [Double]
    /// The code that stands for each code of the lexicon; index 0 is the empty cell.
    let codes: [UInt8]
    /// The code in the tables that comes least often.
    let rarest: UInt8

    init(_ lexicon: Lexicon) {
        let count = lexicon.alphabet.count
        let counts = lexicon.alphabet.frequencies
        var codes = (0...count).map { UInt8($0) }
        if count > Self.limit {
            let order = (1...count).sorted { (counts[$1 - 1], $0) < (counts[$0 - 1], $1) }
            for (rank, code) in order.enumerated() { codes[code] = UInt8(min(rank + 1, Self.limit)) }
        }
        letterCount = min(count, Self.limit)
        let all = Lexicon.lengths.flatMap { lexicon.words(ofLength: $0).map(Array.init) }
        let folded = all.map { word in word.map { codes[Int($0)] } }
        words = count > Self.limit ? folded.filter { !$0.contains(UInt8(Self.limit)) } : folded
        let total = Double(max(counts.reduce(0, +), 1))
        var frequency = [Double](repeating: 0, count: letterCount)
        for (place, count) in counts.enumerated() {
            frequency[Int(codes[place + 1]) - 1] += Double(count) / total
        }
        self.frequency = frequency
        self.codes = codes
        rarest = UInt8((frequency.indices.min { frequency[$0] < frequency[$1] } ?? 0) + 1)
    }
}

/// The scored lines of the 5x5 board (rows, columns, perhaps both diagonals), cells 0...24 by rows.
struct BoardGeometry: Sendable {
    let lineCount: Int
    /// lineCells[line * 5 + position] = cell.
    let lineCells: [Int32]
    /// crossings[cellStart[cell]..<cellStart[cell + 1]]: the lines through a cell, as line * 8 + position.
    let cellStart: [Int32]
    let crossings: [Int32]

    init(diagonals: Bool = false) {
        var lines = (0..<5).map { row in (0..<5).map { row * 5 + $0 } }
        lines += (0..<5).map { column in (0..<5).map { $0 * 5 + column } }
        if diagonals { lines += [(0..<5).map { $0 * 6 }, (0..<5).map { 20 - $0 * 4 }] }
        var starts: [Int32] = [0], through: [Int32] = []
        for cell in 0..<25 {
            for (line, cells) in lines.enumerated() {
                if let position = cells.firstIndex(of: cell) { through.append(Int32(line * 8 + position)) }
            }
            starts.append(Int32(through.count))
        }
        lineCount = lines.count
        lineCells = lines.flatMap { $0.map { Int32($0) } }
        cellStart = starts
        crossings = through
    }

    func cells(ofLine line: Int) -> [Int] { (0..<5).map { Int(lineCells[line * 5 + $0]) } }

    func lines(through cell: Int) -> [Int] {
        (Int(cellStart[cell])..<Int(cellStart[cell + 1])).map { Int(crossings[$0]) / 8 }
    }

    /// The arrays, for reading in a hurry; valid only inside of the closure that gets them.
    struct Lines {
        let cells: UnsafePointer<Int32>
        let starts: UnsafePointer<Int32>
        let crossings: UnsafePointer<Int32>
    }

    /// Lends the arrays to `body`.
    func withLines<Result>(_ body: (Lines) -> Result?) -> Result? {
        lineCells.withUnsafeBufferPointer { cells in
            cellStart.withUnsafeBufferPointer { starts in
                crossings.withUnsafeBufferPointer { crossings in
                    guard let cells = cells.baseAddress, let starts = starts.baseAddress,
                        let crossings = crossings.baseAddress
                    else { return nil }
                    return body(Lines(cells: cells, starts: starts, crossings: crossings))
                }
            }
        }
    }
}

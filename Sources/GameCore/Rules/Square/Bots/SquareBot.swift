/// A bot for word squares under one lexicon and scoring.
///
/// Immutable; its moves depend only on the arguments. Creating one takes a third of a second and 26 MB for
/// English under the default scoring. `Benchmarks/BOTS.md` records the alternatives that were measured.
public final class SquareBot: Sendable {
    /// The largest error of each level in the value of a cell, if the best line has five points.
    private static let easyNoise = 6.0
    private static let mediumNoise = 1.2

    private let lexicon: BotLexicon
    private let tables: BotTables
    private let alphabet: Alphabet

    /// Creates a bot and its tables.
    ///
    /// - Parameters:
    ///   - scorer: Scores the bot's boards, with the words that count.
    ///   - hasFreeLast: Whether players choose the letter of their last cell.
    ///   - knowsAllWords: Whether the bot writes words that few people know, too.
    public init(_ scorer: BoardScorer, hasFreeLast: Bool, knowsAllWords: Bool = true) {
        alphabet = scorer.lexicon.alphabet
        lexicon = BotLexicon(scorer.lexicon, withAllWords: knowsAllWords)
        let table = ValueTable(lexicon: lexicon, scores: scorer.lineScores, hasFreeLast: hasFreeLast)
        tables = BotTables(table: table, geometry: BoardGeometry(diagonals: scorer.scoring.diagonals))
    }

    /// The key of a bot in a ``BotCache``.
    ///
    /// Games with the same lexicon, scoring and ending share two bots: one for ``BotLevel/hard``, which
    /// writes words that few people know, and one for the other levels.
    public struct Kind: BotTableKey {
        private let fingerprint: UInt64
        private let foldsAccents: Bool
        private let scoring: Scoring
        private let hasFreeLast: Bool
        private let knowsAllWords: Bool
        private let scorer: Unhashed<BoardScorer>

        /// Creates the key; with `hasFreeLast`, players choose the letter of their last cell.
        public init(_ scorer: BoardScorer, hasFreeLast: Bool, level: BotLevel) {
            knowsAllWords = level == .hard
            fingerprint = scorer.lexicon.fingerprint
            foldsAccents = scorer.lexicon.foldsAccents
            scoring = scorer.scoring
            self.hasFreeLast = hasFreeLast
            self.scorer = Unhashed(value: scorer)
        }

        /// Creates the bot.
        public func makeTable() -> SquareBot {
            SquareBot(scorer.value, hasFreeLast: hasFreeLast, knowsAllWords: knowsAllWords)
        }
    }

    /// Chooses the move for `task`; nil if the board is full.
    public func move(_ task: SquareTask, level: BotLevel, seed: UInt64) -> BotMove? {
        let query = BotQuery(board: task.board, level: level, seed: seed)
        guard let letter = task.letter else {
            guard let call = rankedCalls(query).first, let letter = alphabet.letter(call.letter) else {
                return nil
            }
            return task.isCall
                ? BotMove("call", ["letter": .text(letter.text)]) : place(letter, call.best.cell)
        }
        return placements(of: alphabet.code(of: letter), query).first.map { place(letter, $0.cell) }
    }

    private func place(_ letter: Letter, _ cell: CellIndex) -> BotMove {
        BotMove("place", ["letter": .text(letter.text), "cell": .number(cell.position)])
    }

    /// The empty cells for the letter with code `letter`, best first.
    ///
    /// - Complexity: Some 40,000 letters in rollouts for ``BotLevel/hard``, 6 ms; else microseconds.
    public func placements(of letter: UInt8, _ query: BotQuery) -> [Placement] {
        guard query.board.codes.contains(0) else { return [] }
        let (board, code) = (foldedCodes(of: query.board), foldedCode(of: letter))
        switch query.level {
        case .hard:
            return RolloutSearch(tables: tables, budget: SearchBudget())
                .placements(board: board, letter: code, seed: query.seed)
        case .medium:
            return greedy.placements(board: board, letter: code, noise: Self.mediumNoise, query.seed)
        case .easy: return greedy.placements(board: board, letter: code, noise: Self.easyNoise, query.seed)
        }
    }

    /// The letters of the alphabet, the best one to call first.
    public func rankedCalls(_ query: BotQuery) -> [RankedCall] {
        guard query.board.codes.contains(0) else { return [] }
        let best = greedy.best(board: foldedCodes(of: query.board))
        let calls = lexicon.codes.indices.dropFirst().compactMap { code -> RankedCall? in
            best[Int(lexicon.codes[code]) - 1].map { RankedCall(letter: UInt8(code), best: $0) }
        }
        return calls.sorted { ($1.best.expected, $0.letter) < ($0.best.expected, $1.letter) }
    }

    /// The cells for `letter` in the review of a game in which it was placed on `played`.
    func review(
        of letter: UInt8, placedOn played: CellIndex, of board: CodedBoard, seed: UInt64
    ) -> [PlacementSurvey.Result] {
        survey(PlacementSurvey.reviewStreams).contested(
            board: foldedCodes(of: board), letter: foldedCode(of: letter), played: played,
            further: PlacementSurvey.contestStreams, seed: seed)
    }

    /// The expected final points of an empty board.
    func expectedPoints(seed: UInt64) -> Double {
        survey(PlacementSurvey.startStreams).expected(board: foldedCodes(of: CodedBoard()), seed: seed)
    }

    private func survey(_ streams: Int) -> PlacementSurvey {
        PlacementSurvey(tables: tables, streams: streams)
    }

    private var greedy: GreedyPlayer { GreedyPlayer(tables: tables) }

    private func foldedCodes(of board: CodedBoard) -> [UInt8] {
        board.codes.map { $0 == 0 ? 0 : foldedCode(of: $0) }
    }

    /// The code in the tables; a letter outside the alphabet becomes the rarest one.
    private func foldedCode(of letter: UInt8) -> UInt8 {
        letter > 0 && Int(letter) < lexicon.codes.count ? lexicon.codes[Int(letter)] : lexicon.rarest
    }
}

/// A value that takes no part in the equality and the hash of a key.
private struct Unhashed<Value: Sendable>: Hashable, Sendable {
    let value: Value

    static func == (left: Unhashed, right: Unhashed) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// A decision that a bot has to make in a word square.
public struct SquareTask: Sendable {
    /// The letter to place; nil to call a letter, or to choose one for the last cell.
    public let letter: Letter?
    /// Whether the bot has to call a letter.
    public let isCall: Bool
    /// The board of the bot's seat, in the codes of the lexicon.
    public let board: CodedBoard

    /// Creates a task.
    public init(letter: Letter?, isCall: Bool, board: CodedBoard) {
        self.letter = letter
        self.isCall = isCall
        self.board = board
    }
}

/// The input of a bot's ranking.
public struct BotQuery: Sendable {
    /// The board, in the codes of the lexicon; blocks and foreign letters count as the rarest letter.
    public let board: CodedBoard
    /// The strength of the bot.
    public let level: BotLevel
    /// The seed of the bot's random choices; equal queries have equal results.
    public let seed: UInt64

    /// Creates a query.
    public init(board: CodedBoard, level: BotLevel, seed: UInt64 = 1) {
        self.board = board
        self.level = level
        self.seed = seed
    }
}

/// A cell for a letter, with the expected result.
public struct Placement: Equatable, Sendable {
    /// The cell.
    public let cell: CellIndex
    /// The expected points of the full board.
    public let expected: Double
}

/// A letter to call, with the best cell for it.
public struct RankedCall: Equatable, Sendable {
    /// The letter's code.
    public let letter: UInt8
    /// The best placement of the letter.
    public let best: Placement
}

/// The words and letter frequencies of a lexicon, with an alphabet small enough for the bot's tables.
///
/// Building the tables takes n^5 bytes for n letters. In a larger alphabet the rarest letters share one code,
/// and words with such a letter are left out, so bots do not know them.
struct BotLexicon: Sendable {
    private static let limit = 33

    let letterCount: Int
    let words: [[UInt8]]
    /// The probability of each letter, indexed by code - 1; the sum is 1.
    let frequency: [Double]
    /// For each code of the lexicon the code in the tables; index 0 is the empty cell.
    let codes: [UInt8]
    let rarest: UInt8

    init(_ lexicon: Lexicon, withAllWords: Bool = true) {
        let count = lexicon.alphabet.count
        let counts = lexicon.alphabet.frequencies
        var codes = (0...count).map { UInt8($0) }
        if count > Self.limit {
            let order = (1...count).sorted { (counts[$1 - 1], $0) < (counts[$0 - 1], $1) }
            for (rank, code) in order.enumerated() { codes[code] = UInt8(min(rank + 1, Self.limit)) }
        }
        letterCount = min(count, Self.limit)
        let all = Lexicon.lengths.flatMap { length in
            (withAllWords ? lexicon.words(ofLength: length) : lexicon.commonWords(ofLength: length))
                .map(Array.init)
        }
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

/// The scored lines of the board as flat arrays: rows, columns, and the diagonals if they are scored.
struct BoardGeometry: Sendable {
    let lineCount: Int
    /// The cell at `line * 5 + position`.
    let lineCells: [Int32]
    /// For each cell, where its lines begin in `crossings`; they end where those of the next cell begin.
    let cellStart: [Int32]
    /// The lines through each cell, as line * 8 + position.
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

    /// Unchecked access to the arrays; valid only inside the closure of ``withLines(_:)``.
    struct Lines {
        let cells: UnsafePointer<Int32>
        let starts: UnsafePointer<Int32>
        let crossings: UnsafePointer<Int32>
    }

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

/// Scores boards with one lexicon under one scoring.
public struct BoardScorer: Sendable {
    /// The lexicon that decides which letters form words.
    public let lexicon: Lexicon
    /// The scoring that decides which words count and for how many points.
    public let scoring: Scoring
    let lineScores: LineScoreTable
    /// The scored lines: rows, then columns, then the diagonals if the scoring includes them.
    public let lines: [BoardLine]

    /// Creates a scorer for the words of `lexicon`.
    public init(_ lexicon: Lexicon, _ scoring: Scoring) {
        self.lexicon = lexicon
        self.scoring = scoring
        lineScores = LineScoreTable(scoring)
        lines =
            scoring.diagonals
            ? BoardLine.rowsAndColumns + BoardLine.diagonals : BoardLine.rowsAndColumns
    }

    /// The points of `board`; O(1), under half a microsecond.
    public func total(_ board: CodedBoard) -> Int {
        board.codes.withUnsafeBufferPointer { codes in
            guard codes.count == CellIndex.count else { return 0 }
            var total = 0
            for line in 0..<CellIndex.side {
                total &+= points(codes, line &* CellIndex.side, 1) &+ points(codes, line, CellIndex.side)
            }
            guard scoring.diagonals else { return total }
            return total + points(codes, 0, CellIndex.side + 1) + points(codes, 20, 1 - CellIndex.side)
        }
    }

    /// The words and points of `board`, line by line in the order of ``lines``.
    public func score(_ board: some BoardDataSource) -> BoardScore {
        BoardScore(lines: lines.map { score($0, of: board) })
    }

    /// The words and points of one line of `board`.
    public func score(_ line: BoardLine, of board: some BoardDataSource) -> LineScore {
        func code(_ place: Int) -> UInt8 {
            lexicon.alphabet.code(of: board.object(at: line.cells[place]).letter)
        }
        let words = lexicon.words(code(0), code(1), code(2), code(3), code(4))
        return LineScore(
            line: line, words: lineScores.eligible(of: words).spans,
            counted: lineScores.counted(of: words).spans,
            points: lineScores.points(of: words))
    }

    /// The cells of all counted words; a cell where two counted words cross is listed twice.
    public func countedCells(of board: some BoardDataSource) -> [CellIndex] {
        score(board).lines.flatMap { line in
            line.counted.flatMap { line.line.cells[$0.start..<$0.start + $0.length] }
        }
    }

    @inline(__always)
    private func points(_ codes: UnsafeBufferPointer<UInt8>, _ first: Int, _ step: Int) -> Int {
        lineScores.points(of: words(codes, first, step))
    }

    /// The words of the line that begins at `first` and whose cells are `step` apart.
    @inline(__always)
    private func words(_ codes: UnsafeBufferPointer<UInt8>, _ first: Int, _ step: Int) -> SpanSet {
        func code(_ place: Int) -> UInt8 {
            let code = codes[first &+ place &* step]
            return code < CodedBoard.foreign ? code : 0
        }
        return lexicon.words(code(0), code(1), code(2), code(3), code(4))
    }
}

/// The words and points of one line.
public struct LineScore: Equatable, Sendable {
    /// The scored line.
    public let line: BoardLine
    /// Every word whose length earns points, leftmost first.
    public let words: [Span]
    /// The words that count under the overlap policy.
    public let counted: [Span]
    /// The points of the counted words, with the bonus for a full line.
    public let points: Int
}

/// The words and points of a board.
public struct BoardScore: Equatable, Sendable {
    /// Rows from the top, columns from the left, then the diagonals if the scoring includes them.
    public let lines: [LineScore]

    /// The points of all lines.
    public var total: Int { lines.reduce(0) { $0 + $1.points } }
}

extension BoardDataSource {
    /// The text in the cells of `span` in `line`.
    public func text(of span: Span, in line: BoardLine) -> String {
        var text = ""
        for cell in line.cells[span.start..<span.start + span.length] { text += symbol(at: cell) }
        return text
    }
}

/// The points of a line under one scoring, for each of the 1024 sets of spans that can be words.
///
/// An ``Scoring/Overlap`` policy depends only on the positions of a line's words. The table applies the
/// policy in advance, so that scoring a line takes one lookup under every policy.
public struct LineScoreTable: Sendable {
    private struct Entry: Sendable {
        let points: Int32
        let counted: SpanSet
    }

    private let entries: [Entry]
    /// The spans whose length earns points.
    private let eligible: UInt16

    private static let standard = LineScoreTable(computing: Scoring())

    /// Creates the table of `scoring`; free for the default scoring, otherwise one or two milliseconds.
    public init(_ scoring: Scoring) {
        self = scoring == Scoring() ? Self.standard : LineScoreTable(computing: scoring)
    }

    private init(computing scoring: Scoring) {
        eligible = SpanSet(Span.all.filter { scoring.points(forLength: $0.length) != nil }).bits
        var entries: [Entry] = []
        entries.reserveCapacity(SpanSet.count)
        for bits in 0..<UInt16(SpanSet.count) {
            // Ineligible words do not change the score. The set without them is a smaller number.
            if bits & eligible != bits {
                entries.append(entries[Int(bits & eligible)])
            } else {
                let counted = scoring.counted(of: SpanSet(bits: bits).spans)
                entries.append(Entry(points: Int32(scoring.points(of: counted)), counted: SpanSet(counted)))
            }
        }
        self.entries = entries
    }

    /// The points of a line that contains `words`.
    @inline(__always)
    public func points(of words: SpanSet) -> Int {
        entries.withUnsafeBufferPointer { Int($0[Int(words.bits & 0x3FF)].points) }
    }

    /// The words of `words` that count under the overlap policy.
    public func counted(of words: SpanSet) -> SpanSet { entries[Int(words.bits & 0x3FF)].counted }

    /// The words of `words` whose length earns points.
    public func eligible(of words: SpanSet) -> SpanSet { SpanSet(bits: words.bits & eligible) }
}

extension Scoring {
    fileprivate func points(of counted: [Span]) -> Int {
        let covered = counted.reduce(0) { $0 | $1.cells }
        let bonus = covered == (1 << CellIndex.side) - 1 ? fullLine : 0
        return counted.reduce(bonus) { $0 + (points(forLength: $1.length) ?? 0) }
    }

    /// Applies the overlap policy to the eligible words of one line.
    ///
    /// `split` is weighted interval scheduling (Kleinberg, Tardos: Algorithm Design, 6.1). Five cells hold at
    /// most two disjoint words, so it tries every word and every pair.
    fileprivate func counted(of words: [Span]) -> [Span] {
        switch overlap {
        case .all: words
        case .anchored: words.filter { $0.start == 0 }
        case .maximal: words.filter { word in !words.contains { $0.contains(word) } }
        case .single: best(of: words.map { [$0] })
        case .split: best(of: words.map { [$0] } + pairs(of: words))
        }
    }

    private func pairs(of words: [Span]) -> [[Span]] {
        words.flatMap { first in
            words.filter { $0.start >= first.start + first.length }.map { [first, $0] }
        }
    }

    /// The choice with the most points; ties go to the fewest words, then the leftmost, then the longest.
    private func best(of choices: [[Span]]) -> [Span] {
        choices.max { left, right in rank(left).lexicographicallyPrecedes(rank(right)) } ?? []
    }

    private func rank(_ choice: [Span]) -> [Int] {
        let sum = choice.reduce(0) { $0 + (points(forLength: $1.length) ?? 0) }
        return [sum, -choice.count, -(choice.first?.start ?? 0), choice.first?.length ?? 0]
    }
}

/// Scores boards with one lexicon under one scoring.
///
/// Any thread.
public struct BoardScorer: Sendable {
    /// The words.
    public let lexicon: Lexicon
    /// Which of them count, and what they are worth.
    public let scoring: Scoring
    let lineScores: LineScores
    /// The lines that count: rows, then columns, then diagonals if they do.
    public let lines: [BoardLine]

    /// A scorer with the words of `lexicon`.
    public init(_ lexicon: Lexicon, _ scoring: Scoring) {
        self.lexicon = lexicon
        self.scoring = scoring
        lineScores = LineScores(scoring)
        // Shared by all games, unless diagonals count.
        lines =
            scoring.diagonals
            ? BoardLine.rowsAndColumns + BoardLine.diagonals : BoardLine.rowsAndColumns
    }

    /// What `board` is worth.
    ///
    /// - Complexity: ten lines of ten look-ups; under half a microsecond.
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

    /// The words of `board`, line by line, in the order of `lines`.
    public func score(_ board: some BoardDataSource) -> BoardScore {
        BoardScore(lines: lines.map { score($0, of: board) })
    }

    /// The words of one `line` of `board`.
    public func score(_ line: BoardLine, of board: some BoardDataSource) -> LineScore {
        func code(_ place: Int) -> UInt8 {
            lexicon.alphabet.code(of: board.object(at: line.cells[place]).letter)
        }
        let words = lexicon.words(code(0), code(1), code(2), code(3), code(4))
        return LineScore(
            line: line, words: lineScores.worthy(of: words).spans,
            counted: lineScores.counted(of: words).spans,
            points: lineScores.points(of: words))
    }

    /// The cells of words that count.
    public func countedCells(of board: some BoardDataSource) -> [CellIndex] {
        score(board).lines.flatMap { line in
            line.counted.flatMap { line.line.cells[$0.start..<$0.start + $0.length] }
        }
    }

    @inline(__always)
    private func points(_ codes: UnsafeBufferPointer<UInt8>, _ first: Int, _ step: Int) -> Int {
        lineScores.points(of: words(codes, first, step))
    }

    /// The words of the line whose cells lie `step` apart.
    @inline(__always)
    private func words(_ codes: UnsafeBufferPointer<UInt8>, _ first: Int, _ step: Int) -> SpanSet {
        func code(_ place: Int) -> UInt8 {
            let code = codes[first &+ place &* step]
            return code < CodedBoard.foreign ? code : 0
        }
        return lexicon.words(code(0), code(1), code(2), code(3), code(4))
    }
}

/// What one line is worth.
public struct LineScore: Equatable, Sendable {
    /// The line.
    public let line: BoardLine
    /// Every word that is long enough, leftmost first.
    public let words: [Span]
    /// The words that count.
    public let counted: [Span]
    /// What they are worth together.
    public let points: Int
}

/// What a board is worth, line by line.
public struct BoardScore: Equatable, Sendable {
    /// Rows from the top, columns from the left, then the diagonals if they count.
    public let lines: [LineScore]

    /// What all lines are worth together.
    public var total: Int { lines.reduce(0) { $0 + $1.points } }
}

extension BoardDataSource {
    /// What stands in the cells of `span` in `line`, read as a word.
    public func text(of span: Span, in line: BoardLine) -> String {
        var text = ""
        for cell in line.cells[span.start..<span.start + span.length] { text += sign(at: cell) }
        return text
    }
}

/// What a line is worth under one scoring, for each of the 1024 sets of words that can stand in it.
///
/// A policy of overlap sees only where the words of a line stand, never which they are; so all policies are
/// one look-up.
public struct LineScores: Sendable {
    private struct Entry: Sendable {
        let points: Int32
        let counted: SpanSet
    }

    private let entries: [Entry]
    /// The sets of words that count under the scoring at all.
    private let worthy: UInt16

    /// The scores that nearly all games use.
    private static let usual = LineScores(computing: Scoring())

    /// The scores under `scoring`.
    ///
    /// - Complexity: O(1) for the usual one; else at most 1024 sets of ten words, a millisecond or two.
    public init(_ scoring: Scoring) {
        self = scoring == Scoring() ? Self.usual : LineScores(computing: scoring)
    }

    private init(computing scoring: Scoring) {
        worthy = SpanSet(Span.all.filter { scoring.worth($0.length) != nil }).bits
        var entries: [Entry] = []
        entries.reserveCapacity(SpanSet.count)
        for bits in 0..<UInt16(SpanSet.count) {
            // Words that are too short change nothing, and the set without them comes earlier.
            if bits & worthy != bits {
                entries.append(entries[Int(bits & worthy)])
            } else {
                let counted = scoring.counted(of: SpanSet(bits: bits).spans)
                entries.append(Entry(points: Int32(scoring.points(of: counted)), counted: SpanSet(counted)))
            }
        }
        self.entries = entries
    }

    /// What the words of a line are worth.
    @inline(__always)
    public func points(of words: SpanSet) -> Int {
        entries.withUnsafeBufferPointer { Int($0[Int(words.bits & 0x3FF)].points) }
    }

    /// The words of a line that count.
    public func counted(of words: SpanSet) -> SpanSet { entries[Int(words.bits & 0x3FF)].counted }

    /// The words of a line that are long enough, whether or not they count.
    public func worthy(of words: SpanSet) -> SpanSet { SpanSet(bits: words.bits & worthy) }
}

extension Scoring {
    /// What the counted words of one line are worth together.
    fileprivate func points(of counted: [Span]) -> Int {
        let covered = counted.reduce(0) { $0 | $1.cells }
        let bonus = covered == (1 << CellIndex.side) - 1 ? fullLine : 0
        return counted.reduce(bonus) { $0 + (worth($1.length) ?? 0) }
    }

    /// The words that count of those in one line, all of them long enough.
    fileprivate func counted(of words: [Span]) -> [Span] {
        switch overlap {
        case .all: words
        case .anchored: words.filter { $0.start == 0 }
        case .maximal: words.filter { word in !words.contains { $0.contains(word) } }
        case .single: best(of: words.map { [$0] })
        case .split: best(of: words.map { [$0] } + pairs(of: words))
        }
    }

    /// Two words that share no letter; three have no room in five cells.
    private func pairs(of words: [Span]) -> [[Span]] {
        words.flatMap { first in
            words.filter { $0.start >= first.start + first.length }.map { [first, $0] }
        }
    }

    /// Of equals the one with the fewest words, then the leftmost, then the longest.
    private func best(of choices: [[Span]]) -> [Span] {
        choices.max { left, right in rank(left).lexicographicallyPrecedes(rank(right)) } ?? []
    }

    private func rank(_ choice: [Span]) -> [Int] {
        let points = choice.reduce(0) { $0 + (worth($1.length) ?? 0) }
        return [points, -choice.count, -(choice.first?.start ?? 0), choice.first?.length ?? 0]
    }
}

/// Which words of a line count, and what they are worth.
public struct Scoring: Hashable, Sendable {
    /// Which words of one line count when several stand in it.
    public enum Overlap: String, CaseIterable, Sendable {
        /// The one best word; of equals the leftmost, then the longest.
        case single
        /// The words sharing no letter whose sum is highest; of equals the fewest, then the leftmost.
        case split
        /// Every word that does not lie inside a longer word of the line.
        case maximal
        /// Every word.
        case all
        /// Every word that begins in the line's first cell.
        case anchored
    }

    /// How a game ends in which letters are called and placed.
    public enum Ending: String, CaseIterable, Sendable {
        /// After 25 letters that all have placed.
        case shared
        /// After 24 letters each fills the last cell with one of their own.
        case freeLast = "free-last"
    }

    /// The fewest letters of a word that counts.
    public var minimumLength = 3
    /// What a word is worth, by its length; lengths that are absent are worth nothing and do not count.
    public var points = [3: 3, 4: 4, 5: 5]
    /// Which words of one line count.
    public var overlap = Overlap.single
    /// Whether the two diagonals are lines too.
    public var diagonals = false
    /// What a line earns besides, all of whose cells are covered by words that count.
    public var fullLine = 0

    /// The scoring that games use when nobody says: `family`.
    public init() {}

    /// What a word of `length` is worth; nil when such a word does not count.
    func worth(_ length: Int) -> Int? {
        length >= minimumLength ? points[length] : nil
    }
}

/// A way of scoring that people know by name, with the end of the game that belongs to it.
public struct ScoringPreset: Sendable {
    /// Its name in options.
    public let name: String
    /// How boards are scored.
    public let scoring: Scoring
    /// How a game under it ends.
    public let end: Scoring.Ending

    /// Every preset; the first is the usual one.
    ///
    /// From the rules of the paper games whose names they have.
    public static let all = [
        ScoringPreset("family", [3: 3, 4: 4, 5: 5], .single, .freeLast),
        ScoringPreset("classic", [3: 1, 4: 5, 5: 10], .single),
        ScoringPreset("classic-all", [3: 1, 4: 5, 5: 10], .all),
        ScoringPreset("wordsworth", [3: 3, 4: 4, 5: 10], .single),
        ScoringPreset("scorewords", [3: 1, 4: 2, 5: 4], .maximal),
        ScoringPreset("long", [2: 2, 3: 3, 4: 5, 5: 10], .split),
        ScoringPreset("teacher", [2: 2, 3: 3, 4: 4, 5: 6], .split),
        ScoringPreset("tournament", [2: 2, 3: 3, 4: 4, 5: 10], .split),
    ]

    /// The preset `name`, if there is one.
    public static func named(_ name: String) -> ScoringPreset? { all.first { $0.name == name } }

    private init(
        _ name: String, _ points: [Int: Int], _ overlap: Scoring.Overlap, _ end: Scoring.Ending = .shared
    ) {
        self.name = name
        self.end = end
        var scoring = Scoring()
        scoring.points = points
        scoring.minimumLength = points.keys.min() ?? Lexicon.lengths.lowerBound
        scoring.overlap = overlap
        self.scoring = scoring
    }
}

/// Where a word stands in a line of five cells: 2 to 5 cells next to each other.
public struct Span: Hashable, Sendable {
    /// The first cell, 0…3.
    public let start: Int
    /// The number of cells, 2…5.
    public let length: Int

    /// Every span, leftmost first, of those the shortest first; ten in all.
    ///
    /// A set of spans is a mask whose bit `n` is the span at `n` here.
    public static let all: [Span] = (0..<CellIndex.side).flatMap { start in
        (2...CellIndex.side).filter { start + $0 <= CellIndex.side }.map { Span(start: start, length: $0) }
    }

    /// The cells as bits: bit 0 is the line's first cell.
    var cells: Int { ((1 << length) - 1) << start }

    /// Whether `other` lies inside of this one, which is longer.
    func contains(_ other: Span) -> Bool {
        length > other.length && cells & other.cells == other.cells
    }
}

/// A set of spans of one line: bit `n` is `Span.all[n]`.
public struct SpanSet: Hashable, Sendable {
    /// Ten bits.
    public let bits: UInt16
    /// How many sets there are.
    static let count = 1 << Span.all.count

    /// The set of these ten bits.
    public init(bits: UInt16) {
        self.bits = bits
    }

    /// The set of `spans`.
    init(_ spans: [Span]) {
        let places = spans.compactMap { Span.all.firstIndex(of: $0) }
        bits = places.reduce(0) { $0 | 1 << UInt16($1) }
    }

    /// The spans, leftmost first, of those the shortest first.
    public var spans: [Span] {
        // As in most lines of most boards.
        guard bits != 0 else { return [] }
        var spans: [Span] = []
        spans.reserveCapacity(bits.nonzeroBitCount)
        var rest = bits
        while rest != 0 {
            spans.append(Span.all[rest.trailingZeroBitCount])
            rest &= rest - 1
        }
        return spans
    }
}

/// Five cells in which words are read: a row, a column, or a diagonal from left to right.
public struct BoardLine: Equatable, Sendable {
    /// How words are read.
    public enum Direction: String, Sendable {
        case across, down, diagonal
    }

    /// How words are read in it.
    public let direction: Direction
    /// Rows from the top, columns from the left; diagonal 0 leads down from a1, 1 up from a5.
    public let index: Int
    /// The cells, in the order of reading.
    public let cells: [CellIndex]

    /// The five rows, then the five columns.
    public static let rowsAndColumns = (0..<CellIndex.side).map(row) + (0..<CellIndex.side).map(column)
    /// The two diagonals.
    public static let diagonals = [
        BoardLine(.diagonal, 0) { (row: $0, column: $0) },
        BoardLine(.diagonal, 1) { (row: CellIndex.side - 1 - $0, column: $0) },
    ]

    private static func row(_ index: Int) -> BoardLine {
        BoardLine(.across, index) { (row: index, column: $0) }
    }

    private static func column(_ index: Int) -> BoardLine {
        BoardLine(.down, index) { (row: $0, column: index) }
    }

    private init(_ direction: Direction, _ index: Int, _ place: (Int) -> (row: Int, column: Int)) {
        self.direction = direction
        self.index = index
        cells = (0..<CellIndex.side).compactMap { step in
            CellIndex(row: place(step).row, column: place(step).column)
        }
    }
}

/// The rules that decide which words of a line count, and for how many points.
public struct Scoring: Hashable, Sendable {
    /// The policy for several words in one line.
    public enum Overlap: String, CaseIterable, Sendable {
        /// Only the word with the most points counts; ties go to the leftmost, then the longest.
        case single
        /// The disjoint words with the highest sum; ties go to the fewest words, then the leftmost.
        case split
        /// Every word that is not part of a longer word of the line.
        case maximal
        /// Every word.
        case all
        /// Every word that begins in the line's first cell.
        case anchored
    }

    /// How a word square ends.
    public enum Ending: String, CaseIterable, Sendable {
        /// After 25 called letters.
        case shared
        /// After 24 called letters, each player fills the last cell with any letter.
        case freeLast = "free-last"

        /// The ending with this name; nil without a name.
        ///
        /// - Throws: `invalid-value` for another name.
        public static func named(_ name: String?) throws(RuleViolation) -> Ending? {
            guard let name else { return nil }
            guard let ending = Ending(rawValue: name) else {
                throw RuleViolation(.invalidValue, "“end” must be shared or free-last.")
            }
            return ending
        }
    }

    /// The shortest length of a word that counts.
    public var minimumLength = 3
    /// The points of a word by its length; words of other lengths do not count.
    public var points = [3: 3, 4: 4, 5: 5]
    /// The policy for several words in one line.
    public var overlap = Overlap.single
    /// Whether the two diagonals are scored as lines.
    public var diagonals = false
    /// The bonus for a line in which every cell is part of a counted word.
    public var fullLine = 0

    /// Creates the default scoring, `family`.
    public init() {}

    /// The points of a word of `length` letters, or nil if such a word does not count.
    func points(forLength length: Int) -> Int? {
        length >= minimumLength ? points[length] : nil
    }
}

/// A named scoring with the ending that belongs to it.
public struct ScoringPreset: Sendable {
    /// The name in options.
    public let name: String
    /// The scoring of boards.
    public let scoring: Scoring
    /// The ending of a word square.
    public let end: Scoring.Ending

    /// All presets, after the rules of the paper games of these names; the first is the default.
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

    /// The preset with this name, or nil if it is unknown.
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

/// The position of a word in a line of five cells: 2 to 5 adjacent cells.
public struct Span: Hashable, Sendable {
    /// The first cell, 0…3.
    public let start: Int
    /// The number of cells, 2…5.
    public let length: Int

    /// The ten spans, by start and then by length.
    public static let all: [Span] = (0..<CellIndex.side).flatMap { start in
        (2...CellIndex.side).filter { start + $0 <= CellIndex.side }.map { Span(start: start, length: $0) }
    }

    /// The cells as a bit mask; bit 0 is the line's first cell.
    var cells: Int { ((1 << length) - 1) << start }

    /// Whether this span is longer than `other` and contains all its cells.
    func contains(_ other: Span) -> Bool {
        length > other.length && cells & other.cells == other.cells
    }
}

/// A set of spans of one line, as a bit mask.
public struct SpanSet: Hashable, Sendable {
    /// Ten bits; bit `n` stands for the span at index `n` of ``Span/all``.
    public let bits: UInt16
    static let count = 1 << Span.all.count

    /// Creates a set from its bit mask.
    public init(bits: UInt16) {
        self.bits = bits
    }

    init(_ spans: [Span]) {
        let places = spans.compactMap { Span.all.firstIndex(of: $0) }
        bits = places.reduce(0) { $0 | 1 << UInt16($1) }
    }

    /// The spans in the order of ``Span/all``.
    public var spans: [Span] {
        // Most lines of most boards contain no word.
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

/// Five cells that are read as a line: a row, a column, or a diagonal from left to right.
public struct BoardLine: Equatable, Sendable {
    /// The direction of reading.
    public enum Direction: String, Sendable {
        case across, down, diagonal
    }

    /// The direction of reading.
    public let direction: Direction
    /// The row from the top or the column from the left; diagonal 0 runs down from a1, diagonal 1 up from a5.
    public let index: Int
    /// The cells in reading order.
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

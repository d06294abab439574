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
    public let end: SquareEnd

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
        _ name: String, _ points: [Int: Int], _ overlap: Scoring.Overlap, _ end: SquareEnd = .shared
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

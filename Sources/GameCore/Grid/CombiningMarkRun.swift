/// Counts combining marks in a row, such as the accents on a letter.
///
/// Normalizing and comparing text sorts each run of marks, in a time that grows with the square of its
/// length: a second for 64 KiB of marks. The limit is that of Unicode's Stream-Safe Text Format (UAX #15),
/// which no word of any language exceeds.
public struct CombiningMarkRun: Sendable {
    /// The maximum number of marks in a row in a stored text.
    public static let limit = 30
    private let limit: Int
    private var length = 0

    /// Creates an empty run of at most `limit` marks.
    public init(limit: Int = Self.limit) {
        self.limit = limit
    }

    /// Whether the run is within the limit after `scalar`; a character that is not a mark ends the run.
    public mutating func accepts(_ scalar: Unicode.Scalar) -> Bool {
        // No character before U+0300 is a mark.
        let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
        length = isMark ? length + 1 : 0
        return length <= limit
    }
}

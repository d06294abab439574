/// The number of an event in its game: dense, from 1.
///
/// Zero is a game in which nothing has happened yet.
public struct SequenceNumber: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The number itself, 0 or more.
    public let value: Int
    /// Before the first event.
    public static let zero = SequenceNumber(unchecked: 0)

    /// A sequence number; nil when negative.
    public init?(_ value: Int) {
        guard value >= 0 else { return nil }
        self.value = value
    }

    /// Reads a sequence number as it was encoded, and refuses any other number.
    public init(from decoder: any Decoder) throws {
        self = try decoder.checked(
            CodingKeys.value, Self.init(_:), expected: "A sequence number is 0 or more.")
    }

    private init(unchecked value: Int) {
        self.value = value
    }

    /// The number of the next event.
    public var next: SequenceNumber { SequenceNumber(unchecked: value + 1) }

    /// The number of the event before; zero's is zero.
    var previous: SequenceNumber { SequenceNumber(unchecked: max(value - 1, 0)) }

    /// The number in decimal.
    public var description: String { String(value) }

    /// The order in which events happened.
    public static func < (left: SequenceNumber, right: SequenceNumber) -> Bool {
        left.value < right.value
    }
}

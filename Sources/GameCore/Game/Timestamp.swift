/// A moment of the wall clock.
///
/// Time enters the games only as such a value, so that every game can be replayed.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z, as the server's clock told them.
    public let milliseconds: Int64

    /// A moment in milliseconds since 1970.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The order of time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The moment `duration` later.
    public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds + duration.wholeMilliseconds)
    }

    /// The time from `earlier` to `later`; negative when they stand the other way round.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.milliseconds - earlier.milliseconds)
    }
}

extension Duration {
    /// The duration in milliseconds, cut to a whole number.
    public var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}

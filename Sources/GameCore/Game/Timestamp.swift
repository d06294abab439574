/// A moment, as the games know time.
///
/// Time enters the games only as such a value, so that every game can be replayed. The game clock stands
/// still while the server is down: a moment carries how long that has been in all, and moments are compared
/// and subtracted without it. What people are shown is the wall clock.
public struct Timestamp: Hashable, Comparable, Codable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z, as the wall clock told them.
    public let milliseconds: Int64
    /// How many of the milliseconds the server was away: the game clock did not run in them.
    public let away: Int64

    /// A moment in milliseconds since 1970, of which the server was `away` for some.
    public init(milliseconds: Int64, away: Int64 = 0) {
        self.milliseconds = milliseconds
        self.away = away
    }

    /// What the game clock shows, in milliseconds.
    var gameClock: Int64 { milliseconds - away }

    /// The same moment of the game clock as it is told when the server has been away for `away` milliseconds.
    public func told(away: Int64) -> Timestamp {
        Timestamp(milliseconds: gameClock + away, away: away)
    }

    /// The order of the game clock; of two moments that it cannot tell apart, that of the wall clock.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.gameClock, left.milliseconds) < (right.gameClock, right.milliseconds)
    }

    /// The moment `duration` later.
    public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds + duration.wholeMilliseconds, away: moment.away)
    }

    /// The time on the game clock from `earlier` to `later`; negative when they stand the other way round.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.gameClock - earlier.gameClock)
    }
}

extension Duration {
    /// The duration in milliseconds, cut to a whole number.
    public var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}

/// A moment on the wall clock and on the game clock.
///
/// Time enters GameCore only as such values, so that games can be replayed. The game clock stops while the
/// server is down, and ignores changes of the wall clock. A timestamp carries the lead of the wall clock,
/// which comparison and subtraction leave out. Clients see the wall clock.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// The wall clock: milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64
    /// The lead of the wall clock over the game clock in milliseconds.
    ///
    /// It is the total downtime of the server until then, and the steps by which the wall clock has been set.
    public let away: Int64

    /// Creates a timestamp from the wall clock and its lead, both in milliseconds.
    public init(milliseconds: Int64, away: Int64 = 0) {
        self.milliseconds = milliseconds
        self.away = away
    }

    /// The game clock in milliseconds.
    package var gameClock: Int64 { milliseconds - away }

    /// The same moment on the game clock, given a total downtime of `away` milliseconds.
    ///
    /// Moves the wall-clock time of a deadline after the server has been down.
    public func adjusted(away: Int64) -> Timestamp {
        Timestamp(milliseconds: gameClock + away, away: away)
    }

    /// This moment on clocks that do not go back after `last`.
    ///
    /// The clocks of several servers differ a little. The wall clock goes back only if it is set back by more
    /// than `tolerance`.
    package func following(_ last: Timestamp, tolerance: Duration) -> Timestamp {
        let game = max(gameClock, last.gameClock)
        let lag = last.milliseconds - milliseconds
        let isBehind = lag > 0 && lag <= tolerance.wholeMilliseconds
        let wall = isBehind ? last.milliseconds : milliseconds
        return Timestamp(milliseconds: wall, away: wall - game)
    }

    /// Compares game clocks, and wall clocks if those are equal.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.gameClock, left.milliseconds) < (right.gameClock, right.milliseconds)
    }

    /// The moment `duration` after `moment`.
    public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds + duration.wholeMilliseconds, away: moment.away)
    }

    /// The time on the game clock from `earlier` to `later`; negative if `later` comes first.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.gameClock - earlier.gameClock)
    }
}

extension Duration {
    /// The duration in milliseconds, truncated to a whole number.
    public var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}

/// The number of an event in its game, from 1 without gaps; 0 before the first event.
public struct SequenceNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, 0 or more.
    public let value: Int
    /// Before the first event.
    public static let zero = SequenceNumber(unchecked: 0)

    /// Creates a sequence number; nil if negative.
    public init?(_ value: Int) {
        guard value >= 0 else { return nil }
        self.value = value
    }

    private init(unchecked value: Int) {
        self.value = value
    }

    /// The number of the next event.
    public var next: SequenceNumber { SequenceNumber(unchecked: value + 1) }

    /// The number of the event before; zero for zero.
    var previous: SequenceNumber { SequenceNumber(unchecked: max(value - 1, 0)) }

    /// The number in decimal.
    public var description: String { String(value) }

    /// Orders events from the first to the last.
    public static func < (left: SequenceNumber, right: SequenceNumber) -> Bool {
        left.value < right.value
    }
}

/// A calendar day.
public struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01.
    public let number: Int

    private static let years = 1970...9999

    /// Creates a day from its number.
    public init(number: Int) {
        self.number = number
    }

    /// The day of `moment` where clocks are ahead of UTC by `offset`.
    public init(of moment: Timestamp, ahead offset: Duration = .zero) {
        let local = (moment + offset).milliseconds
        let (days, rest) = local.quotientAndRemainder(dividingBy: 86_400_000)
        number = Int(days) - (rest < 0 ? 1 : 0)
    }

    /// The days that are today's somewhere on Earth at `moment`, from UTC-12 to UTC+14.
    public static func current(at moment: Timestamp) -> ClosedRange<Day> {
        Day(of: moment, ahead: .seconds(-12 * 3600))...Day(of: moment, ahead: .seconds(14 * 3600))
    }

    /// Parses a day such as `2026-11-21`, with a year from 1970; nil if it does not exist.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
        guard isPlain, parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let fields = parts.compactMap { Int($0) }
        guard fields.count == 3, Self.years.contains(fields[0]) else { return nil }
        number = Self.number(fields[0], fields[1], fields[2])
        // A day that does not exist, such as 2026-02-30, has the number of another day.
        guard description == text else { return nil }
    }

    /// Whether the date is over everywhere on Earth at `moment`.
    public func isOverEverywhere(at moment: Timestamp) -> Bool {
        self < Day.current(at: moment).lowerBound
    }

    /// Whether the date has begun somewhere on Earth at `moment`.
    public func hasBegun(at moment: Timestamp) -> Bool {
        self <= Day.current(at: moment).upperBound
    }

    /// 0 for Monday to 6 for Sunday.
    public var weekday: Int { ((number + 3) % 7 + 7) % 7 }

    /// The day as `2026-11-21`.
    public var description: String {
        let (year, month, day) = date
        return [(year, 4), (month, 2), (day, 2)].map { value, width in
            let digits = String(value)
            return String(repeating: "0", count: max(width - digits.count, 0)) + digits
        }.joined(separator: "-")
    }

    /// Orders days by date.
    public static func < (left: Day, right: Day) -> Bool { left.number < right.number }

    /// Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”: days_from_civil.
    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = year.quotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The year, the month and the day of the month.
    ///
    /// Howard Hinnant, civil_from_days, for days since 1970.
    public var date: (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (number + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

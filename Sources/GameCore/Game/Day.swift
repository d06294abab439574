/// A day of the calendar, in UTC.
public struct Day: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01.
    public let number: Int

    /// The years that can be written.
    private static let years = 1970...9999

    /// The day with this number since 1970.
    public init(number: Int) {
        self.number = number
    }

    /// The day of `moment`.
    public init(of moment: Timestamp) {
        let (days, rest) = moment.milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        number = Int(days) - (rest < 0 ? 1 : 0)
    }

    /// A day as it is written: `2026-11-21`; nil for what is none.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
        guard isPlain, parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let fields = parts.compactMap { Int($0) }
        guard fields.count == 3, Self.years.contains(fields[0]) else { return nil }
        number = Self.number(fields[0], fields[1], fields[2])
        // A day that does not exist would be another one.
        guard description == text else { return nil }
    }

    /// 0 for Monday to 6 for Sunday.
    public var weekday: Int { ((number + 3) % 7 + 7) % 7 }

    /// As it is written.
    public var description: String {
        let (year, month, day) = date
        return [(year, 4), (month, 2), (day, 2)].map { value, width in
            let digits = String(value)
            return String(repeating: "0", count: max(width - digits.count, 0)) + digits
        }.joined(separator: "-")
    }

    /// The one before comes first.
    public static func < (left: Day, right: Day) -> Bool { left.number < right.number }

    /// Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”: days_from_civil.
    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = year.quotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Its year, month and day.
    ///
    /// The same source: civil_from_days, for days after 1970.
    public var date: (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (number + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

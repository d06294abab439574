import Glibc

/// The text of the `Date` header, made once per second.
struct HTTPDate {
    private var second = -1
    private(set) var line: [UInt8] = []

    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Makes the line anew when the second has changed.
    mutating func refresh() {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        guard time.tv_sec != second else { return }
        second = time.tv_sec
        line = Array("\r\nDate: \(Self.text(second))\r\n".utf8)
    }

    /// Seconds since 1970 as RFC 9110 writes a date, for example "Sun, 06 Nov 1994 08:49:37 GMT".
    static func text(_ seconds: Int) -> String {
        let (day, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let (year, month, dayOfMonth) = civil(day)
        let clock = [time / 3600, time / 60 % 60, time % 60].map(twoDigits).joined(separator: ":")
        return "\(days[day % 7]), \(twoDigits(dayOfMonth)) \(months[month - 1]) \(year) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The date of a day since 1970 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

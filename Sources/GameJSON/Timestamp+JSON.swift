import Foundation
import GameCore

extension Timestamp {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// The years 1970 to 9999, in milliseconds; RFC 3339 has four digits for a year.
    private static let plain: Range<Int64> = 0..<253_402_300_800_000

    /// RFC 3339 in UTC with milliseconds: `2026-11-21T14:42:05.123Z`.
    ///
    /// Every edit has one, so it is formatted digit by digit, in a tenth of Foundation's time.
    package var rfc3339: String {
        guard Self.plain.contains(milliseconds) else { return formatted }
        let (year, month, day) = Day(of: self).date
        let time = Int(milliseconds % 86_400_000)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        text.append(year, digits: 4, then: "-")
        text.append(month, digits: 2, then: "-")
        text.append(day, digits: 2, then: "T")
        text.append(time / 3_600_000, digits: 2, then: ":")
        text.append(time / 60_000 % 60, digits: 2, then: ":")
        text.append(time / 1000 % 60, digits: 2, then: ".")
        text.append(time % 1000, digits: 3, then: "Z")
        return String(decoding: text, as: UTF8.self)
    }

    private var formatted: String {
        // The formatter truncates to milliseconds; half a millisecond more makes up for binary fractions.
        Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1000).formatted(Self.style)
    }

    /// Parses a time in the format of `rfc3339`; nil for any other text.
    package init?(rfc3339 text: String, away: Int64) {
        guard let date = try? Date(text, strategy: Self.style) else { return nil }
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard milliseconds.magnitude < Double(Self.plain.upperBound) else { return nil }
        self.init(milliseconds: Int64(milliseconds), away: away)
    }
}

extension [UInt8] {
    /// Appends `number` with leading zeros, then `separator`.
    fileprivate mutating func append(_ number: Int, digits: Int, then separator: Unicode.Scalar) {
        var unit = 1
        for _ in 1..<digits { unit *= 10 }
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(number / unit % 10))
            unit /= 10
        }
        append(UInt8(ascii: separator))
    }
}

extension Duration {
    /// Seconds as a JSON number with up to three decimals: `12.345`.
    package var jsonSeconds: String {
        let (seconds, rest) = wholeMilliseconds.quotientAndRemainder(dividingBy: 1000)
        guard rest > 0 else { return String(seconds) }
        let digits = String(rest)
        return "\(seconds)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
}

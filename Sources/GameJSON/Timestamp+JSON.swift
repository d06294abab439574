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
        return String(unsafeUninitializedCapacity: 24) { text in
            var end = 0
            end = text.write(year, digits: 4, then: "-", at: end)
            end = text.write(month, digits: 2, then: "-", at: end)
            end = text.write(day, digits: 2, then: "T", at: end)
            end = text.write(time / 3_600_000, digits: 2, then: ":", at: end)
            end = text.write(time / 60_000 % 60, digits: 2, then: ":", at: end)
            end = text.write(time / 1000 % 60, digits: 2, then: ".", at: end)
            return text.write(time % 1000, digits: 3, then: "Z", at: end)
        }
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

extension UnsafeMutableBufferPointer<UInt8> {
    /// Writes `number` with leading zeros, then `separator`; returns the index after them.
    fileprivate func write(_ number: Int, digits: Int, then separator: Unicode.Scalar, at start: Int) -> Int {
        var rest = number
        for place in stride(from: start + digits - 1, through: start, by: -1) {
            self[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        self[start + digits] = UInt8(ascii: separator)
        return start + digits + 1
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

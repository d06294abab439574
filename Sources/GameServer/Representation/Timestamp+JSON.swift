import Foundation
import GameCore

nonisolated extension Timestamp {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// RFC 3339 in UTC with milliseconds: `2026-11-21T14:42:05.123Z`.
    var rfc3339: String {
        // The formatter cuts to milliseconds; half of one more keeps binary fractions from falling short.
        Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1000).formatted(Self.style)
    }

    /// The moment that `text` names in RFC 3339 as written above; nil when it is anything else.
    init?(rfc3339 text: String, away: Int64) {
        guard let date = try? Date(text, strategy: Self.style) else { return nil }
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        // Until the year 9999, which is as far as RFC 3339 goes.
        guard milliseconds.magnitude < 253_402_300_800_000 else { return nil }
        self.init(milliseconds: Int64(milliseconds), away: away)
    }
}

nonisolated extension Duration {
    /// Seconds with milliseconds, as JSON writes a number: `12.345`.
    var jsonSeconds: String {
        let (seconds, rest) = wholeMilliseconds.quotientAndRemainder(dividingBy: 1000)
        guard rest > 0 else { return String(seconds) }
        let digits = String(rest)
        return "\(seconds)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
}

import GameCore
import GameJSON
import GameStore

/// The name of a scheduled backup, `games-20261123T221650773Z.sqlite`, after the time at which it began.
///
/// The alphabetical order of names is the order of their times.
nonisolated struct BackupName: Comparable {
    private static let prefix = "games-"
    private static let suffix = ".sqlite"

    let text: String

    init(at time: Timestamp) {
        text = Self.prefix + time.rfc3339.filter { $0 != ":" && $0 != "-" && $0 != "." } + Self.suffix
    }

    /// Nil unless the server could have written exactly this name, so that it never deletes another file.
    init?(_ text: String) {
        let digits = text.dropFirst(Self.prefix.count).dropLast(Self.suffix.count).filter(\.isASCII)
        guard digits.count == 19 else { return nil }
        let (day, time) = (digits.prefix(8), digits.dropFirst(9).prefix(9))
        let written = """
            \(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))T\(time.prefix(2)):\
            \(time.dropFirst(2).prefix(2)):\(time.dropFirst(4).prefix(2)).\(time.suffix(3))Z
            """
        guard let moment = Timestamp(rfc3339: written, away: 0) else { return nil }
        self.init(at: moment)
        guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
    }

    static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

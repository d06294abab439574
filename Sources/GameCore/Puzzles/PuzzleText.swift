/// Text about a puzzle as people may be shown it, whatever a file holds.
public enum PuzzleText {
    /// The most characters of a title, of an author's name and of a copyright line; a character is one
    /// Unicode scalar here.
    public static let longestLine = 200
    /// The most characters of a clue.
    public static let longestClue = 500
    /// The most characters of the notes.
    public static let longestNotes = 5000

    /// One line of plain text: control characters become spaces, what cannot be seen is gone, and there are
    /// no spaces around it.
    ///
    /// - Throws: `invalid-value`, naming `what`, when more than `limit` characters are left.
    public static func line(
        _ text: String, _ what: String, limit: Int = longestLine
    ) throws(RuleViolation) -> String {
        try visible(text, what, limit: limit, breaks: " ")
    }

    /// Notes: as a line, but in several lines where they had several.
    ///
    /// - Throws: `invalid-value` when more than `longestNotes` characters are left.
    public static func notes(_ text: String) throws(RuleViolation) -> String {
        try visible(text, "note", limit: longestNotes, breaks: "\n")
    }

    private static func visible(
        _ text: String, _ what: String, limit: Int, breaks: Unicode.Scalar
    ) throws(RuleViolation) -> String {
        var shown = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            // The second half of a Windows line break.
            if scalar != "\n" || last != "\r", let sign = appearance(scalar, breaks) { shown.append(sign) }
            last = scalar
        }
        let isSpace = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\n" }
        let end = shown.lastIndex { !isSpace($0) }.map { shown.index(after: $0) } ?? shown.startIndex
        let trimmed = shown[..<end].drop(while: isSpace)
        guard trimmed.count <= limit else {
            throw RuleViolation(.invalidValue, "The \(what) is longer than \(limit) characters.")
        }
        return String(String.UnicodeScalarView(trimmed))
    }

    /// Nothing for what only changes how its neighbours look: overrides of the direction of writing, joiners,
    /// characters without width.
    private static func appearance(
        _ scalar: Unicode.Scalar, _ breaks: Unicode.Scalar
    ) -> Unicode.Scalar? {
        switch scalar {
        case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": return breaks
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control: return " "
        case .format: return nil
        default: return scalar
        }
    }
}

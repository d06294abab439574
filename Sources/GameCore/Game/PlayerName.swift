/// A name that one person chose and others read: 1–32 grapheme clusters on one line.
public struct PlayerName: Hashable, Codable, Sendable {
    /// The longest name, in grapheme clusters.
    public static let maximumLength = 32
    /// The name.
    public let text: String

    /// A name from typed text, without the spaces around it.
    ///
    /// - Throws: `invalid-value` for an empty or long name, control, bidi-override and zero-width characters.
    public init(_ typed: String) throws(RuleViolation) {
        text = try DisplayText.checked(typed, name: "name", maximumLength: Self.maximumLength)
    }
}

/// The title of a game: 1–80 grapheme clusters on one line.
public struct GameTitle: Hashable, Sendable {
    /// The longest title, in grapheme clusters.
    public static let maximumLength = 80
    /// The title.
    public let text: String

    /// A title from typed text, under the rules of a name.
    ///
    /// - Throws: `invalid-value`, as for a name.
    public init(_ typed: String) throws(RuleViolation) {
        text = try DisplayText.checked(typed, name: "title", maximumLength: Self.maximumLength)
    }
}

/// What names and titles have in common: text that cannot pretend to be other text on somebody's screen.
enum DisplayText {
    static func checked(
        _ typed: String, name: String, maximumLength: Int
    ) throws(RuleViolation) -> String {
        let text = trimmed(typed)
        guard text.unicodeScalars.contains(where: { !$0.properties.isDefaultIgnorableCodePoint }) else {
            throw RuleViolation(.invalidValue, "A \(name) has at least one character.")
        }
        // Bytes first: counting the clusters of a megabyte is work that nobody should cause.
        guard text.utf8.count <= maximumLength * 16, text.count <= maximumLength else {
            throw RuleViolation(.invalidValue, "A \(name) has at most \(maximumLength) characters.")
        }
        guard text.unicodeScalars.allSatisfy(isHarmless) else {
            throw RuleViolation(.invalidValue, "A \(name) has no control, direction or invisible characters.")
        }
        return text
    }

    private static func trimmed(_ text: String) -> String {
        let isSpace: (Character) -> Bool = { character in
            character == "\t"
                || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .spaceSeparator }
        }
        let kept = text.drop(while: isSpace)
        return String(kept.reversed().drop(while: isSpace).reversed())
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            false
        default: !scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isVariationSelector
        }
    }
}

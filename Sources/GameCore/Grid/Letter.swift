/// An upper-case letter of any script; in a crossword also a digit, or a rebus of several letters and digits.
///
/// A letter is a grapheme cluster that begins with a letter and continues with combining marks. Letters are
/// equal if they are canonically equivalent, as Swift strings are: `e` + U+0301 equals `é`.
public struct Letter: Hashable, Sendable, CustomStringConvertible {
    /// The maximum length in UTF-8 bytes: enough for real clusters, too short for long stacks of marks.
    public static let maximumBytes = 32
    /// The maximum number of letters in a rebus.
    public static let maximumRebus = 10

    /// One byte for nearly every letter, so that a copy of a state or an event does not retain 25 strings.
    private enum Content: Sendable {
        case ascii(UInt8)
        case other(String)

        init(_ text: String) {
            self = text.utf8.count == 1 ? .ascii(text.utf8.first ?? 0) : .other(text)
        }
    }

    private let content: Content

    /// The letter as text.
    public var text: String {
        switch content {
        case .ascii(let byte): String(Unicode.Scalar(byte))
        case .other(let text): text
        }
    }

    /// The letter's byte; nil unless it is an ASCII character.
    package var ascii: UInt8? { if case .ascii(let byte) = content { byte } else { nil } }

    /// Creates a letter from typed text; nil if the text is not exactly one letter.
    ///
    /// - Complexity: O(1); a few nanoseconds for ASCII.
    public init?(_ typed: String) {
        if typed.utf8.count == 1, let byte = typed.utf8.first {
            let upper = byte & 0xDF
            guard (0x41...0x5A).contains(upper) else { return nil }
            content = .ascii(upper)
            return
        }
        guard typed.utf8.count <= Self.maximumBytes, typed.count == 1 else { return nil }
        let scalars = typed.unicodeScalars
        guard let first = scalars.first, first.startsLetter else { return nil }
        guard scalars.dropFirst().allSatisfy(\.continuesLetter) else { return nil }
        content = Content(Self.uppercased(typed))
    }

    /// Creates the entry of a crossword's cell: one to ten letters and digits; nil for any other text.
    public init?(entry typed: String) {
        guard typed.utf8.count <= Self.maximumBytes * Self.maximumRebus,
            (1...Self.maximumRebus).contains(typed.count)
        else { return nil }
        let letters = typed.compactMap { $0.isDigit ? String($0) : Letter(String($0))?.text }
        guard letters.count == typed.count else { return nil }
        content = Content(letters.joined())
    }

    /// Whether it is one letter and not a rebus.
    public var isSingle: Bool { ascii != nil || text.count == 1 }

    /// The letter as text.
    public var description: String { text }

    /// Whether both are the same ASCII character, or canonically equivalent texts.
    public static func == (left: Letter, right: Letter) -> Bool {
        switch (left.content, right.content) {
        case (.ascii(let left), .ascii(let right)): left == right
        case (.other(let left), .other(let right)): left == right
        // The Kelvin sign takes three bytes, and is equivalent to K.
        default: left.text == right.text
        }
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The only letters that `uppercased()` does not return in NFC: Greek iota and upsilon with dialytika and
    /// accent.
    ///
    /// The look-up is by canonical equivalence; the values are in NFC.
    private static let composed: [String: String] = [
        "\u{3AA}\u{301}": "\u{3AA}\u{301}", "\u{3AA}\u{300}": "\u{3AA}\u{300}",
        "\u{3AB}\u{301}": "\u{3AB}\u{301}", "\u{3AB}\u{300}": "\u{3AB}\u{300}",
    ]

    /// The upper case of `typed`, or `typed` if its upper case is not one letter (`ß`).
    private static func uppercased(_ typed: String) -> String {
        let upper = typed.uppercased()
        let letter = composed[upper] ?? upper
        return letter.count == 1 && letter.utf8.count <= maximumBytes ? letter : typed
    }
}

extension Character {
    /// Whether it is one of 0 to 9.
    var isDigit: Bool { isASCII && isNumber }
}

extension Unicode.Scalar {
    /// Excludes letters that are drawn as emoji (ℹ, Ⓜ) or are invisible (the Hangul fillers).
    fileprivate var startsLetter: Bool {
        guard !properties.isDefaultIgnorableCodePoint else { return false }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
            !properties.isEmoji
        default: false
        }
    }

    fileprivate var continuesLetter: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: !properties.isDefaultIgnorableCodePoint
        default: startsLetter  // Hangul jamo, which join into one syllable
        }
    }
}

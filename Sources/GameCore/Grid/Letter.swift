/// What one cell can hold: a single letter of any script, raised to upper case.
///
/// A letter is one grapheme cluster whose first scalar is a letter and whose others are combining marks.
/// Equality is canonical equivalence, as of every Swift string, so `e` + U+0301 and `é` are one letter.
public struct Letter: Hashable, Sendable, CustomStringConvertible {
    /// The longest letter, in UTF-8 bytes: room for any real cluster, none for stacks of marks without end.
    public static let maximumBytes = 32
    /// The most letters that share one cell in a rebus.
    public static let maximumRebus = 10

    /// The letter itself.
    public let text: String

    /// A letter from typed text; nil when the text is not exactly one letter.
    ///
    /// - Complexity: O(1); a constant few nanoseconds for ASCII.
    public init?(_ typed: String) {
        if typed.utf8.count == 1, let byte = typed.utf8.first {
            let upper = byte & 0xDF
            guard (0x41...0x5A).contains(upper) else { return nil }
            self.text = String(Unicode.Scalar(upper))
            return
        }
        guard typed.utf8.count <= Self.maximumBytes, typed.count == 1 else { return nil }
        let scalars = typed.unicodeScalars
        guard let first = scalars.first, first.startsLetter else { return nil }
        guard scalars.dropFirst().allSatisfy(\.continuesLetter) else { return nil }
        self.text = Self.raised(typed)
    }

    /// Several letters that share one cell, as some crosswords have it, or a single one; nil for anything
    /// else.
    public init?(rebus typed: String) {
        guard typed.utf8.count <= Self.maximumBytes * Self.maximumRebus,
            (1...Self.maximumRebus).contains(typed.count)
        else { return nil }
        let letters = typed.compactMap { Letter(String($0)) }
        guard letters.count == typed.count else { return nil }
        text = letters.map(\.text).joined()
    }

    /// Whether it is one letter, and no rebus.
    public var isSingle: Bool { text.utf8.count == 1 || text.count == 1 }

    /// The letter.
    public var description: String { text }

    /// The only upper cases that Unicode writes in three scalars where NFC has two: Greek iota and upsilon
    /// with dialytika and accent.
    ///
    /// Found by equivalence, kept in NFC.
    private static let composed: [String: String] = [
        "\u{3AA}\u{301}": "\u{3AA}\u{301}", "\u{3AA}\u{300}": "\u{3AA}\u{300}",
        "\u{3AB}\u{301}": "\u{3AB}\u{301}", "\u{3AB}\u{300}": "\u{3AB}\u{300}",
    ]

    /// Upper case that stays one letter: one whose upper case is several (`ß`) stays as it is.
    private static func raised(_ typed: String) -> String {
        let upper = typed.uppercased()
        let raised = composed[upper] ?? upper
        return raised.count == 1 && raised.utf8.count <= maximumBytes ? raised : typed
    }
}

extension Unicode.Scalar {
    /// A letter of some script, but none drawn as a picture (ℹ, Ⓜ) or not at all (the Hangul fillers).
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
        default: startsLetter  // Hangul jamo join into one syllable
        }
    }
}

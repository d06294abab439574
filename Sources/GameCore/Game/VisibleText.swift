/// Distinguishes characters that a reader sees from those that only disguise the text around them.
///
/// Names and titles with such a disguise are refused (``PlayerName``); clues lose it (``PuzzleText``). A
/// joiner or a tag is visible only inside a character that is written with it: an emoji of several (👩‍🚀), a
/// flag of a region (🏴󠁧󠁢󠁥󠁮󠁧󠁿), a conjunct (क्‍ष), and letters of a cursive script that stand apart
/// (می‌خواهم). The contexts of letters are those of UAX #31, section 2.3.
struct VisibleText {
    private let scalars: [Unicode.Scalar]
    /// The indices of the joiners and tags that belong to a character.
    private let joined: Set<Int>

    init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        // Few texts have a joiner or a tag.
        let special = scalars.indices.filter { scalars[$0].isJoiner || scalars[$0] == Self.blackFlag }
        var joined: Set<Int> = []
        for index in special {
            if scalars[index].isJoiner {
                if Self.joins(index, in: scalars) { joined.insert(index) }
            } else if let tags = Self.tags(after: index, in: scalars) {
                joined.formUnion(tags)
            }
        }
        (self.scalars, self.joined) = (scalars, joined)
    }

    /// The scalars, each with whether it is a joiner or a tag inside a character that is written with it.
    var marked: some Sequence<(scalar: Unicode.Scalar, isJoined: Bool)> {
        scalars.enumerated().lazy.map { ($0.element, joined.contains($0.offset)) }
    }

    /// Whether the joiner at `index` has a visible effect on both its neighbours.
    private static func joins(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard index > 0, index + 1 < scalars.count else { return false }
        let (before, after) = (scalars[index - 1], scalars[index + 1])
        // Half forms and the like, before or after the sign that silences a vowel.
        if before.isVirama && after.isLetter || before.isLetter && after.isVirama { return true }
        guard scalars[index] == .zeroWidthJoiner else {
            return before.isCursive && after.isCursive && after.isLetter
        }
        let base = scalars[..<index].last { !$0.properties.isEmojiModifier && $0 != .emojiStyle }
        return after.isPictograph && base?.isPictograph == true
    }

    /// The indices of the tags that name the region of the flag at `index`; nil if they are not complete.
    private static func tags(after index: Int, in scalars: [Unicode.Scalar]) -> Range<Int>? {
        let name = scalars[(index + 1)...].prefix(while: \.isRegionTag)
        guard (3...6).contains(name.count), name.endIndex < scalars.count, scalars[name.endIndex] == cancelTag
        else { return nil }
        return name.startIndex..<name.endIndex + 1
    }

    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"
    private static let cancelTag: Unicode.Scalar = "\u{E007F}"
}

extension Unicode.Scalar {
    fileprivate static let zeroWidthJoiner: Self = "\u{200D}"
    fileprivate static let emojiStyle: Self = "\u{FE0F}"

    fileprivate var isJoiner: Bool { self == "\u{200C}" || self == Self.zeroWidthJoiner }

    /// Whether the scalar is the tag of a small letter or a digit.
    fileprivate var isRegionTag: Bool {
        (0xE0061...0xE007A).contains(value) || (0xE0030...0xE0039).contains(value)
    }

    fileprivate var isVirama: Bool { properties.canonicalCombiningClass == .virama }

    fileprivate var isLetter: Bool { properties.generalCategory == .otherLetter }

    /// An emoji that is more than a digit, a modifier of another one, or half a flag.
    fileprivate var isPictograph: Bool {
        value > 0xFF && properties.isEmoji && !properties.isEmojiModifier
            && !(0x1F1E6...0x1F1FF).contains(value)
    }

    /// Whether the scalar is a letter, or a mark on one, of a script whose letters join their neighbours.
    fileprivate var isCursive: Bool {
        switch value {
        // Arabic, Syriac, N'Ko, Mandaic, Mongolian, Phags-pa, Adlam.
        case 0x620...0x65F, 0x66E...0x6D3, 0x6D5...0x6DC, 0x6FA...0x6FF, 0x710...0x74F, 0x750...0x77F,
            0x7CA...0x7F3, 0x840...0x85B, 0x8A0...0x8E1, 0x8E3...0x8FF, 0x1820...0x18AA, 0xA840...0xA873,
            0x1E900...0x1E94A:
            true
        default: false
        }
    }
}

extension Letter {
    /// The Latin or Greek letter without its accents, such as E for É and Ο for Ό; itself if it has none.
    ///
    /// Letters with a key of their own on keyboards, such as Ø, Æ, ß and Й, do not count as accented.
    public var withoutAccents: Letter {
        guard isSingle, text.utf8.count > 1, let first = text.unicodeScalars.first else { return self }
        // Unicode names an accented letter after the plain one: LATIN CAPITAL LETTER E WITH ACUTE.
        guard let name = first.properties.name else { return self }
        let words = name.split(separator: " ")
        let with = words.firstIndex(of: "WITH") ?? words.endIndex
        guard Self.shapes.isDisjoint(with: words[with...]) || words.contains("ABOVE") else { return self }
        return Self.plain[words[..<with].joined(separator: " ")] ?? self
    }

    /// The letters A to Z and Α to Ω by their names.
    private static let plain: [String: Letter] = {
        let scalars = [UInt32(0x41)...0x5A, 0x391...0x3A9].joined().compactMap(Unicode.Scalar.init)
        var letters: [String: Letter] = [:]
        for scalar in scalars {
            if let name = scalar.properties.name { letters[name] = Letter(String(scalar)) }
        }
        return letters
    }()

    /// Words in the Unicode names of letters that do not count as accented.
    ///
    /// A hook above is an accent.
    private static let shapes: Set<Substring> = [
        "BAR", "BELT", "CROSSED-TAIL", "DESCENDER", "FLOURISH", "HOOK", "LEG", "LOOP", "MIDDLE", "STROKE",
        "TAIL",
        "TOPBAR",
    ]
}

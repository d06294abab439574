/// How a language spells and types: its letters in order, and what other letters count as.
public struct Spelling: Sendable {
    /// The unit that fills one cell.
    public var unit = Pack.Unit.letter
    /// How typed letters become capitals.
    public var casing = Casing.common
    /// The order of the letters; empty for that of Unicode.
    public var order: [Letter]
    /// Letters that count as another letter, such as accented letters as the plain ones.
    public var aliases: [Letter: Letter]
    /// Letters that are written as several, such as Ä as AE.
    public var expansions: [Letter: [Letter]]
    /// The rows of keys, each from left to right; empty if nothing is known about them.
    public var keyboard: [String] = []

    /// Creates a spelling.
    public init(
        order: [Letter] = [], aliases: [Letter: Letter] = [:], expansions: [Letter: [Letter]] = [:]
    ) {
        (self.order, self.aliases, self.expansions) = (order, aliases, expansions)
    }

    /// The letters of a typed word; nil if a character is not a letter.
    ///
    /// Expansions are applied, aliases are not.
    public func letters(of text: String) -> [Letter]? {
        var found: [Letter] = []
        for character in casing.prepared(text) {
            let parts = unit == .jamo ? HangulSyllable.jamo(of: character) ?? [character] : [character]
            for part in parts {
                guard let letter = Letter(String(part)) else { return nil }
                found += expansions[letter] ?? [letter]
            }
        }
        return found
    }
}

/// The letters of a lexicon's words, each with a code: 1…n in order; 0 stands for no letter.
public struct Alphabet: Sendable {
    /// The most letters in one alphabet, so that a set of codes fits into 64 bits.
    public static let maximumLetters = 63

    /// The letters in order; the first has code 1.
    public let letters: [Letter]
    /// How often each letter occurs in the words of 3 to 5 letters, in the order of ``letters``.
    public private(set) var frequencies: [Int]
    private let codes: [Letter: UInt8]
    /// What other letters count as, and how letters are typed.
    public let spelling: Spelling
    /// The codes of ASCII letters by byte, which avoids hashing.
    private let asciiCodes: [UInt8]

    /// Creates the alphabet of `words`.
    ///
    /// An alias that is not itself one of their letters gets its letter's code. ``countLetters(of:)`` sets
    /// the frequencies, once the words have codes.
    ///
    /// - Parameter spelling: What other letters count as, and the order of the alphabet.
    /// - Throws: `invalid-value` if the words have more than 63 different letters.
    init(of words: [[Letter]], _ spelling: Spelling) throws(RuleViolation) {
        letters = Self.letters(of: words, in: spelling.order)
        guard letters.count <= Self.maximumLetters else {
            throw RuleViolation(
                .invalidValue,
                "The lexicon has \(letters.count) different letters; the limit is \(Self.maximumLetters).")
        }
        frequencies = letters.map { _ in 0 }
        var codes: [Letter: UInt8] = [:]
        for (position, letter) in letters.enumerated() { codes[letter] = UInt8(position + 1) }
        for (alias, letter) in spelling.aliases where codes[alias] == nil { codes[alias] = codes[letter] }
        self.spelling = spelling
        self.codes = codes
        asciiCodes = (UInt8(0)..<128).map { byte in
            Letter(String(Unicode.Scalar(byte))).flatMap { codes[$0] } ?? 0
        }
    }

    /// The letters of `words`, those in `order` first.
    private static func letters(of words: [[Letter]], in order: [Letter]) -> [Letter] {
        var found = Set(order)
        var isFound = [Bool](repeating: false, count: 128)
        for letter in words.joined() {
            // ASCII letters, nearly all, are not hashed each time.
            if let byte = letter.text.utf8.first, byte < 128, letter.text.utf8.count == 1 {
                guard !isFound[Int(byte)] else { continue }
                isFound[Int(byte)] = true
            }
            found.insert(letter)
        }
        return order + found.subtracting(order).sorted { $0.text < $1.text }
    }

    /// Sets the frequencies to those in `words`.
    mutating func countLetters(of words: some Sequence<ArraySlice<UInt8>>) {
        for word in words {
            for code in word { frequencies[Int(code) - 1] += 1 }
        }
    }

    /// The number of letters, 1…63.
    public var count: Int { letters.count }

    /// The set of all letters: bit `code` is set for each.
    var allLetters: UInt64 { (1 << UInt64(count + 1)) &- 2 }

    /// The code of `letter`, or 0 if it is nil or not in this alphabet; O(1).
    public func code(of letter: Letter?) -> UInt8 {
        guard let letter else { return 0 }
        let text = letter.text.utf8
        if text.count == 1, let byte = text.first { return asciiCodes[Int(byte & 0x7F)] }
        return codes[letter] ?? 0
    }

    /// The code of typed text, or 0 if it is not a letter of this alphabet.
    public func code(typed text: some StringProtocol) -> UInt8 {
        code(of: Letter(spelling.casing.prepared(String(text))))
    }

    /// The codes of a typed word, 0 for characters that are not in this alphabet.
    ///
    /// A letter becomes several codes if ``spelling`` expands it, such as Ä to AE.
    public func codes(of text: String) -> [UInt8] {
        text.flatMap { character in
            spelling.letters(of: String(character))?.map(code(of:)) ?? [0]
        }
    }

    /// The letter with `code`, or nil if no letter has it.
    public func letter(_ code: UInt8) -> Letter? {
        letters.indices.contains(Int(code) - 1) ? letters[Int(code) - 1] : nil
    }

    /// The text of a word given as codes.
    public func text(_ codes: some Sequence<UInt8>) -> String {
        codes.compactMap { letter($0)?.text }.joined()
    }

    /// The letters of a bit set of codes, in order.
    public func letters(in set: UInt64) -> [Letter] {
        letters.indices.filter { set >> UInt64($0 + 1) & 1 == 1 }.map { letters[$0] }
    }
}

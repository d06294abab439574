/// The letters of a lexicon's words, each with a code: 1…n in order; 0 stands for no letter.
public struct Alphabet: Sendable {
    /// The most letters in one alphabet, so that a set of codes fits into 64 bits.
    public static let maximumLetters = 63

    /// The letters in order; the first has code 1.
    public let letters: [Letter]
    /// How often each letter occurs in the words of 3 to 5 letters, in the order of ``letters``.
    public private(set) var frequencies: [Int]
    private let codes: [Letter: UInt8]
    /// The codes of ASCII letters by byte, which avoids hashing.
    private let asciiCodes: [UInt8]

    /// Creates the alphabet of `words`.
    ///
    /// An alias that is not itself one of their letters gets its letter's code. ``countLetters(of:)`` sets
    /// the frequencies, once the words have codes.
    ///
    /// - Throws: `invalid-value` if the words have more than 63 different letters.
    init(of words: [[Letter]], aliases: [Letter: Letter]) throws(RuleViolation) {
        letters = Self.letters(of: words)
        guard letters.count <= Self.maximumLetters else {
            throw RuleViolation(
                .invalidValue,
                "The lexicon has \(letters.count) different letters; the limit is \(Self.maximumLetters).")
        }
        frequencies = letters.map { _ in 0 }
        var codes: [Letter: UInt8] = [:]
        for (position, letter) in letters.enumerated() { codes[letter] = UInt8(position + 1) }
        for (alias, letter) in aliases where codes[alias] == nil { codes[alias] = codes[letter] }
        self.codes = codes
        asciiCodes = (UInt8(0)..<128).map { byte in
            Letter(String(Unicode.Scalar(byte))).flatMap { codes[$0] } ?? 0
        }
    }

    private static func letters(of words: [[Letter]]) -> [Letter] {
        var found: Set<Letter> = []
        var isFound = [Bool](repeating: false, count: 128)
        for letter in words.joined() {
            // ASCII letters, nearly all, are not hashed each time.
            if let byte = letter.text.utf8.first, byte < 128, letter.text.utf8.count == 1 {
                guard !isFound[Int(byte)] else { continue }
                isFound[Int(byte)] = true
            }
            found.insert(letter)
        }
        return found.sorted { $0.text < $1.text }
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

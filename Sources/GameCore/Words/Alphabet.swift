/// The letters that a lexicon's words are made of, with their codes: 1…n in order; 0 is no letter of it.
public struct Alphabet: Sendable {
    /// The most letters of one alphabet: a set of them is one machine word.
    public static let maximumLetters = 63

    /// The letters, in order: the first one has code 1.
    public let letters: [Letter]
    /// How often each letter stands in the words of 3 to 5 letters, in the order of the letters.
    public let frequencies: [Int]
    private let codes: [Letter: UInt8]
    /// The codes of ASCII letters, which need no hashing.
    private let plainCodes: [UInt8]

    /// An alphabet of `letters`; each alias counts as the letter that it names.
    init(_ letters: [Letter], frequencies: [Int], aliases: [Letter: Letter]) {
        self.letters = letters
        self.frequencies = frequencies
        var codes: [Letter: UInt8] = [:]
        for (position, letter) in letters.enumerated() { codes[letter] = UInt8(position + 1) }
        for (alias, letter) in aliases where codes[alias] == nil { codes[alias] = codes[letter] }
        self.codes = codes
        plainCodes = (UInt8(0)..<128).map { byte in
            Letter(String(Unicode.Scalar(byte))).flatMap { codes[$0] } ?? 0
        }
    }

    /// How many letters there are, 1…63.
    public var count: Int { letters.count }

    /// The set of all letters: bit `code` for each.
    var everything: UInt64 { (1 << UInt64(count + 1)) &- 2 }

    /// The code of `letter`; 0 when there is none or it is not of this alphabet.
    ///
    /// - Complexity: O(1), a few nanoseconds for ASCII.
    public func code(of letter: Letter?) -> UInt8 {
        guard let letter else { return 0 }
        let text = letter.text.utf8
        if text.count == 1, let byte = text.first { return plainCodes[Int(byte & 0x7F)] }
        return codes[letter] ?? 0
    }

    /// The letter with `code`; nil for 0 and beyond the last.
    public func letter(_ code: UInt8) -> Letter? {
        letters.indices.contains(Int(code) - 1) ? letters[Int(code) - 1] : nil
    }

    /// The text of a word in codes.
    public func text(_ codes: some Sequence<UInt8>) -> String {
        codes.compactMap { letter($0)?.text }.joined()
    }

    /// The letters of a set, in order.
    public func letters(in set: UInt64) -> [Letter] {
        letters.indices.filter { set >> UInt64($0 + 1) & 1 == 1 }.map { letters[$0] }
    }
}

/// The letters of a lexicon's words, each with a code: 1…n in order; 0 stands for no letter.
public struct Alphabet: Sendable {
    /// The most letters in one alphabet, so that a set of codes fits into 64 bits.
    public static let maximumLetters = 63

    /// The letters in order; the first has code 1.
    public let letters: [Letter]
    /// How often each letter occurs in the words of 3 to 5 letters, in the order of ``letters``.
    public let frequencies: [Int]
    private let codes: [Letter: UInt8]
    /// The codes of ASCII letters by byte, which avoids hashing.
    private let asciiCodes: [UInt8]

    /// Creates an alphabet of `letters`; an alias that is not itself one of them gets its letter's code.
    init(_ letters: [Letter], frequencies: [Int], aliases: [Letter: Letter]) {
        self.letters = letters
        self.frequencies = frequencies
        var codes: [Letter: UInt8] = [:]
        for (position, letter) in letters.enumerated() { codes[letter] = UInt8(position + 1) }
        for (alias, letter) in aliases where codes[alias] == nil { codes[alias] = codes[letter] }
        self.codes = codes
        asciiCodes = (UInt8(0)..<128).map { byte in
            Letter(String(Unicode.Scalar(byte))).flatMap { codes[$0] } ?? 0
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

/// A pseudorandom number generator that gives the same numbers for the same seed on every platform.
///
/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014). Not for
/// secrets: its output is predictable.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator with this seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Returns a random number in 0..<1.
    mutating func nextFraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Puts `items` in a random order, by an algorithm that does not depend on the version of Swift.
    mutating func shuffle<Item>(_ items: inout [Item]) {
        for place in items.indices.dropLast() { items.swapAt(place, place + below(items.count - place)) }
    }

    /// Returns a random number in `0..<bound`, by an algorithm that does not depend on the version of Swift.
    public mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(max(bound, 1))).high)
    }
}

/// The endless sequence of letters that the server calls for a single player.
///
/// Each letter is drawn independently by its frequency in the lexicon's words of 3 to 5 letters. The same
/// seed and lexicon give the same letters on every server.
public struct LetterStream: Sequence, IteratorProtocol, Sendable {
    private let alphabet: Alphabet
    private let total: Int
    private var random: SeededGenerator

    /// Creates the sequence of this seed.
    public init(_ alphabet: Alphabet, seed: UInt64) {
        self.alphabet = alphabet
        total = alphabet.frequencies.reduce(0, +)
        random = SeededGenerator(seed: seed)
    }

    /// Returns the next letter; never nil.
    public mutating func next() -> Letter? {
        guard total > 0 else { return alphabet.letters[random.below(alphabet.count)] }
        var place = random.below(total)
        for (letter, frequency) in zip(alphabet.letters, alphabet.frequencies) {
            if place < frequency { return letter }
            place -= frequency
        }
        return alphabet.letters.last
    }
}

/// Letters as the server calls them for a single player: drawn by their frequency in the lexicon's words of 3
/// to 5 letters, independently of each other.
///
/// The same seed and lexicon give the same letters on every server.
public struct LetterStream: Sequence, IteratorProtocol, Sendable {
    private let alphabet: Alphabet
    private let total: Int
    private var random: SeededGenerator

    /// The letters of `seed`.
    public init(_ alphabet: Alphabet, seed: UInt64) {
        self.alphabet = alphabet
        total = alphabet.frequencies.reduce(0, +)
        random = SeededGenerator(seed: seed)
    }

    /// The next letter; never nil.
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

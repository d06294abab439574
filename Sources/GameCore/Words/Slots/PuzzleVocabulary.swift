/// The words of a pack as the maker of a puzzle sees them: with levels, roots and clues, the best ones first.
///
/// The words are in the unit of the minis: in Korean these are syllables, of which there may be more than a
/// ``Lexicon`` has letters. Immutable. The shipped English pack takes some 4 MB, and 60 ms to make.
public final class PuzzleVocabulary: Sendable {
    /// A word that a puzzle may have.
    public struct Word: Equatable, Sendable {
        /// The letters.
        public let letters: [Letter]
        /// 1 (everybody knows it) to 5; 6 for a word that is only valid; nil in a plain list of words.
        public let level: Int?
        /// The base form; nil in a plain list of words.
        public let root: String?
        /// Whether it is among the common words, which are those of puzzles.
        public let isCommon: Bool
        /// Whether it may be guessed, but is never suggested.
        public let isUnfit: Bool
        /// The clues; empty if there are none.
        public let clues: [String]

        /// Creates a word.
        public init(
            _ letters: [Letter], level: Int? = nil, root: String? = nil, isCommon: Bool = true,
            isUnfit: Bool = false, clues: [String] = []
        ) {
            (self.letters, self.level, self.root) = (letters, level, root)
            (self.isCommon, self.isUnfit, self.clues) = (isCommon, isUnfit, clues)
        }

        /// The letters as text.
        public var text: String { letters.map(\.text).joined() }

        /// The level, or 7 for a word of level 1 to 5 that is not common.
        ///
        /// Words of a plain list have no level: the rank is 1 for common ones and 6 for the others.
        var rank: Int {
            guard let level else { return isCommon ? 1 : 6 }
            return isCommon ? level : max(level, 6) + (level < 6 ? 1 : 0)
        }
    }

    /// The words, those of the lowest level first, and those of one level in alphabetical order.
    public let words: [Word]
    /// How the words are written.
    public let spelling: Spelling
    /// The letters of the words in alphabetical order; their codes are their places.
    public let letters: [Letter]
    /// The words as codes, in the order of ``words``.
    let codedWords: [[UInt16]]
    private let codes: [Letter: UInt16]
    private let numbers: [[UInt16]: Int]

    /// Uses the words with 2 to 5 letters; of words with the same letters, the one of the lowest rank.
    ///
    /// - Parameter alphabet: The letters in alphabetical order; further letters of the words follow it.
    public init(_ words: [Word], alphabet: [Letter] = [], _ spelling: Spelling = Spelling()) {
        let fitting = words.filter { Lexicon.lengths.contains($0.letters.count) }
        let further = Set(fitting.flatMap(\.letters)).subtracting(alphabet)
        let letters = alphabet + further.sorted { $0.text < $1.text }
        let codes = Dictionary(zip(letters, UInt16(0)...)) { first, _ in first }
        let coded = fitting.map { word in (word, word.letters.map { codes[$0] ?? 0 }) }
        let sorted = coded.sorted {
            $0.0.rank != $1.0.rank ? $0.0.rank < $1.0.rank : $0.1.lexicographicallyPrecedes($1.1)
        }
        var numbers: [[UInt16]: Int] = [:]
        var (kept, keptCodes): ([Word], [[UInt16]]) = ([], [])
        for (word, code) in sorted where numbers[code] == nil {
            numbers[code] = kept.count
            kept.append(word)
            keptCodes.append(code)
        }
        (self.words, codedWords, self.letters, self.spelling) = (kept, keptCodes, letters, spelling)
        (self.codes, self.numbers) = (codes, numbers)
    }

    /// The words of a plain list.
    public convenience init(_ lexicon: Lexicon) {
        let alphabet = lexicon.alphabet
        let words = Lexicon.lengths.flatMap { length in
            let common = Set(lexicon.commonWords(ofLength: length).map(Array.init))
            return lexicon.words(ofLength: length).map { codes in
                Word(codes.compactMap(alphabet.letter), isCommon: common.contains(Array(codes)))
            }
        }
        self.init(words, alphabet: alphabet.letters, alphabet.spelling)
    }

    /// The word with these letters; nil if there is none.
    public subscript(letters: [Letter]) -> Word? { number(of: letters).map { words[$0] } }

    /// The letters of a typed word; nil if one of them cannot be written in this pack.
    public func letters(of typed: String) -> [Letter]? {
        guard let typed = spelling.letters(of: typed) else { return nil }
        let letters = typed.map(plain)
        return letters.allSatisfy(isWritable) ? letters : nil
    }

    /// The letter that `letter` counts as.
    public func plain(_ letter: Letter) -> Letter {
        codes[letter] == nil ? spelling.aliases[letter] ?? letter : letter
    }

    /// Whether a puzzle of the pack may have the letter; any syllable where the cells hold syllables.
    public func isWritable(_ letter: Letter) -> Bool {
        codes[letter] != nil
            || spelling.unit == .syllable && letter.text.count == 1
                && letter.text.first.map { HangulSyllable.jamo(of: $0) != nil } ?? false
    }

    func code(of letter: Letter) -> UInt16? { codes[letter] }

    func number(of letters: [Letter]) -> Int? {
        let coded = letters.compactMap { codes[$0] }
        return coded.count == letters.count ? numbers[coded] : nil
    }
}

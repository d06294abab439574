/// The words that puzzles are made of: those of a clue book that a lexicon has too, of three letters or more.
struct PuzzleWords: Sendable {
    /// One of them.
    struct Word: Sendable {
        let codes: [UInt8]
        /// How common it is, 1 commonest.
        let level: Int
        let clues: [String]
        /// Whether it is another word with one more letter at its end, as most plurals are.
        let isExtended: Bool

        /// Whether both begin with the same four letters, or one of them begins with the other: CAT and CATS,
        /// BAKED and BAKES.
        func isKin(_ other: Word) -> Bool {
            let shared = zip(codes, other.codes).prefix { $0 == $1 }.count
            return shared >= min(codes.count, other.codes.count, CellIndex.side - 1)
        }
    }

    /// The shortest of them.
    static let shortest = 3

    /// By key of their line.
    private let words: [UInt32: Word]
    private let alphabet: Alphabet

    /// The words of `book` that `lexicon` has too.
    init(_ lexicon: Lexicon, _ book: ClueBook) {
        alphabet = lexicon.alphabet
        let known = book.words.compactMap { word -> (UInt32, Word)? in
            let codes = word.letters.map { lexicon.alphabet.code(of: $0) }
            guard codes.count >= Self.shortest, lexicon.contains(codes) else { return nil }
            let isExtended = lexicon.contains(Array(codes.dropLast()))
            let known = Word(codes: codes, level: word.level, clues: word.clues, isExtended: isExtended)
            return (LineKey.of(codes[...]), known)
        }
        // An alphabet that knows accented letters as plain ones may make two words of a book the same.
        words = Dictionary(known, uniquingKeysWith: { first, _ in first })
    }

    /// The word with these `codes`.
    subscript(codes: [UInt8]) -> Word? { words[LineKey.of(codes[...])] }

    /// Those that are no rarer than `level`, in no order.
    func upTo(_ level: Int) -> [Word] { words.values.filter { $0.level <= level } }

    /// The same, to fill boards with.
    func fillWords(upTo level: Int) -> FillWords {
        let codes = upTo(level).map(\.codes)
        let lists = Lexicon.lengths.map { length in
            WordList(length: length, codes.filter { $0.count == length })
        }
        return FillWords(lists, alphabet)
    }
}

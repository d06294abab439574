/// Words, how common they are, and the clues that lead to them.
///
/// Read once, shared by all generators, never changed. For 3,500 words with 8,000 clues: about 1 MB.
public struct ClueBook: Sendable {
    /// One line of the book: a word with one of its clues.
    public struct Entry: Sendable {
        /// The word.
        public let word: [Letter]
        /// How common it is, 1 commonest.
        public let level: Int
        /// What leads to it, plain text.
        public let clue: String

        /// A line.
        public init(word: [Letter], level: Int, clue: String) {
            self.word = word
            self.level = level
            self.clue = clue
        }
    }

    /// A word with all that the book says of it.
    struct Word: Sendable {
        let letters: [Letter]
        fileprivate(set) var level: Int
        fileprivate(set) var clues: [String]
    }

    /// Every word once, in the order in which they were written down.
    private(set) var words: [Word] = []
    private var places: [[Letter]: Int] = [:]

    /// A book of these `entries`.
    ///
    /// A word may have several; the commonest level counts then. An entry without a word, or without a clue,
    /// is passed over, and so is the same clue for the same word again.
    public init(_ entries: [Entry]) {
        for entry in entries where !entry.word.isEmpty && !entry.clue.isEmpty { add(entry) }
    }

    /// The clues of `word`, in their order; none when the book does not have it.
    public func clues(of word: [Letter]) -> [String] {
        places[word].map { words[$0].clues } ?? []
    }

    /// How common `word` is, 1 commonest; nil when the book does not have it.
    public func level(of word: [Letter]) -> Int? {
        places[word].map { words[$0].level }
    }

    /// How many words there are.
    public var count: Int { words.count }

    private mutating func add(_ entry: Entry) {
        guard let place = places[entry.word] else {
            places[entry.word] = words.count
            words.append(Word(letters: entry.word, level: entry.level, clues: [entry.clue]))
            return
        }
        words[place].level = min(words[place].level, entry.level)
        if !words[place].clues.contains(entry.clue) { words[place].clues.append(entry.clue) }
    }
}

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

/// The words of which the puzzles of one difficulty are made, as grids to be filled.
///
/// Each puzzle is made of a selection of its own, drawn by chance: more of the usual words than of the rare
/// ones for an easy puzzle. So boards that are found easily do not come again and again.
struct Vocabulary: Sendable {
    /// One for each pattern, in the order of `BlockPattern.all`; they share their trees.
    private let grids: [FillGrid]
    /// For each node of the trees the usual words, by their last letters.
    private let usual: [UInt64]
    private let difficulty: Difficulty

    /// Those of `words` that `difficulty` allows.
    init(_ words: PuzzleWords, _ difficulty: Difficulty) {
        let allowed = words.fillWords(upTo: difficulty.rarestLevel)
        var usual = [UInt64](repeating: 0, count: allowed.tries.letters.count)
        for word in words.upTo(difficulty.usualLevel) {
            usual[allowed.end(of: word.codes)] |= 1 << UInt64(word.codes[word.codes.count - 1])
        }
        grids = BlockPattern.all.map { FillGrid($0.board, allowed) }
        self.usual = usual
        self.difficulty = difficulty
    }

    /// The grid of the pattern with this number in `BlockPattern.all`, with a selection of the words.
    func grid(_ pattern: Int, _ random: inout SeededGenerator) -> FillGrid {
        let quarters = difficulty.quartersKept
        return grids[pattern].keepingWords { node in
            let (one, other) = (random.next(), random.next())
            return Self.some(quarters.usual, one, other) & usual[node]
                | Self.some(quarters.rare, one, other) & ~usual[node]
        }
    }

    /// A set in which each letter is with a chance of so many quarters, 1…4, out of two random sets.
    private static func some(_ quarters: Int, _ one: UInt64, _ other: UInt64) -> UInt64 {
        switch quarters {
        case 1: one & other
        case 2: one
        case 3: one | other
        default: ~0
        }
    }
}

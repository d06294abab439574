/// Words with their clues and levels, shared by all generators.
///
/// About 1 MB for 3,500 words with 8,000 clues.
public struct ClueBook: Sendable {
    /// A word with one of its clues.
    public struct Entry: Sendable {
        /// The word.
        public let word: [Letter]
        /// The frequency level of the word; 1 is the most common.
        public let level: Int
        /// The base form of the word; words of one root never share a puzzle.
        public let root: String
        /// The clue as plain text.
        public let clue: String

        /// Creates an entry; the root of a word is the word itself unless one is given.
        public init(word: [Letter], level: Int, root: String? = nil, clue: String) {
            self.word = word
            self.level = level
            self.root = root ?? word.map(\.text).joined()
            self.clue = clue
        }
    }

    struct Word: Sendable {
        let letters: [Letter]
        fileprivate(set) var level: Int
        let root: String
        fileprivate(set) var clues: [String]
    }

    /// The distinct words, in order of their first entries.
    private(set) var words: [Word] = []
    private var indices: [[Letter]: Int] = [:]

    /// Creates a book of `entries`.
    ///
    /// Several entries of a word are merged: it gets all distinct clues and the most common level. Entries
    /// with an empty word or clue are skipped.
    public init(_ entries: [Entry]) {
        for entry in entries where !entry.word.isEmpty && !entry.clue.isEmpty { add(entry) }
    }

    /// The clues of `word`, in the order of the entries; empty for an unknown word.
    public func clues(of word: [Letter]) -> [String] {
        indices[word].map { words[$0].clues } ?? []
    }

    /// The level of `word`, 1 for the most common; nil for an unknown word.
    public func level(of word: [Letter]) -> Int? {
        indices[word].map { words[$0].level }
    }

    /// The number of distinct words.
    public var count: Int { words.count }

    private mutating func add(_ entry: Entry) {
        guard let place = indices[entry.word] else {
            indices[entry.word] = words.count
            words.append(Word(letters: entry.word, level: entry.level, root: entry.root, clues: [entry.clue]))
            return
        }
        words[place].level = min(words[place].level, entry.level)
        if !words[place].clues.contains(entry.clue) { words[place].clues.append(entry.clue) }
    }
}

/// The words of generated puzzles: words of three letters or more that are in both a clue book and a lexicon.
struct PuzzleWords: Sendable {
    struct Word: Sendable {
        let codes: [UInt8]
        /// The frequency level; 1 is the most common.
        let level: Int
        /// The base form: CAT for CAT and CATS, BAKE for BAKED and BAKES.
        let root: String
        let clues: [String]
        /// Whether the word is another word plus a final letter, as most plurals are.
        let extendsAnotherWord: Bool
    }

    /// The length of the shortest words.
    static let shortest = 3

    /// The words by `LineKey`.
    private var words: [UInt32: Word]
    private let alphabet: Alphabet

    init(_ lexicon: Lexicon, _ book: ClueBook) {
        alphabet = lexicon.alphabet
        let known = book.words.compactMap { word -> (UInt32, Word)? in
            let codes = word.letters.map { lexicon.alphabet.code(of: $0) }
            guard codes.count >= Self.shortest, lexicon.contains(codes) else { return nil }
            let extendsAnotherWord = lexicon.contains(Array(codes.dropLast()))
            let known = Word(
                codes: codes, level: word.level, root: word.root, clues: word.clues,
                extendsAnotherWord: extendsAnotherWord)
            return (LineKey.of(codes[...]), known)
        }
        // Two words of a book have the same codes if the alphabet drops accents.
        words = Dictionary(known, uniquingKeysWith: { first, _ in first })
    }

    /// The clue of an own word for which neither the maker nor the book has one.
    static let ownClue = "A word from the maker’s list"

    /// A copy with `own` words, which count as common; their clues are the given ones, if any, else those of
    /// the book.
    func adding(_ own: [(codes: [UInt8], clue: String?)]) -> PuzzleWords {
        var copy = self
        for (codes, list) in Dictionary(grouping: own, by: \.codes) {
            let given = list.compactMap(\.clue)
            let clues = given.isEmpty ? self[codes]?.clues ?? [Self.ownClue] : given
            copy.words[LineKey.of(codes[...])] = Word(
                codes: codes, level: 1, root: self[codes]?.root ?? alphabet.text(codes), clues: clues,
                extendsAnotherWord: false)
        }
        return copy
    }

    var count: Int { words.count }

    subscript(codes: [UInt8]) -> Word? { words[LineKey.of(codes[...])] }

    /// The words of `level` or more common ones, in no particular order.
    func upTo(_ level: Int) -> [Word] { words.values.filter { $0.level <= level } }

    /// The words of `level` or more common ones, prepared for filling boards.
    func fillWords(upTo level: Int) -> FillWords {
        let codes = upTo(level).map(\.codes)
        let lists = Lexicon.lengths.map { length in
            WordList(length: length, codes.filter { $0.count == length })
        }
        return FillWords(lists, alphabet)
    }
}

/// The words for puzzles of one difficulty, as grids ready to be filled.
///
/// Each puzzle uses a random selection of the words, so that boards that are easy to find do not recur. For
/// an easy puzzle the selection favours common words.
struct Vocabulary: Sendable {
    /// One grid for each pattern, in the order of `BlockPattern.all`; all grids share their tries.
    private let grids: [FillGrid]
    /// For each node of the tries, the common words that end there, as a set of last letters.
    private let common: [UInt64]
    /// All words of the grids.
    private let allowed: FillWords
    private let difficulty: Difficulty

    /// Selects the `words` that `difficulty` allows.
    init(_ words: PuzzleWords, _ difficulty: Difficulty) {
        let allowed = words.fillWords(upTo: difficulty.rarestLevel)
        var common = [UInt64](repeating: 0, count: allowed.tries.letters.count)
        for word in words.upTo(difficulty.commonLevel) {
            common[allowed.lastNode(of: word.codes)] |= 1 << UInt64(word.codes[word.codes.count - 1])
        }
        grids = BlockPattern.all.map { FillGrid($0.board, allowed) }
        self.common = common
        self.allowed = allowed
        self.difficulty = difficulty
    }

    /// The last letters of `words` by the nodes of the tries at which they end.
    func lastLetters(of words: [PuzzleWords.Word]) -> [Int: UInt64] {
        let known = words.filter { $0.level <= difficulty.rarestLevel }
        return known.reduce(into: [:]) { letters, word in
            letters[allowed.lastNode(of: word.codes), default: 0] |=
                1 << UInt64(word.codes[word.codes.count - 1])
        }
    }

    /// The grid of the pattern with index `pattern` in `BlockPattern.all`, with a random selection of words.
    ///
    /// - Parameter hidden: The ``lastLetters(of:)`` of words that are not selected.
    func grid(_ pattern: Int, without hidden: [Int: UInt64], _ random: inout SeededGenerator) -> FillGrid {
        let quarters = difficulty.quartersKept
        return grids[pattern].restrictingLastLetters { node in
            let (one, other) = (random.next(), random.next())
            let selected =
                Self.randomLetters(quarters.common, one, other) & common[node]
                | Self.randomLetters(quarters.rare, one, other) & ~common[node]
            return selected & ~(hidden[node] ?? 0)
        }
    }

    /// A set that contains each letter with probability `quarters`/4, made from two random sets.
    private static func randomLetters(_ quarters: Int, _ one: UInt64, _ other: UInt64) -> UInt64 {
        switch quarters {
        case 1: one & other
        case 2: one
        case 3: one | other
        default: ~0
        }
    }
}

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

/// The words of one language, 2 to 5 letters each: read once, shared by all games, never changed.
///
/// Any thread. For 10,516 words: 2.3 MB, made in some 20 ms.
public final class Lexicon: Sendable {
    /// The lengths of words that a 5x5 board has room for.
    public static let lengths = 2...CellIndex.side

    /// The name by which games and requests ask for it.
    public let name: String
    /// The letters of its words.
    public let alphabet: Alphabet
    /// Whether accents are dropped from words and letters.
    public let foldsAccents: Bool
    /// What differs when the words differ: FNV-1a, 64 bits, over the words in order, a line feed after each.
    public let fingerprint: UInt64
    /// The words by length, from two letters on.
    private let lists: [WordList]
    /// Words common enough to be asked for, by length; the same as all when nobody has said.
    private let commonLists: [WordList]
    /// Words of five letters that somebody may have to guess: the common ones when nobody has said.
    public let answers: WordList
    let table: WordTable
    let patterns: PatternTable
    /// The words with their trees.
    let fillWords: FillWords

    /// A lexicon of `words`, each 2 to 5 letters; `common` are those of them that most people know, `answers`
    /// those that may have to be guessed.
    ///
    /// Letters are known under their `aliases` too: an accented letter as the plain one.
    /// - Throws: `invalid-value` when there are no words, or more than 63 different letters.
    public init(
        name: String, words: [[Letter]], common: [[Letter]] = [], answers: [[Letter]] = [],
        foldsAccents: Bool = false, aliases: [Letter: Letter] = [:]
    ) throws(RuleViolation) {
        let words = Set(words.filter { Self.lengths.contains($0.count) })
        guard !words.isEmpty else {
            throw RuleViolation(.invalidValue, "It holds no words of 2 to 5 letters.")
        }
        alphabet = try Self.alphabet(of: words, aliases)
        self.name = name
        self.foldsAccents = foldsAccents
        let codes = { [alphabet] (word: [Letter]) in word.map { alphabet.code(of: $0) } }
        lists = Self.lists(words.map(codes))
        let known = Set(common).intersection(words)
        commonLists = known.isEmpty ? lists : Self.lists(known.map(codes))
        let secret = Set(answers).intersection(words).filter { $0.count == CellIndex.side }
        self.answers =
            secret.isEmpty
            ? commonLists[CellIndex.side - 2] : WordList(length: CellIndex.side, secret.map(codes))
        table = WordTable(lists.joined(), letters: alphabet.count)
        patterns = PatternTable(lists[CellIndex.side - 2])
        fillWords = FillWords(lists, alphabet)
        fingerprint =
            lists.joined().reduce(into: FNV1a64()) { [alphabet] hash, word in
                hash.add(alphabet.text(word) + "\n")
            }.value
    }

    /// The words of `length` letters.
    public func words(ofLength length: Int) -> WordList { lists[length - 2] }

    /// The words of `length` letters that most people know.
    public func commonWords(ofLength length: Int) -> WordList { commonLists[length - 2] }

    /// How many words there are.
    public var count: Int { lists.reduce(0) { $0 + $1.count } }

    /// Whether `word`, in codes, is one of its words.
    public func contains(_ word: [UInt8]) -> Bool { table.contains(word) }

    /// Which spans of a line of five codes are words.
    @inline(__always)
    public func words(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8) -> SpanSet {
        table.words(a, b, c, d, e)
    }

    /// Bytes that it takes, roughly.
    public var footprint: Int {
        table.footprint + patterns.footprint + fillWords.tries.footprint
            + (lists + commonLists + [answers]).reduce(0) { $0 + $1.footprint }
    }

    private static func lists(_ words: [[UInt8]]) -> [WordList] {
        lengths.map { length in WordList(length: length, words.filter { $0.count == length }) }
    }

    private static func alphabet(
        of words: Set<[Letter]>, _ aliases: [Letter: Letter]
    ) throws(RuleViolation) -> Alphabet {
        var counts: [Letter: Int] = [:]
        for word in words {
            for letter in word { counts[letter, default: 0] += word.count > 2 ? 1 : 0 }
        }
        let letters = counts.keys.sorted { $0.text < $1.text }
        guard letters.count <= Alphabet.maximumLetters else {
            throw RuleViolation(
                .invalidValue,
                "Its words have \(letters.count) different letters, more than \(Alphabet.maximumLetters)."
            )
        }
        return Alphabet(letters, frequencies: letters.map { counts[$0] ?? 0 }, aliases: aliases)
    }
}

/// FNV-1a, 64 bits: offset basis 14695981039346656037, prime 1099511628211.
struct FNV1a64 {
    private(set) var value: UInt64 = 14_695_981_039_346_656_037

    mutating func add(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 1_099_511_628_211 }
    }

    /// The hash of `text`.
    static func value(of text: String) -> UInt64 {
        var hash = FNV1a64()
        hash.add(text)
        return hash.value
    }
}

/// The lexicons of a server, by name.
public struct Lexicons: Sendable {
    /// The name of the lexicon that games use when nobody names one.
    public static let `default` = "en"
    /// No lexicons.
    public static let none = Lexicons([])

    /// The lexicons, by name.
    public let all: [Lexicon]

    /// The given lexicons.
    public init(_ lexicons: [Lexicon]) {
        all = lexicons.sorted { $0.name < $1.name }
    }

    /// The lexicon `name`, if it is there.
    public subscript(name: String) -> Lexicon? {
        all.first { $0.name == name }
    }
}

/// Words of one length in codes, one after another, sorted.
public struct WordList: Sendable, RandomAccessCollection {
    /// Letters of each word.
    public let length: Int
    private let codes: [UInt8]

    /// A list of `words`, each of `length` codes.
    init(length: Int, _ words: some Sequence<[UInt8]>) {
        self.length = length
        codes = words.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
    }

    /// The first word's number.
    public var startIndex: Int { 0 }
    /// How many words there are.
    public var endIndex: Int { codes.count / length }
    /// The codes of the word with this number.
    public subscript(number: Int) -> ArraySlice<UInt8> { codes[number * length..<(number + 1) * length] }

    /// Bytes that it takes.
    var footprint: Int { codes.count }
}

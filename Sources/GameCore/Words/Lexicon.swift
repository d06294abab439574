/// The words of one language, 2 to 5 letters each.
///
/// Immutable. The shipped English list of 10,530 words takes 0.3 MB, and some 6 ms to index.
public final class Lexicon: Sendable {
    /// The word lengths that fit on a 5x5 board.
    public static let lengths = 2...CellIndex.side

    /// The name in game options and requests.
    public let name: String
    /// The letters of the words, with their codes.
    public let alphabet: Alphabet
    /// Whether accents are removed from words and letters.
    public let foldsAccents: Bool
    /// A 64-bit FNV-1a hash of the words by length and then in order, each followed by a line feed.
    public let fingerprint: UInt64
    private let lists: [WordList]
    /// The common words by length; all words if none are marked as common.
    private let commonLists: [WordList]
    /// The five-letter words that can be the hidden word; the common ones if none are given.
    public let answers: WordList
    let table: WordTable
    let fillWords: FillWords

    /// Creates a lexicon.
    ///
    /// - Parameters:
    ///   - name: The name, such as `en`.
    ///   - words: The words; those of other lengths than 2 to 5 are ignored.
    ///   - common: The words that most people know.
    ///   - answers: The five-letter words that can be the hidden word; if empty, the common ones.
    ///   - foldsAccents: Whether accents have been removed from `words`.
    ///   - spelling: The order of the letters, and what other letters count as.
    /// - Throws: `invalid-value` if there are no words, or more than 63 different letters.
    public init(
        name: String, words: [[Letter]], common: [[Letter]] = [], answers: [[Letter]] = [],
        foldsAccents: Bool = false, spelling: Spelling = Spelling()
    ) throws(RuleViolation) {
        let words = words.filter { Self.lengths.contains($0.count) }
        guard !words.isEmpty else {
            throw RuleViolation(.invalidValue, "The lexicon has no words of 2 to 5 letters.")
        }
        var alphabet = try Alphabet(of: words, spelling)
        let coded = { [alphabet] (words: [[Letter]]) in words.map { $0.map(alphabet.code(of:)) } }
        self.name = name
        self.foldsAccents = foldsAccents
        lists = Self.lists(coded(words))
        table = WordTable(lists.joined(), letters: alphabet.count)
        let known = { [table] (words: [[Letter]]) in coded(words).filter(table.contains) }
        let commonWords = known(common)
        commonLists = commonWords.isEmpty ? lists : Self.lists(commonWords)
        let answerWords = known(answers).filter { $0.count == CellIndex.side }
        self.answers =
            answerWords.isEmpty
            ? commonLists[CellIndex.side - 2] : WordList(length: CellIndex.side, answerWords)
        alphabet.countLetters(of: lists.dropFirst().joined())
        self.alphabet = alphabet
        fillWords = FillWords(lists, alphabet)
        fingerprint =
            lists.joined().reduce(into: FNV1a64()) { hash, word in
                for code in word { hash.add(alphabet.letters[Int(code) - 1].text) }
                hash.add("\n")
            }.value
    }

    /// The words of `length` letters.
    public func words(ofLength length: Int) -> WordList { lists[length - 2] }

    /// The common words of `length` letters.
    public func commonWords(ofLength length: Int) -> WordList { commonLists[length - 2] }

    /// The number of words.
    public var count: Int { lists.reduce(0) { $0 + $1.count } }

    /// Whether the word with these letter codes is in the lexicon; O(1).
    public func contains(_ word: [UInt8]) -> Bool { table.contains(word) }

    /// The words in a line of five letter codes, 0 for a cell without a letter; O(1), some 10 ns.
    @inline(__always)
    public func words(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8) -> SpanSet {
        table.words(a, b, c, d, e)
    }

    /// The approximate memory in bytes.
    public var footprint: Int {
        table.footprint + fillWords.tries.footprint
            + (lists + commonLists + [answers]).reduce(0) { $0 + $1.footprint }
    }

    private static func lists(_ words: [[UInt8]]) -> [WordList] {
        lengths.map { length in WordList(length: length, words.filter { $0.count == length }) }
    }
}

/// Compared and hashed by identity.
extension Lexicon: Hashable {
    /// Whether both are the same object.
    public static func == (left: Lexicon, right: Lexicon) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// FNV-1a, 64 bits: offset basis 14695981039346656037, prime 1099511628211.
struct FNV1a64 {
    private(set) var value: UInt64 = 14_695_981_039_346_656_037

    mutating func add(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 1_099_511_628_211 }
    }

    static func value(of text: String) -> UInt64 {
        var hash = FNV1a64()
        hash.add(text)
        return hash.value
    }
}

/// A sorted list of different words of equal length as letter codes, in one contiguous array.
public struct WordList: Sendable, RandomAccessCollection {
    /// The number of letters in each word.
    public let length: Int
    private let codes: [UInt8]

    init(length: Int, _ words: some Sequence<[UInt8]>) {
        self.length = length
        var codes: [UInt8] = []
        // Numbers with the codes as digits have the order of the words, and are faster to sort.
        var last: UInt64?
        for number in words.map({ $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }).sorted()
        where number != last {
            for place in (0..<length).reversed() {
                codes.append(UInt8(truncatingIfNeeded: number >> (8 * place)))
            }
            last = number
        }
        self.codes = codes
    }

    /// The index of the first word, 0.
    public var startIndex: Int { 0 }
    /// The number of words.
    public var endIndex: Int { codes.count / length }
    /// The codes of the word at this index.
    public subscript(number: Int) -> ArraySlice<UInt8> { codes[number * length..<(number + 1) * length] }

    var footprint: Int { codes.count }
}

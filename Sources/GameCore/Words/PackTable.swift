/// A word of a language pack.
public struct PackWord: Sendable {
    /// The number of the word's line in the table, from 1.
    public let line: Int
    /// The word as the table spells it, such as `KÄSE`.
    public let text: String
    /// 1 (everybody knows it) to 5; 6 for a word that is only valid.
    public let level: Int
    /// The base form; a generated puzzle has no two words with one root.
    public let root: String
    /// `a`: may be hidden; `x`: never in a puzzle; `n`: a mass noun.
    public let flags: String

    /// Whether the word may be guessed, but is in no generated puzzle and is never suggested for one.
    public var isUnfit: Bool { flags.contains("x") }

    /// Whether puzzles may have the word.
    public var isInPuzzles: Bool { level < 6 && !isUnfit }
}

/// Reads the tables of a language pack: lines of fields between tabs, and comments (`#`).
public enum PackTable {
    /// A line that is not one of the table.
    public struct BadLine: Error {
        /// The number of the line, from 1.
        public let number: Int
        /// Whether the line is valid UTF-8; if so, its fields are wrong.
        public let isText: Bool
    }

    /// The words of `words.tsv`.
    ///
    /// - Throws: ``BadLine`` for a line without a word, a level and a root.
    public static func words(_ bytes: [UInt8]) throws(BadLine) -> [PackWord] {
        var words: [PackWord] = []
        for (line, fields) in try rows(bytes, columns: 3...4) {
            guard let level = Int(fields[1]), (1...6).contains(level) else {
                throw BadLine(number: line, isText: true)
            }
            let flags = fields.count > 3 ? fields[3] : ""
            words.append(PackWord(line: line, text: fields[0], level: level, root: fields[2], flags: flags))
        }
        return words
    }

    /// The fields of each line that is no comment and not empty.
    ///
    /// - Parameter columns: How many fields a line may have.
    /// - Throws: ``BadLine`` for a line with more or fewer.
    public static func rows(
        _ bytes: [UInt8], columns: ClosedRange<Int>
    ) throws(BadLine) -> [(line: Int, fields: [String])] {
        var rows: [(line: Int, fields: [String])] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            let fields = parts.compactMap { String(validating: $0, as: UTF8.self) }
            guard fields.count == parts.count else { throw BadLine(number: number, isText: false) }
            guard columns.contains(fields.count) else { throw BadLine(number: number, isText: true) }
            rows.append((number, fields))
        }
        return rows
    }
}

extension Lexicon {
    /// Creates the lexicon of a pack: the words that have 2 to 5 letters of the alphabet.
    ///
    /// Of syllables, only the ``Alphabet/maximumLetters`` that spell the most words are used.
    ///
    /// - Throws: `invalid-value` if there are no words, or more than 63 different letters.
    public convenience init(id: String, words: [PackWord], _ spelling: Spelling) throws(RuleViolation) {
        let known = Set(spelling.order)
        var (all, common, answers) = ([[Letter]](), [[Letter]](), [[Letter]]())
        for word in words {
            guard let letters = spelling.letters(of: word.text)?.map({ spelling.aliases[$0] ?? $0 }),
                Lexicon.lengths.contains(letters.count), known.isEmpty || letters.allSatisfy(known.contains)
            else { continue }
            all.append(letters)
            if word.isInPuzzles { common.append(letters) }
            if word.flags.contains("a"), word.isInPuzzles { answers.append(letters) }
        }
        if spelling.unit == .syllable {
            let letters = ProductiveLetters.of(all, count: Alphabet.maximumLetters)
            all = all.filter { $0.allSatisfy(letters.contains) }
        }
        try self.init(
            name: id, words: all, common: common, answers: answers, foldsAccents: true, spelling: spelling)
    }
}

/// The letters that spell the most words of a list, found by a greedy search.
private enum ProductiveLetters {
    /// The `count` letters that are left after the least frequent ones are dropped, with the words that have
    /// them.
    static func of(_ words: [[Letter]], count: Int) -> Set<Letter> {
        var words = words
        while true {
            var uses: [Letter: Int] = [:]
            for letter in words.joined() { uses[letter, default: 0] += 1 }
            guard uses.count > count else { return Set(uses.keys) }
            // A few at a time, because each drop changes the frequencies of the others.
            let excess = max(1, (uses.count - count) / 8)
            let rarest = uses.sorted { ($0.value, $0.key.text) < ($1.value, $1.key.text) }.prefix(excess)
            let dropped = Set(rarest.map(\.key))
            words.removeAll { !dropped.isDisjoint(with: $0) }
        }
    }
}

/// A word that the maker of a challenge has chosen, with or without a clue.
public struct OwnWord: Equatable, Sendable {
    /// The word as it was typed.
    public let text: String
    /// The clue; nil for a clue of the lexicon.
    public let clue: String?

    /// Creates a word.
    public init(_ text: String, clue: String? = nil) {
        (self.text, self.clue) = (text, clue)
    }
}

/// The maker's words, as the options of a challenge name them.
public struct OwnWords: Equatable, Sendable {
    /// The most words of a challenge.
    public static let maximumCount = 500
    /// The maximum length of a clue in grapheme clusters.
    public static let maximumClue = 200
    /// The options that hold own words.
    public static let optionNames = ["word", "words"]

    /// The words, in the maker's order.
    public let words: [OwnWord]
    /// Whether the option `word` names the hidden word itself.
    public let isAnswer: Bool

    /// Reads `word` or `words` from the options of a challenge; nil if there is neither.
    ///
    /// - Throws: `invalid-value` if both are there, or the value is not a word or a list of words.
    public init?(_ options: Parameters) throws(RuleViolation) {
        let word = try options.text("word")
        guard options.values["words"] != nil else {
            guard let word else { return nil }
            (words, isAnswer) = ([OwnWord(word)], true)
            return
        }
        guard word == nil else {
            throw RuleViolation(.invalidValue, "“word” and “words” cannot be combined.")
        }
        let list = try options.list("words")
        guard (1...Self.maximumCount).contains(list.count) else {
            throw RuleViolation(.invalidValue, "“words” must have 1 to \(Self.maximumCount) words.")
        }
        var words: [OwnWord] = []
        for value in list { words.append(try OwnWord(value)) }
        (self.words, isAnswer) = (words, false)
    }
}

extension OwnWord {
    /// Reads a word, or a group of `word` and `clue`.
    fileprivate init(_ value: Parameters.Value) throws(RuleViolation) {
        switch value {
        case .text(let text): self.init(text)
        case .group(let group):
            try group.allowOnly(["word", "clue"])
            guard let text = try group.text("word") else {
                throw RuleViolation(.invalidValue, "Each of “words” must have a “word”.")
            }
            let clue = try group.text("clue").map { clue throws(RuleViolation) in
                try DisplayText.checked(clue, name: "clue", maximumLength: OwnWords.maximumClue)
            }
            self.init(text, clue: clue)
        default: throw RuleViolation(.invalidValue, "Each of “words” must be a word, or a word and a clue.")
        }
    }
}

extension Parameters {
    /// The texts in the list `name`; empty without one.
    func texts(_ name: String) throws(RuleViolation) -> [String] {
        try list(name).compactMap { value in if case .text(let text) = value { text } else { nil } }
    }
}

/// A task made from own words.
public struct OwnWordTask: Sendable {
    /// The hidden answer of its games.
    public let answer: Parameters
    /// How many of the own words are in it.
    public let used: Int

    /// Creates a task.
    public init(answer: Parameters, used: Int) { (self.answer, self.used) = (answer, used) }
}

/// Rules whose hidden answer can be made from own words.
public protocol OwnWordRules: HiddenAnswerRules, DailyRules {
    /// The hidden answer of a game of `setup`, made from as many of `words` as fit.
    ///
    /// The options of `setup` hold no own words. The lexicon supplies the other words of the task.
    ///
    /// - Throws: `invalid-value`, naming a word that no game of these rules can hold; also if no task can be
    ///   made.
    static func task(
        for setup: GameSetup, from words: OwnWords, in library: any Library
    ) throws(RuleViolation) -> OwnWordTask
}

extension Alphabet {
    /// The codes of `word`, whose letters may be in lower case.
    ///
    /// - Throws: `invalid-value`, naming the word, if its length is not in `lengths` or a letter is not in
    ///   the alphabet.
    func codes(of word: String, lengths: ClosedRange<Int>) throws(RuleViolation) -> [UInt8] {
        let codes = word.utf8.count > 500 ? [] : codes(of: word)
        guard lengths.contains(codes.count), !codes.contains(0) else {
            let count =
                lengths.count == 1
                ? "\(lengths.lowerBound)" : "\(lengths.lowerBound) to \(lengths.upperBound)"
            // The message repeats only letters, so that it never echoes markup.
            let isWord = word.utf8.count < 100 && word.allSatisfy(\.isLetter)
            let name = isWord ? "“\(word)”" : Parameters.quoted(word)
            throw RuleViolation(
                .invalidValue,
                "\(name) does not fit: a word has \(count) letters of the lexicon's alphabet."
            )
        }
        return codes
    }
}

/// The options of a mini that choose its crossword: a stored puzzle or a generated one.
struct MiniOptions {
    private let puzzleID: String?
    private let lexicon: String
    private let difficulty: Difficulty
    private let seed: UInt64

    init(_ setup: GameSetup) throws(RuleViolation) {
        let options = setup.options
        let generatorOptions = ["difficulty", "seed", "lexicon", "day"]
        try options.allowOnly(["mode", "limit", "autocheck", "puzzle"] + generatorOptions)
        puzzleID = try options.text("puzzle")
        if puzzleID != nil, generatorOptions.contains(where: { options.values[$0] != nil }) {
            throw RuleViolation(.invalidValue, "“puzzle” cannot be combined with other puzzle options.")
        }
        lexicon = try options.text("lexicon") ?? Lexicons.default
        let day = try options.day("day")
        seed = try HiddenSeed.read(options, day: day, of: setup)
        difficulty = try Difficulty(options) ?? day.map { Difficulty.ofWeekday($0.weekday) } ?? .medium
    }

    /// The hidden answer of a game with these options: the crossword.
    func answer(from library: any Library) throws(RuleViolation) -> Parameters {
        if let puzzleID {
            guard let puzzle = library.puzzle(puzzleID) else {
                throw RuleViolation(.noSuchPuzzle, "There is no puzzle of that id here.")
            }
            return Parameters(["puzzle": .group(puzzle.values)])
        }
        _ = try library.lexicon(lexicon)
        guard let puzzle = library.generator(lexicon)?.puzzle(seed: seed, difficulty: difficulty) else {
            throw RuleViolation(.noClues, "There are no clues for the words of that lexicon.")
        }
        return Parameters(["puzzle": .group(puzzle.values)])
    }

    /// The hidden answer of a game with these options and as many of `words` as fit.
    func task(from words: [OwnWord], in library: any Library) throws(RuleViolation) -> OwnWordTask {
        guard puzzleID == nil else {
            throw RuleViolation(.invalidValue, "“puzzle” and “words” cannot be combined.")
        }
        let lexicon = try library.lexicon(lexicon)
        var own: [(codes: [UInt8], clue: String?)] = []
        for word in words {
            let lengths = PuzzleWords.shortest...CellIndex.side
            own.append((try lexicon.alphabet.codes(of: word.text, lengths: lengths), word.clue))
        }
        guard let generator = library.generator(self.lexicon) else {
            throw RuleViolation(.noClues, "There are no clues for the words of that lexicon.")
        }
        guard let made = generator.puzzle(seed: seed, difficulty: difficulty, own: own) else {
            throw RuleViolation(.invalidValue, "No mini can be made from these words; try others.")
        }
        return OwnWordTask(answer: Parameters(["puzzle": .group(made.puzzle.values)]), used: made.used)
    }
}

extension Difficulty {
    /// Reads the option `difficulty`; nil if it is absent.
    public init?(_ options: Parameters) throws(RuleViolation) {
        guard let name = try options.text("difficulty") else { return nil }
        guard let known = Difficulty(rawValue: name) else {
            let names = Difficulty.allCases.map(\.rawValue).joined(separator: ", ")
            throw RuleViolation(.invalidValue, "“difficulty” must be one of \(names).")
        }
        self = known
    }
}

extension PuzzleGenerator {
    /// The crossword of `day`, with the difficulty of its weekday; nil if none is found.
    public func puzzle(of day: Day) -> Puzzle? {
        puzzle(seed: HiddenSeed.seed(for: day, rules: MiniRules.name), difficulty: .ofWeekday(day.weekday))
    }

    /// The crossword for a chosen `number`; nil if none is found.
    public func puzzle(number: Int, difficulty: Difficulty) -> Puzzle? {
        puzzle(seed: HiddenSeed.seed(forNumber: number, rules: MiniRules.name), difficulty: difficulty)
    }
}

/// The options of a mini that choose its crossword: a stored puzzle or a generated one.
struct MiniOptions {
    private let puzzleID: String?
    private let lexicon: String
    /// Nil for the default: on a day that of its weekday, else medium.
    private let difficulty: Difficulty?
    private let task: HiddenSeed

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
        task = try HiddenSeed(options, day: day, of: setup)
        difficulty = try Difficulty(options)
    }

    /// The hidden answer of a game with these options: the crossword.
    func answer(from library: any Library) throws(RuleViolation) -> Parameters {
        if let puzzleID {
            guard let puzzle = library.puzzle(puzzleID) else {
                throw RuleViolation(.noSuchPuzzle, "There is no puzzle of that id here.")
            }
            return Parameters(["puzzle": .group(puzzle.values)])
        }
        _ = try library.lexicon(lexicon, for: MiniRules.name)
        guard let generator = library.generator(lexicon) else { throw Self.noClues }
        let puzzle: Puzzle? =
            switch task {
            case .seed(let seed): generator.puzzle(seed: seed, difficulty: difficulty ?? .medium)
            case .day(let day):
                try library.withDays { days throws(RuleViolation) in
                    try generator.puzzle(of: day, in: &days, difficulty: difficulty)
                }
            }
        guard let puzzle else { throw Self.noPuzzle }
        return Parameters(["puzzle": .group(puzzle.values)])
    }

    private static let noClues = RuleViolation(
        .noClues, "There are no clues for the words of that lexicon.")
    private static let noPuzzle = RuleViolation(
        .noClues, "No mini was found with the words of that lexicon; try another seed.")

    /// The hidden answer of a game with these options and as many of `words` as fit.
    func task(from words: [OwnWord], in library: any Library) throws(RuleViolation) -> OwnWordTask {
        guard puzzleID == nil else {
            throw RuleViolation(.invalidValue, "“puzzle” and “words” cannot be combined.")
        }
        let lexicon = try library.lexicon(lexicon, for: MiniRules.name)
        var own: [(codes: [UInt8], clue: String?)] = []
        for word in words {
            let lengths = PuzzleWords.shortest...CellIndex.side
            own.append((try lexicon.alphabet.codes(of: word.text, lengths: lengths), word.clue))
        }
        guard let generator = library.generator(self.lexicon) else {
            throw Self.noClues
        }
        let seed = try task.seed(library, rules: MiniRules.name)
        guard let made = generator.puzzle(seed: seed, difficulty: difficulty ?? .medium, own: own) else {
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
    /// The crossword of `day`, with the difficulty of its weekday unless another one is given.
    ///
    /// A mini of the day's difficulty shares no word with those of the days around it, if the pack has many
    /// words.
    ///
    /// - Complexity: at most 90 puzzles, about 0.2 s; `days` caches them.
    public func puzzle(
        of day: Day, in days: inout DayTasks, difficulty: Difficulty? = nil
    ) throws(RuleViolation) -> Puzzle? {
        if let difficulty, difficulty != Difficulty.ofDay(day, weekdays) {
            return puzzle(seed: days.seed(of: day, rules: MiniRules.name), difficulty: difficulty)
        }
        let task = try days.task(
            of: day, rules: MiniRules.name, pack: name, hasManyWords: hasManyWords
        ) { made throws(RuleViolation) in
            let level = Difficulty.ofDay(made.day, weekdays)
            // If too few words are left to cross each other, they may still suffice for an open puzzle.
            let puzzle =
                puzzle(seed: made.seed, difficulty: level, avoiding: made.avoided)
                ?? openPuzzle(seed: made.seed, difficulty: level, avoiding: made.avoided)
                ?? puzzle(seed: made.seed, difficulty: level)
            guard let puzzle else {
                return DayTasks.Task(answer: .none, words: [])
            }
            return DayTasks.Task(
                answer: puzzle.values, words: puzzle.clues.map { puzzle.answer(of: $0.slot) })
        }
        return task.words.isEmpty ? nil : try Puzzle(task.answer)
    }

    /// The crossword for a chosen `number`; nil if none is found.
    public func puzzle(number: Int, difficulty: Difficulty) -> Puzzle? {
        puzzle(seed: HiddenSeed.seed(forNumber: number, rules: MiniRules.name), difficulty: difficulty)
    }
}

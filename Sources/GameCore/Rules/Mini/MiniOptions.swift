/// The options of a mini that say which crossword it is: one that the server keeps, or one that is made.
struct MiniOptions {
    private let file: String?
    private let lexicon: String
    private let difficulty: Difficulty
    private let seed: UInt64

    /// Reads the options of a mini.
    init(_ setup: GameSetup) throws(RuleViolation) {
        let options = setup.options
        let made = ["difficulty", "seed", "lexicon", "day"]
        try options.allowOnly(["mode", "autocheck", "puzzle"] + made)
        file = try options.text("puzzle")
        if file != nil, made.contains(where: { options.values[$0] != nil }) {
            throw RuleViolation(.invalidValue, "“puzzle” says everything about the puzzle already.")
        }
        lexicon = try options.text("lexicon") ?? Lexicons.default
        let day = try options.day("day")
        seed = try HiddenSeed.read(options, day: day, of: setup)
        difficulty = try Difficulty(options) ?? day.map { Difficulty.ofWeekday($0.weekday) } ?? .medium
    }

    /// The crossword.
    func answer(from library: any Library) throws(RuleViolation) -> Parameters {
        if let file {
            guard let puzzle = library.puzzle(file) else {
                throw RuleViolation(.noSuchPuzzle, "There is no puzzle of that id here.")
            }
            return Parameters(["file": .text(file), "puzzle": .group(puzzle.values)])
        }
        guard library.lexicons[lexicon] != nil else {
            throw RuleViolation(
                .unknownLexicon, "There is no lexicon \(Parameters.quoted(lexicon)); see /lexicons.")
        }
        guard let puzzle = library.generator(lexicon)?.puzzle(seed: seed, difficulty: difficulty) else {
            throw RuleViolation(.noClues, "There are no clues for the words of that lexicon.")
        }
        return Parameters(["puzzle": .group(puzzle.values)])
    }
}

extension Difficulty {
    /// Reads the option `difficulty`; nil when nothing is said.
    public init?(_ options: Parameters) throws(RuleViolation) {
        guard let name = try options.text("difficulty") else { return nil }
        guard let known = Difficulty(rawValue: name) else {
            let names = Difficulty.allCases.map(\.rawValue).joined(separator: ", ")
            throw RuleViolation(.invalidValue, "“difficulty” is one of \(names).")
        }
        self = known
    }
}

extension PuzzleGenerator {
    /// The crossword of `day`, as difficult as its weekday has it; nil when the words come to nothing.
    public func puzzle(of day: Day) -> Puzzle? {
        puzzle(seed: HiddenSeed.of(day, rules: MiniRules.name), difficulty: .ofWeekday(day.weekday))
    }

    /// The crossword that people know by `number`; nil when the words come to nothing.
    public func puzzle(number: Int, difficulty: Difficulty) -> Puzzle? {
        puzzle(seed: HiddenSeed.of(number, rules: MiniRules.name), difficulty: difficulty)
    }
}

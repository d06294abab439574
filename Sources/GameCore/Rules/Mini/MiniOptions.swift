/// Which crossword somebody wants: one that is kept, or one that is made for them.
struct PuzzleWish {
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
        lexicon = try options.text("lexicon") ?? Lexicons.usual
        let day = try options.day("day")
        seed = try HiddenSeed.read(options, day: day, of: setup)
        difficulty = try Difficulty(options) ?? day.map { Difficulty.ofWeekday($0.weekday) } ?? .medium
    }

    /// The crossword.
    func answer(from library: any Library) throws(RuleViolation) -> GameAnswer {
        if let file {
            guard let puzzle = library.puzzle(file) else {
                throw RuleViolation(.noSuchPuzzle, "There is no puzzle of that id here.")
            }
            return .puzzle(puzzle, file: file)
        }
        guard library.lexicons[lexicon] != nil else {
            throw RuleViolation(
                .unknownLexicon, "There is no lexicon \(Parameters.quoted(lexicon)); see /lexicons.")
        }
        guard let puzzle = library.generator(lexicon)?.puzzle(seed: seed, difficulty: difficulty) else {
            throw RuleViolation(.noClues, "There are no clues for the words of that lexicon.")
        }
        return .puzzle(puzzle, file: nil)
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

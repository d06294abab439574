/// The rules of `lattice`: six crossing words whose letters are in the wrong order.
///
/// Players swap two letters at a time. The server marks every letter after each swap.
public struct LatticeRules: SolvingRules, LexiconRules, StatefulRules {
    /// The number of swaps made on each board.
    public typealias State = LatticeSwaps

    /// The name `lattice`.
    public static let name = "lattice"
    /// The title, the summary and the options that `GET /rules` describes.
    public static let info = RuleInfo(
        title: "Lattice", summary: "Swap letters until six crossing words stand, in at most 15 swaps.",
        options: [
            "mode": .text(oneOf: modes.map(\.rawValue)).defaulting(to: .text(modes[0].rawValue)),
            "limit": RaceLimit.schema, "lexicon": Schema.text.defaulting(to: .text(Lexicons.default)),
            "seed": .integer(in: HiddenSeed.range), "day": .day,
        ])
    /// The refusals that only these rules use.
    public static let refusals: [RuleViolation.Code] = [.cellLocked, .nothingToSwap]
    /// The cause `swap`.
    public static let causes: [Cause] = [.swap]
    /// The number of swaps that a player has.
    static let swaps = 15
    /// The modes, the default first.
    public static let modes: [PlayMode] = [.solo, .together, .race, .daily]

    /// How the players share boards.
    public let mode: PlayMode
    /// Whether the game is for a single player.
    public let isSinglePlayer: Bool
    /// The seats of a race.
    public let raceSeats: Int
    /// The time limit of a race.
    public let limit: Duration?
    /// The name of the lexicon whose words are hidden.
    public let lexicon: String
    /// False: the setup of a game holds the six words.
    public var needsLexicon: Bool { false }
    /// The marked letters of the start.
    public let layout: [any CellObject]
    /// The six words, as the text of a board.
    public let answerText: String
    /// The letters of the solution, by position; nil for a hole.
    private let solution: [Letter?]

    /// Reads `mode`, `limit`, `lexicon`, and `seed` or `day`.
    public init(_ setup: GameSetup) throws(RuleViolation) {
        let options = try Options(setup)
        (mode, isSinglePlayer) = try Self.playMode(of: setup)
        limit = try RaceLimit.read(setup.options, mode)
        raceSeats = setup.raceSeats
        lexicon = options.lexicon
        guard let answer = try setup.answer?.text("solution"), let start = try setup.answer?.text("start")
        else {
            throw RuleViolation(.invalidValue, "A lattice needs its six words.")
        }
        solution = try Self.letters(answer)
        let letters = try Self.letters(start)
        guard Self.haveEqualLetters(letters, solution) else {
            throw RuleViolation(.invalidValue, "The start of a lattice must have the letters of its words.")
        }
        answerText = answer
        layout = Lattice.objects(letters, marks: Self.marks(of: letters, against: solution))
    }

    /// The board without letters, so that nobody sees the task before the clock runs.
    public var layoutBeforeStart: [any CellObject] {
        CellIndex.all.map { cell -> any CellObject in Lattice.isHole(cell) ? BlockCell() : LatticeCell() }
    }

    /// Chooses six of the words that most people know, and the order in which their letters start.
    public static func answer(
        for setup: GameSetup, from library: any Library
    ) throws(RuleViolation) -> Parameters {
        let options = try Options(setup)
        _ = try RaceLimit.read(setup.options, options.mode)
        let lexicon = try library.lexicon(options.lexicon, for: name)
        switch options.task {
        case .seed(let seed): return answer(try task(LatticeGenerator(lexicon), seed), lexicon.alphabet)
        case .day(let day):
            return try library.withDays { days throws(RuleViolation) in
                let generator = LatticeGenerator(lexicon)
                return try days.task(
                    of: day, rules: name, pack: lexicon.name, hasManyWords: generator.hasManyWords
                ) { made throws(RuleViolation) in
                    let task = try task(
                        generator.avoiding(made.avoided), made.seed, weekday: made.day.weekday)
                    return DayTasks.Task(
                        answer: answer(task, lexicon.alphabet), words: task.words.map(lexicon.alphabet.text))
                }.answer
            }
        }
    }

    private static func task(
        _ generator: LatticeGenerator, _ seed: UInt64, weekday: Int? = nil
    ) throws(RuleViolation) -> LatticeTask {
        guard let task = generator.task(seed: seed, weekday: weekday) else {
            throw RuleViolation(.unknownLexicon, "That lexicon has too few words of five letters.")
        }
        return task
    }

    /// The hidden answer with the boards of `task`, in the letters of `alphabet`.
    private static func answer(_ task: LatticeTask, _ alphabet: Alphabet) -> Parameters {
        let texts = [task.solution, task.start].map { board in
            BoardState(objects: Lattice.objects(board.map(alphabet.letter))).text
        }
        return Parameters(["solution": .text(texts[0]), "start": .text(texts[1])])
    }

    private struct Options {
        let mode: PlayMode
        let lexicon: String
        let task: HiddenSeed

        init(_ setup: GameSetup) throws(RuleViolation) {
            let options = setup.options
            try options.allowOnly(["mode", "limit", "lexicon", "seed", "day"])
            mode = try PlayMode(options, allowed: LatticeRules.modes)
            lexicon = try options.text("lexicon") ?? Lexicons.default
            let day = try options.day("day")
            guard mode == .daily || day == nil else {
                throw RuleViolation(.invalidValue, "“day” can be given in the mode “daily” only.")
            }
            let today = mode == .daily ? Day(of: setup.created) : nil
            task = try HiddenSeed(options, day: day ?? today, of: setup)
        }
    }

    // MARK: Letters

    private static func letters(_ text: String) throws(RuleViolation) -> [Letter?] {
        let objects = try BoardLayout(text, letters: .written).objects
        let hasShape = zip(CellIndex.all, objects).allSatisfy { cell, object in
            Lattice.isHole(cell) ? object is BlockCell : object.letter != nil
        }
        guard hasShape else {
            throw RuleViolation(.invalidValue, "A lattice has letters around holes at b2, d2, b4 and d4.")
        }
        return objects.map(\.letter)
    }

    private static func haveEqualLetters(_ one: [Letter?], _ other: [Letter?]) -> Bool {
        let texts = [one, other].map { $0.compactMap { $0?.text }.sorted() }
        return texts[0] == texts[1]
    }

    private static func marks(of letters: [Letter?], against solution: [Letter?]) -> [CellMark?] {
        Lattice.marks(of: codes(letters, in: solution), against: codes(solution, in: solution))
    }

    /// A number for each letter of `solution`; 0 for a hole.
    private static func codes(_ letters: [Letter?], in solution: [Letter?]) -> [UInt8] {
        let known = solution.compactMap(\.self)
        return letters.map { letter in known.firstIndex { $0 == letter }.map { UInt8($0 + 1) } ?? 0 }
    }

    /// The solution in the codes of its letters.
    var solutionCodes: [UInt8] { Self.codes(solution, in: solution) }

    /// `letters` in the codes of the solution's letters.
    func codes(of letters: [Letter?]) -> [UInt8] { Self.codes(letters, in: solution) }

    // MARK: Playing

    /// Always refuses: letters are swapped, not typed.
    public func mayType(_ player: Player, in game: GameController) throws(RuleViolation) {
        _ = try requireBoard(of: player, in: game)
        throw RuleViolation(.cellLocked, "Letters are not typed here; swap two of them.")
    }

    /// Allows the changes of a swap only.
    public func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        guard edit.cause == .swap else {
            throw RuleViolation(.cellLocked, "Letters are not typed here; swap two of them.")
        }
    }

    /// Sets `swap` and the actions that all solving games share.
    public func setActions(on game: GameController) {
        setCommonActions(on: game)
        game.actions.set(
            "swap", parameters: ["from": .cell, "to": .cell], isAllowed: mayPlay(game)
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            let board = try requireBoard(of: call.player, in: game)
            guard let from = try call.parameters.cell("from"), let to = try call.parameters.cell("to") else {
                throw RuleViolation(.invalidValue, "“from” and “to” must be cells: 0…24, or a1…e5.")
            }
            try swap(from, to, on: board, by: call.player.seat, in: game)
        }
    }

    func swap(
        _ from: CellIndex, _ to: CellIndex, on board: Board, by seat: Seat?, in game: GameController
    ) throws(RuleViolation) {
        for cell in [from, to] where board[cell].object.isLocked || board[cell].letter == nil {
            throw RuleViolation(.cellLocked, "\(cell.square) holds no letter that can move.", cell: cell)
        }
        guard let one = board[from].letter, let other = board[to].letter, one != other else {
            throw RuleViolation(.nothingToSwap, "The two letters are equal.", cell: from)
        }
        try game.change(for: .swap, by: seat) { () throws(RuleViolation) in
            try board[from].type(other.text)
            try board[to].type(one.text)
        }
        mark(board, in: game)
        let left = swapsLeft(on: board.number, in: game.state)
        if board.cells.map(\.letter) == solution {
            finishBoard(board.number, isSolved: true, points: left, in: game)
        } else if left == 0 {
            finishBoard(board.number, isSolved: false, in: game)
        }
    }

    /// Marks the letters whose marks have changed, and the swapped ones, which have lost theirs.
    private func mark(_ board: Board, in game: GameController) {
        let marks = Self.marks(of: board.cells.map(\.letter), against: solution)
        let changed = zip(CellIndex.all, marks).compactMap { cell, mark in
            mark == board[cell].object.mark ? nil : mark.map { CellMarks.Marked(cell: cell, mark: $0) }
        }
        game.mark(changed, on: board, .swap)
    }

    func swapsLeft(on board: Int, in state: GameState) -> Int {
        Self.swaps - ((state.ruleState as? LatticeSwaps)?.made(on: board) ?? 0)
    }

    /// Gives up, or starts the next round, once the players have agreed.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {
        if button != prompt.cancel { carryOut(prompt, in: game) }
    }

    // MARK: Results

    /// The result of the shortest solution from here.
    public func bestResult(on board: BoardState, at elapsed: Duration, in state: GameState) -> BoardResult {
        let letters = CellIndex.all.map { board.object(at: $0).letter }
        let needed = Lattice.leastSwaps(
            from: Self.codes(letters, in: solution), to: Self.codes(solution, in: solution))
        let points = swapsLeft(on: board.number, in: state) - needed
        return BoardResult(board: board.number, elapsed: elapsed, isSolved: points >= 0, points: points)
    }

    /// The swaps that were left on the seat's board, or on the shared one; 0 if it is not solved.
    public func scores(of state: GameState) -> [GameResult.Score] {
        state.seats.map { player in
            let board = hasPrivateBoards ? player.seat.number : 0
            return GameResult.Score(
                seat: player.seat, points: state.boardResult(of: board)?.points ?? 0)
        }
    }

    /// Whether the board has the letters of the six words, with the marks that follow from them, and its
    /// result follows from its letters and swaps.
    public func isConsistent(_ board: BoardState, in state: GameState, _ lexicon: Lexicon?) -> Bool {
        guard state.start != nil else { return true }
        let letters = CellIndex.all.map { board.object(at: $0).letter }
        let marks = CellIndex.all.map { board.object(at: $0).mark }
        let left = swapsLeft(on: board.number, in: state)
        let result = state.boardResult(of: board.number)
        let isSolved = letters == solution
        guard Self.haveEqualLetters(letters, solution), marks == Self.marks(of: letters, against: solution),
            left >= 0
        else { return false }
        guard let result else { return !isSolved && left > 0 }
        return result.isSolved == isSolved && result.points == (isSolved ? left : nil) && result.tries == nil
    }
}

extension RuleViolation.Code {
    static let cellLocked = Self(
        "cell-locked", .locked, title: "Locked cell",
        meaning: "Letters in their places stay there, holes stay empty, and letters are swapped, not typed.")
    static let nothingToSwap = Self(
        "nothing-to-swap", .conflict, title: "Nothing to swap", meaning: "The two letters are equal.")
}

extension Cause {
    /// A player has swapped two letters.
    static let swap = Cause("swap")
}

/// The game's JSON, the lattice of the day, and shared results.
extension LatticeRules: DailyRules, ShareTextRules {
    /// `swapsLeft` on the shared board.
    public func fields(of state: GameState, for viewer: Seat?) -> Parameters {
        guard !hasPrivateBoards, state.start != nil else { return .none }
        return Parameters(["swapsLeft": .number(swapsLeft(on: 0, in: state))])
    }

    /// `swapsLeft` on the seat's private board, and `marks`, the number of marks of each kind.
    public func fields(of seat: Seat, in state: GameState, for viewer: Seat?) -> Parameters {
        guard let board = state.boards.numbered(seat.number) else { return .none }
        let marks = CellIndex.all.compactMap { board.object(at: $0).mark }
        let counts = [CellMark.hit, .near, .miss].map { kind in
            (kind.rawValue, Parameters.Value.number(marks.count { $0 == kind }))
        }
        return Parameters([
            "swapsLeft": .number(swapsLeft(on: seat.number, in: state)),
            "marks": .group(Dictionary(uniqueKeysWithValues: counts)),
        ])
    }

    /// The mode `daily` and the day.
    public static func dailyOptions(_ day: Day) -> Parameters {
        Parameters(["day": .text(day.description), "mode": .text(PlayMode.daily.rawValue)])
    }

    /// The swaps left and the time.
    public func dailyScore(_ state: GameState) -> DailyScore? {
        guard let score = solvingScore(state) else { return nil }
        return DailyScore(
            isSolved: score.isSolved, elapsed: score.elapsed, score: state.boardResult(of: 0)?.points ?? 0,
            moves: Self.swaps - swapsLeft(on: 0, in: state))
    }

    /// A star for each swap left, or `X` if the board is not solved; then a square for each mark.
    public func shareText(of board: BoardState, in state: GameState, _ scorer: BoardScorer?) -> ShareText {
        let stars = state.boardResult(of: board.number)?.points
        let most = Self.swaps - LatticeGenerator.leastSwaps
        let result = stars.map { count in
            String(repeating: "★", count: count) + String(repeating: "☆", count: max(most - count, 0))
        }
        return ShareText(result ?? "X") { cell in
            switch board.object(at: cell).mark {
            case .hit: "🟩"
            case .near: "🟨"
            case nil: "⬛"
            default: "⬜"
            }
        }
    }
}

/// The swaps made on each board.
public struct LatticeSwaps: RuleState {
    /// The number of cells that swaps have changed, by board; two for each swap.
    private var changes: [Int: Int] = [:]

    /// The state before the first swap.
    public init() {}

    /// Counts the changes of swaps.
    public mutating func apply(_ event: GameEvent, to state: GameState) {
        guard case .cellChanged(let change) = event.change, change.cause == .swap else { return }
        changes[change.board, default: 0] += 1
    }

    func made(on board: Int) -> Int { changes[board, default: 0] / 2 }
}

extension LatticeRules: OwnWordRules {
    /// As many of the six words as possible are own ones.
    public static func task(
        for setup: GameSetup, from words: OwnWords, in library: any Library
    ) throws(RuleViolation) -> OwnWordTask {
        guard !words.isAnswer else {
            throw RuleViolation(.invalidValue, "A lattice has six words: give “words”.")
        }
        let options = try Options(setup)
        let lexicon = try library.lexicon(options.lexicon, for: name)
        var own: [[UInt8]] = []
        for word in words.words {
            let length = CellIndex.side
            own.append(try lexicon.alphabet.codes(of: word.text, lengths: length...length))
        }
        guard
            let found = LatticeGenerator(lexicon, own: own).taskOfOwnWords(
                seed: try options.task.seed(library, rules: name))
        else {
            throw RuleViolation(.invalidValue, "No lattice can be made from these words; try others.")
        }
        return OwnWordTask(answer: answer(found.task, lexicon.alphabet), used: found.used)
    }
}

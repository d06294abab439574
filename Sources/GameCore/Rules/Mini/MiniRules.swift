/// The rules of `mini`: a 5x5 crossword, solved together on one board or in a race on private boards.
///
/// The server measures the time and judges every full board. It does not say which letters are wrong unless a
/// player asks for a check or the option `autocheck` is set.
public struct MiniRules: SolvingRules, ClueRules {
    /// The name `mini`.
    public static let name = "mini"
    /// The title, the summary and the options that `GET /rules` describes.
    public static let info = RuleInfo(
        title: "Mini crossword", summary: "A small crossword to solve together or in a race.",
        options: [
            "mode": .text(oneOf: modes.map(\.rawValue)).defaulting(to: .text(modes[0].rawValue)),
            "limit": RaceLimit.schema, "autocheck": Schema.flag.defaulting(to: .flag(false)),
            "puzzle": Schema.text.described("The id of a stored puzzle."),
            "difficulty": .text(oneOf: Difficulty.allCases.map(\.rawValue)),
            "seed": .integer(in: HiddenSeed.range),
            "lexicon": Schema.text.defaulting(to: .text(Lexicons.default)), "day": .day,
        ])
    /// The modes, the default first.
    public static let modes: [PlayMode] = [.together, .race]

    /// How the players share boards.
    public let mode: PlayMode
    /// Whether the game is for a single player; true for the mini of the day or of a challenge.
    public let isSinglePlayer: Bool
    /// The seats of a race.
    public let raceSeats: Int
    /// The time limit of a race.
    public let limit: Duration?
    /// The solution, as the text of a board.
    public let answerText: String
    /// Whether every letter is checked as it is written.
    let hasAutocheck: Bool
    let puzzle: Puzzle
    /// The id of a public stored puzzle; nil for other puzzles.
    private let puzzleID: String?

    /// Reads `mode`, `limit`, `autocheck`, and either `puzzle` or `difficulty`, `seed`, `lexicon` and `day`.
    public init(_ setup: GameSetup) throws(RuleViolation) {
        let options = setup.options
        (mode, isSinglePlayer) = try Self.playMode(of: setup)
        limit = try RaceLimit.read(options, mode)
        raceSeats = setup.raceSeats
        hasAutocheck = try options.flag("autocheck") ?? false
        _ = try MiniOptions(setup)
        if setup.day != nil, mode == .race {
            throw RuleViolation(.invalidValue, "The puzzle of the day cannot be played as a race.")
        }
        guard let answer = setup.answer, let hidden = try answer.group("puzzle") else {
            throw RuleViolation(.invalidValue, "A mini needs a puzzle.")
        }
        puzzle = try Puzzle(hidden)
        puzzleID = try options.text("puzzle")
        answerText = puzzle.solution.text
    }

    /// Reads the option `mode`; the mini of the day, and that of a challenge, is for a single player.
    public static func playMode(
        of setup: GameSetup
    ) throws(RuleViolation) -> (mode: PlayMode, isSinglePlayer: Bool) {
        (try PlayMode(setup.options, allowed: modes), setup.day != nil || setup.isPersonal)
    }

    /// Loads or generates the puzzle that the options choose.
    public static func answer(
        for setup: GameSetup, from library: any Library
    ) throws(RuleViolation) -> Parameters {
        try MiniOptions(setup).answer(from: library)
    }

    /// The option `puzzle`.
    public static var puzzleOption: String? { "puzzle" }

    /// The options without `seed`, `day` and `puzzle`, so that the next round has another puzzle.
    public static func nextRoundOptions(_ options: Parameters) -> Parameters {
        options.without(["seed", "day", "puzzle"])
    }

    /// The puzzle's blocks, numbers and given letters.
    public var layout: [any CellObject] { puzzle.layout }

    /// Refuses letters that are not among the puzzle's.
    public func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        try game.requireWritable()
        guard let entry = edit.value, !puzzle.accepts(entry) else { return }
        throw RuleViolation(.notALetter, "That is not a letter of the game's alphabet.")
    }

    /// Checks the letters under `autocheck`, and judges the board when it is full.
    public func didEdit(_ board: Board, in game: GameController) throws(RuleViolation) {
        if hasAutocheck { check(entries(of: board, CellIndex.all), on: board, in: game) }
        judge(board, in: game)
    }

    /// Clears or reveals the board, gives up, or starts the next round, once the players have agreed.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) throws(RuleViolation) {
        guard button != prompt.cancel else { return }
        guard ["clear", "reveal", "reveal-last"].contains(prompt.purpose) else {
            return carryOut(prompt, in: game)
        }
        // The game may have been paused or ended while the prompt was open.
        guard game.state.phase == .playing, game.state.paused == nil, !hasPrivateBoards,
            let board = game.boards.first
        else { return }
        switch prompt.purpose {
        case "clear": try clear(CellIndex.all, of: board, by: prompt.asker, in: game)
        case "reveal": try reveal(CellIndex.all, of: board, by: prompt.asker, in: game)
        default: try reveal(missingCells(of: board), of: board, by: prompt.asker, in: game)
        }
    }

    // MARK: Judging

    /// The cells among `cells` that hold a changeable letter.
    func entries(of board: Board, _ cells: [CellIndex]) -> [CellIndex] {
        openCells(of: board, cells).filter { board[$0].letter != nil }
    }

    /// Marks the letters in `cells` as right or wrong; skips letters that are already marked wrong.
    func check(_ cells: [CellIndex], on board: Board, in game: GameController) {
        let marked = cells.filter { board[$0].object.mark != .wrong }.compactMap { cell in
            board[cell].letter.map { letter in
                CellMarks.Marked(cell: cell, mark: puzzle.isRight(letter, at: cell) ? .right : .wrong)
            }
        }
        game.mark(marked, on: board, .check)
    }

    /// Writes the answers into the changeable `cells`, marks them as revealed, and judges the board.
    func reveal(
        _ cells: [CellIndex], of board: Board, by seat: Seat?, in game: GameController
    ) throws(RuleViolation) {
        let hidden = openCells(of: board, cells)
        try game.change(for: .reveal, by: seat) { () throws(RuleViolation) in
            for cell in hidden { try board[cell].type(puzzle.cells[cell.position]?.answer.text ?? "") }
            game.mark(hidden.map { CellMarks.Marked(cell: $0, mark: .revealed) }, on: board, .reveal)
        }
        if !hidden.isEmpty { judge(board, in: game) }
    }

    /// Empties the changeable `cells`.
    func clear(
        _ cells: [CellIndex], of board: Board, by seat: Seat?, in game: GameController
    ) throws(RuleViolation) {
        try game.change(for: .reset, by: seat) { () throws(RuleViolation) in
            for cell in entries(of: board, cells) { try board[cell].type("") }
        }
    }

    /// The changeable cells among `cells`: no block, given letter or locked entry.
    private func openCells(of board: Board, _ cells: [CellIndex]) -> [CellIndex] {
        cells.filter { board[$0].object is PuzzleCell && !board[$0].object.isLocked }
    }

    /// Whether every letter marked as right or revealed is correct, and the result says rightly whether the
    /// board is solved.
    public func isConsistent(_ board: BoardState, in state: GameState, _ lexicon: Lexicon?) -> Bool {
        let result = state.boardResult(of: board.number)
        let areMarksCorrect = CellIndex.all.allSatisfy { cell in
            let object = board.object(at: cell)
            guard let letter = object.letter, object.mark == .right || object.mark == .revealed else {
                return true
            }
            return puzzle.isRight(letter, at: cell)
        }
        return areMarksCorrect && result.map { $0.tries == nil && $0.isSolved == isSolved(board) } ?? true
    }

    private func isSolved(_ board: some BoardDataSource) -> Bool { missingCells(of: board).isEmpty }

    /// The cells whose letter is missing or wrong.
    func missingCells(of board: some BoardDataSource) -> [CellIndex] {
        CellIndex.all.filter { cell in
            guard puzzle.cells[cell.position] != nil else { return false }
            return board.object(at: cell).letter.map { !puzzle.isRight($0, at: cell) } ?? true
        }
    }

    private func judge(_ board: Board, in game: GameController) {
        let isFull = board.cells.allSatisfy { $0.object is BlockCell || $0.letter != nil }
        guard isFull else { return }
        if isSolved(board) {
            finishBoard(board.number, isSolved: true, in: game)
        } else {
            game.record(.boardWrong(board.number))
        }
    }
}

extension MiniRules: OwnWordRules {
    /// As many own words as fit, with their clues.
    public static func task(
        for setup: GameSetup, from words: OwnWords, in library: any Library
    ) throws(RuleViolation) -> OwnWordTask {
        guard !words.isAnswer else {
            throw RuleViolation(.invalidValue, "A mini has many words: give “words”.")
        }
        return try MiniOptions(setup).task(from: words.words, in: library)
    }
}

/// The game's JSON, the mini of the day, and shared results.
extension MiniRules: DailyRules, ShareTextRules {
    /// `puzzle`, its metadata and the letters of its keyboard if A to Z are not enough, and `clues`, which
    /// contain the answers once the game is finished.
    ///
    /// Empty while the game is waiting or paused.
    public func fields(of state: GameState, for viewer: Seat?) -> Parameters {
        guard state.phase != .waiting, state.paused == nil else { return .none }
        var about: [String: Parameters.Value] = [:]
        if let puzzleID { about["id"] = .text(puzzleID) }
        if let keys = puzzle.keys { about["letters"] = .list(keys.map { .text($0.text) }) }
        return Parameters([
            "puzzle": .group(puzzle.metadata.values.merging(Parameters(about))),
            "clues": .group(puzzle.clues(withAnswers: state.phase == .finished)),
        ])
    }

    /// The day and the difficulty of its weekday.
    public static func dailyOptions(_ day: Day) -> Parameters { dailyOptions(day, as: Pack.Offer()) }

    /// The day and the difficulty that the pack gives its weekday.
    public static func dailyOptions(_ day: Day, as offer: Pack.Offer) -> Parameters {
        Parameters([
            "day": .text(day.description),
            "difficulty": .text(Difficulty.ofDay(day, offer.weekdays).rawValue),
        ])
    }

    /// Whether `options` are a day and the difficulty of any weekday, since packs differ.
    public static func isDaily(_ options: Parameters, of day: Day) -> Bool {
        options.without(["difficulty"]) == dailyOptions(day).without(["difficulty"])
    }

    /// The time, and whether the server helped.
    public func dailyScore(_ state: GameState) -> DailyScore? { solvingScore(state) }

    /// The time, and a square for each cell: solved, solved with the server's help, or unsolved.
    public func shareText(of board: BoardState, in state: GameState, _ scorer: BoardScorer?) -> ShareText {
        ShareText(Self.time(state.boardResult(of: board.number))) { cell in
            let object = board.object(at: cell)
            if object is BlockCell { return "⬛" }
            guard let letter = object.letter, puzzle.isRight(letter, at: cell) else { return "⬜" }
            return object.mark == .revealed || object.mark == .right ? "🟨" : "🟩"
        }
    }

    /// The time as `1:23`, followed by `, assisted` if the server helped.
    private static func time(_ result: BoardResult?) -> String {
        guard let result, result.isSolved else { return "unsolved" }
        let seconds = result.elapsed.components.seconds
        let rest = String(seconds % 60)
        let help = result.isAssisted ? ", assisted" : ""
        return "\(seconds / 60):" + (rest.count < 2 ? "0" : "") + rest + help
    }
}

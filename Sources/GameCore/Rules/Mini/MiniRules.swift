/// `mini`: the 5x5 crossword, together on one board or in a race on boards of one's own.
///
/// The server judges and measures. That the board is full and wrong is all that it says by itself.
public struct MiniRules: SolvingRules {
    /// The name `mini`.
    public static let name = "mini"
    /// The game for people.
    public static let info = RuleInfo(
        title: "Mini crossword", summary: "A small crossword to solve together or in a race.",
        options: [
            "mode": .text(oneOf: modes.map(\.rawValue)).defaulting(to: .text(modes[0].rawValue)),
            "autocheck": Schema.flag.defaulting(to: .flag(false)),
            "puzzle": Schema.text.described("The id of a puzzle that the server keeps."),
            "difficulty": .text(oneOf: Difficulty.allCases.map(\.rawValue)),
            "seed": .integer(in: HiddenSeed.choices),
            "lexicon": Schema.text.defaulting(to: .text(Lexicons.default)), "day": .day,
        ])
    private static let modes: [PlayMode] = [.together, .race]

    /// With whom people play.
    public let mode: PlayMode
    /// Whether the game is for a single player: that of a day is.
    public let hasOneSeat: Bool
    /// The board as it is in the end.
    public let answerText: String
    /// Whether every letter is checked as soon as it is written.
    let checksAlways: Bool
    let puzzle: Puzzle
    /// The id of the puzzle in the store, if it comes from there.
    private let file: String?

    /// Reads `mode`, `autocheck`, and from where the puzzle comes: `puzzle`, or `difficulty`, `seed`,
    /// `lexicon` and `day`.
    public init(_ setup: GameSetup) throws(RuleViolation) {
        let options = setup.options
        (mode, hasOneSeat) = try Self.play(setup)
        checksAlways = try options.flag("autocheck") ?? false
        _ = try MiniOptions(setup)
        if setup.day != nil, mode == .race {
            throw RuleViolation(.invalidValue, "The puzzle of a day is not raced for.")
        }
        guard let answer = setup.answer, let hidden = try answer.group("puzzle") else {
            throw RuleViolation(.invalidValue, "A mini is nothing without a puzzle.")
        }
        puzzle = try Puzzle(hidden)
        file = try answer.text("file")
        answerText = puzzle.solution.text
    }

    /// The option `mode`; the mini of a day is for one.
    public static func play(_ setup: GameSetup) throws(RuleViolation) -> (mode: PlayMode, hasOneSeat: Bool) {
        (try PlayMode(setup.options, known: modes), setup.day != nil)
    }

    /// The puzzle that the options ask for.
    public static func answer(
        for setup: GameSetup, from library: any Library
    ) throws(RuleViolation) -> Parameters {
        try MiniOptions(setup).answer(from: library)
    }

    /// The option `puzzle`.
    public static func puzzleID(_ options: Parameters) -> String? {
        if case .text(let id) = options.values["puzzle"] { id } else { nil }
    }

    /// Another puzzle comes, also where somebody had chosen one.
    public static func nextRoundOptions(_ options: Parameters) -> Parameters {
        options.without(["seed", "day", "puzzle"])
    }

    /// The blocks, numbers and given letters of the puzzle.
    public var layout: [any CellObject] { puzzle.layout }

    /// When the board is full the server judges it; where everything is checked it has done so before.
    public func didEdit(_ board: Board, in game: GameController) throws(RuleViolation) {
        if checksAlways { check(entries(of: board, CellIndex.all), on: board, in: game) }
        judge(board, in: game)
    }

    /// What happens when the players have answered.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) throws(RuleViolation) {
        guard button != prompt.cancel else { return }
        guard ["clear", "reveal"].contains(prompt.purpose) else { return settle(prompt, in: game) }
        // A game that stands still or is over meanwhile stays as it is.
        guard game.state.phase == .playing, game.state.paused == nil, !hasPrivateBoards,
            let board = game.boards.first
        else { return }
        if prompt.purpose == "clear" {
            try clear(CellIndex.all, of: board, by: prompt.asker, in: game)
        } else {
            try reveal(CellIndex.all, of: board, by: prompt.asker, in: game)
        }
    }

    // MARK: Judging

    /// The cells among `cells` that hold a letter which may change.
    func entries(of board: Board, _ cells: [CellIndex]) -> [CellIndex] {
        openCells(of: board, cells).filter { board[$0].letter != nil }
    }

    /// Says which of the letters in `cells` are right; of those that are known to be wrong it has.
    func check(_ cells: [CellIndex], on board: Board, in game: GameController) {
        let marked = cells.filter { board[$0].object.mark != .wrong }.compactMap { cell in
            board[cell].letter.map { letter in
                CellMarks.Marked(cell: cell, mark: puzzle.isRight(letter, at: cell) ? .right : .wrong)
            }
        }
        game.mark(marked, on: board, .check)
    }

    /// Writes what belongs into `cells`.
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

    /// Empties `cells`, as far as they may change.
    func clear(
        _ cells: [CellIndex], of board: Board, by seat: Seat?, in game: GameController
    ) throws(RuleViolation) {
        try game.change(for: .reset, by: seat) { () throws(RuleViolation) in
            for cell in entries(of: board, cells) { try board[cell].type("") }
        }
    }

    /// The cells among `cells` that may change.
    private func openCells(of board: Board, _ cells: [CellIndex]) -> [CellIndex] {
        cells.filter { board[$0].object is PuzzleCell && board[$0].object.mark?.locks != true }
    }

    /// Solved is what is full and right; what is marked as right must be.
    public func admits(_ end: BoardResult?, on board: BoardState, _ lexicon: Lexicon?) -> Bool {
        let isTrue = CellIndex.all.allSatisfy { cell in
            let object = board.object(at: cell)
            guard let letter = object.letter, object.mark == .right || object.mark == .revealed else {
                return true
            }
            return puzzle.isRight(letter, at: cell)
        }
        return isTrue && end.map { $0.tries == nil && $0.isSolved == isSolved(board) } ?? true
    }

    private func isSolved(_ board: some BoardDataSource) -> Bool {
        CellIndex.all.allSatisfy { cell in
            guard puzzle.cells[cell.position] != nil else { return true }
            return board.object(at: cell).letter.map { puzzle.isRight($0, at: cell) } ?? false
        }
    }

    private func judge(_ board: Board, in game: GameController) {
        let isFull = board.cells.allSatisfy { $0.object is BlockCell || $0.letter != nil }
        guard isFull else { return }
        if isSolved(board) {
            finish(board.number, isSolved: true, in: game)
        } else {
            game.record(.boardWrong(board.number))
        }
    }
}

/// What clients see of the puzzle, the mini of the day, and results to share.
extension MiniRules: DailyRules, SharedResultRules {
    /// The puzzle's title and clues, while somebody may solve it; with the answers afterwards.
    public func fields(of state: GameState, for viewer: Seat?) -> Parameters {
        guard state.phase != .waiting, state.paused == nil else { return .none }
        let about = puzzle.about.values
        return Parameters([
            "puzzle": .group(file.map { about.merging(Parameters(["id": .text($0)])) } ?? about),
            "clues": .group(puzzle.clues(withAnswers: state.phase == .finished)),
        ])
    }

    /// As difficult as the weekday has it.
    public static func dailyOptions(_ day: Day) -> Parameters {
        Parameters([
            "day": .text(day.description),
            "difficulty": .text(Difficulty.ofWeekday(day.weekday).rawValue),
        ])
    }

    /// The time, and whether the server has helped.
    public func dailyScore(_ state: GameState) -> DailyScore? { solvingScore(state) }

    /// The time, and the cells that were found, or shown by the server.
    public func shareText(of board: BoardState, in state: GameState, _ scorer: BoardScorer?) -> ShareText {
        ShareText(Self.time(state.end(of: board.number))) { cell in
            let object = board.object(at: cell)
            if object is BlockCell { return "⬛" }
            guard let letter = object.letter, puzzle.isRight(letter, at: cell) else { return "⬜" }
            return object.mark == .revealed || object.mark == .right ? "🟨" : "🟩"
        }
    }

    /// `1:23`, and whether the server has helped.
    private static func time(_ end: BoardResult?) -> String {
        guard let end, end.isSolved else { return "unsolved" }
        let seconds = end.elapsed.components.seconds
        let rest = String(seconds % 60)
        return "\(seconds / 60):" + (rest.count < 2 ? "0" : "") + rest + (end.isAssisted ? ", assisted" : "")
    }
}

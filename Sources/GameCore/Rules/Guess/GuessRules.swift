/// `guess`: the hidden word of five letters, in five rows.
///
/// A row is written, submitted, and marked.
public struct GuessRules: SolvingRules, LexiconRules {
    /// The name `guess`.
    public static let name = "guess"
    /// The game for people.
    public static let info = RuleInfo(
        title: "Hidden word", summary: "Find the hidden five-letter word in five guesses.",
        options: [
            "mode": .text(oneOf: modes.map(\.rawValue)).defaulting(to: .text(modes[0].rawValue)),
            "hard": Schema.flag.defaulting(to: .flag(false)).described("Hits stay, nears are used again."),
            "lexicon": Schema.text.defaulting(to: .text(Lexicons.default)),
            "seed": .integer(in: HiddenSeed.choices), "day": .day,
        ])
    private static let modes: [PlayMode] = [.solo, .together, .race, .daily]

    /// With whom people play.
    public let mode: PlayMode
    /// Whether the game is for a single player.
    public let hasOneSeat: Bool
    /// The hidden word.
    public var answerText: String { word }
    /// The name of the lexicon whose words can be guessed.
    public let lexicon: String
    /// Empty cells that can be marked.
    public var layout: [any CellObject] { CellIndex.all.map { _ in GuessCell() } }
    /// Whether what has been found must be used.
    public let isHard: Bool
    let word: String
    private let seed: UInt64

    /// Reads `mode`, `hard`, `lexicon`, and `seed` or `day`.
    public init(_ setup: GameSetup) throws(RuleViolation) {
        let options = try Options(setup)
        guard let word = try setup.answer?.text("word"), word.count == CellIndex.side,
            word.allSatisfy({ Letter(String($0)) != nil })
        else {
            throw RuleViolation(.invalidValue, "There is no word of five letters to be guessed.")
        }
        self.word = word
        (mode, hasOneSeat) = try Self.play(setup)
        (isHard, lexicon, seed) = (options.isHard, options.lexicon, setup.seed)
    }

    /// The option `mode`; alone, and on a day, it is for one.
    public static func play(_ setup: GameSetup) throws(RuleViolation) -> (mode: PlayMode, hasOneSeat: Bool) {
        let mode = try PlayMode(setup.options, known: modes)
        return (mode, mode == .solo || mode == .daily)
    }

    /// A word of the lexicon that most people know.
    public static func answer(
        for setup: GameSetup, from library: any Library
    ) throws(RuleViolation) -> Parameters {
        let options = try Options(setup)
        guard let lexicon = library.lexicons[options.lexicon] else {
            throw RuleViolation(
                .unknownLexicon, "There is no lexicon \(Parameters.quoted(options.lexicon)); see /lexicons.")
        }
        guard !lexicon.answers.isEmpty else {
            throw RuleViolation(.unknownLexicon, "That lexicon has no words of five letters.")
        }
        var random = SeededGenerator(seed: options.seed)
        let word = lexicon.answers[random.below(lexicon.answers.count)]
        return Parameters(["word": .text(lexicon.alphabet.text(word))])
    }

    /// What the options ask for.
    private struct Options {
        let mode: PlayMode
        let isHard: Bool
        let lexicon: String
        let seed: UInt64

        init(_ setup: GameSetup) throws(RuleViolation) {
            let options = setup.options
            try options.allowOnly(["mode", "hard", "lexicon", "seed", "day"])
            mode = try PlayMode(options, known: GuessRules.modes)
            isHard = try options.flag("hard") ?? false
            lexicon = try options.text("lexicon") ?? Lexicons.default
            let day = try options.day("day")
            guard (mode == .daily) == (day != nil) else {
                throw RuleViolation(.invalidValue, "“day” says which word the mode “daily” is about.")
            }
            seed = try HiddenSeed.read(options, day: day, of: setup)
        }
    }

    // MARK: Typing

    /// The letter of the lexicon: where accents are dropped, the plain one.
    public func reading(_ text: String, in game: GameController) -> String {
        (try? game.requireLetter(text))?.text ?? text
    }

    /// A letter in the current row.
    public func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        try requireRunning(game)
        guard let board = game.boards.numbered(edit.board) else { return }
        guard edit.cell.row == board.rowsSubmitted else {
            throw RuleViolation(.notThisRow, "Row \(board.rowsSubmitted + 1) is being written.")
        }
        if let letter = edit.value { _ = try game.requireLetter(letter.text) }
    }

    /// `submit`, and what all such games have.
    public func setActions(on game: GameController) {
        setCommonActions(on: game)
        game.actions.set(
            "submit", parameters: ["row": .integer(in: 0...CellIndex.side - 1)],
            isAllowed: { [weak game] player, state in
                guard let game, player.seat != nil, state.takesEdits,
                    let board = game.boards.numbered(game.boardNumber(of: player))
                else { return false }
                return state.end(of: board.number) == nil && board.isRowFull
            }
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            let board = try requireBoard(of: call.player, in: game)
            let row = try call.parameters.number("row", in: 0...CellIndex.side - 1)
            guard row ?? board.rowsSubmitted == board.rowsSubmitted else {
                throw RuleViolation(.notThisRow, "Row \(board.rowsSubmitted + 1) is being written.")
            }
            try submit(board, in: game)
        }
    }

    /// Has the current row of `board` marked.
    func submit(_ board: Board, in game: GameController) throws(RuleViolation) {
        let alphabet = try game.requireLexicon().alphabet
        let cells = CellIndex.all.filter { $0.row == board.rowsSubmitted }
        let guess = cells.map { alphabet.code(of: board[$0].letter) }
        try requireWord(guess, after: board.submitted(alphabet), in: game)
        let marks = GuessMarks(of: guess, against: codes(alphabet))
        game.mark(
            zip(cells, marks.marks).map { CellMarks.Marked(cell: $0, mark: $1) }, on: board, .submit)
        let guesses = board.rowsSubmitted
        if marks == .solved || guesses == CellIndex.side {
            finish(board.number, isSolved: marks == .solved, tries: guesses, in: game)
        }
    }

    private func requireWord(
        _ guess: [UInt8], after rows: [GuessRow], in game: GameController
    ) throws(RuleViolation) {
        guard !guess.contains(0) else {
            throw RuleViolation(.rowNotFull, "A guess has five letters.")
        }
        guard try game.requireLexicon().contains(guess) else {
            throw RuleViolation(.notAWord, "The lexicon does not have this word.")
        }
        if isHard, let missing = HardMode.violation(of: guess, after: rows) {
            throw RuleViolation(.hardMode, missing.sentence(try game.requireLexicon().alphabet))
        }
    }

    /// Solved is what ends with five hits; every row has the marks that it deserves.
    public func admits(_ end: BoardResult?, on board: BoardState, _ lexicon: Lexicon?) -> Bool {
        let rows = board.rowsSubmitted
        guard CellIndex.all.allSatisfy({ (board.object(at: $0).mark != nil) == ($0.row < rows) }) else {
            return false
        }
        let isSolved = board.rowMarks.last == .solved
        let isEnd = end.map {
            $0.isSolved == isSolved && $0.tries ?? rows == rows
        }
        guard isEnd ?? !isSolved, let alphabet = lexicon?.alphabet else { return isEnd ?? !isSolved }
        let answer = codes(alphabet)
        return board.submitted(alphabet).allSatisfy { $0.admits(answer) }
    }

    /// The hidden word in the codes of `alphabet`.
    private func codes(_ alphabet: Alphabet) -> [UInt8] {
        word.map { alphabet.code(of: Letter(String($0))) }
    }

    /// What happens when the players have answered.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {
        if button != prompt.cancel { settle(prompt, in: game) }
    }
}

/// Bots race like everybody else.
extension GuessRules: BotRules {
    /// The host, or anybody seated, until a race starts.
    public func maySeatBot(_ player: Player, in game: GameController) throws(RuleViolation) {
        guard hasPrivateBoards else { throw RuleViolation(.noBots, "Bots guess in races only.") }
        if !player.isHost { try game.requireSeat(player) }
    }

    /// One for each bot whose board is not finished, once everybody else has submitted the row that it is at.
    public func awaitedMoves(in game: GameController, at time: Timestamp) -> [AwaitedMove] {
        guard game.state.phase == .playing, hasPrivateBoards, let lexicon = game.lexicon else { return [] }
        let slowest = game.state.seats.filter { $0.bot == nil }.map(\.seat.number)
            .filter { game.state.end(of: $0) == nil }
            .compactMap { game.boards.numbered($0)?.rowsSubmitted }.min()
        return game.state.seats.compactMap { player in
            guard let level = player.bot, let board = game.boards.numbered(player.seat.number),
                game.state.end(of: board.number) == nil, board.rowsSubmitted < slowest ?? .max
            else { return nil }
            let rows = board.submitted(lexicon.alphabet)
            let (seed, isHard) = (thought(player.seat, rows.count), isHard)
            return AwaitedMove(seat: player.seat, number: rows.count) { memory in
                let bot = GuessBot(GuessSolver.solver(lexicon, from: memory))
                let word = bot.guess(after: rows, level: level, seed: seed, isHard: isHard)
                return BotMove("guess", ["word": .text(word.map(lexicon.alphabet.text) ?? "")])
            }
        }
    }

    /// Writes the word that a bot has thought of, and submits it; one that knows no word gives up.
    public func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation) {
        try requireRunning(game)
        guard move.name == "guess", let word = try move.values.text("word"),
            game.state.player(on: seat)?.bot != nil,
            let board = game.boards.numbered(seat.number), game.state.end(of: board.number) == nil
        else {
            throw RuleViolation(.notAllowed, "It is not for a bot to play there now.")
        }
        guard !word.isEmpty else { return finish(board.number, isSolved: false, in: game) }
        let cells = CellIndex.all.filter { $0.row == board.rowsSubmitted }
        try game.change(for: .bot, by: seat) { () throws(RuleViolation) in
            for (cell, letter) in zip(cells, word) { try board[cell].type(String(letter)) }
            try submit(board, in: game)
        }
    }

    /// A seed of its own for every thought.
    private func thought(_ seat: Seat, _ row: Int) -> UInt64 {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<row * Seat.maximum + seat.number { _ = random.next() }
        return random.next()
    }
}

extension BoardDataSource {
    /// How many rows have been submitted, from the top.
    public var rowsSubmitted: Int {
        CellIndex.all.count { $0.column == 0 && object(at: $0).mark != nil }
    }

    /// Whether the row that comes next can be submitted.
    var isRowFull: Bool {
        CellIndex.all.count { $0.row == rowsSubmitted && object(at: $0).letter != nil } == CellIndex.side
    }

    /// The rows that have been submitted, in codes.
    func submitted(_ alphabet: Alphabet) -> [GuessRow] {
        rowMarks.enumerated().compactMap { row, marks in
            let cells = CellIndex.all.filter { $0.row == row }
            return GuessRow(cells.map { alphabet.code(of: object(at: $0).letter) }, marks)
        }
    }

    /// The marks of the rows that have been submitted.
    public var rowMarks: [GuessMarks] {
        (0..<rowsSubmitted).map { row in
            let cells = CellIndex.all.filter { $0.row == row }
            return GuessMarks(cells.compactMap { object(at: $0).mark })
        }
    }
}

extension HardMode.Violation {
    /// What is missing, in one plain sentence.
    fileprivate func sentence(_ alphabet: Alphabet) -> String {
        switch self {
        case .hit(let letter, let place):
            "Hard mode: letter \(place + 1) is known to be \(alphabet.text([letter]))."
        case .near(let letter, let count):
            count == 1
                ? "Hard mode: the word has the letter \(alphabet.text([letter]))."
                : "Hard mode: the word has the letter \(alphabet.text([letter])) \(count) times."
        }
    }
}

/// What clients see, the word of the day, and results to share.
extension GuessRules: DailyRules, SharedResultRules {
    /// Opponents see each other's marks, without the letters; a bot's marks would tell its letters.
    public func tellsMarks(of board: Int, in state: GameState) -> Bool {
        Seat(board).flatMap(state.player(on:))?.bot == nil
    }

    /// The row that is being written on the viewer's board.
    public func fields(of state: GameState, for viewer: Seat?) -> Parameters {
        let own = state.hasPrivateBoards ? viewer?.number ?? 0 : 0
        guard state.phase != .waiting, state.paused == nil, let board = state.boards.numbered(own),
            state.end(of: own) == nil
        else { return .none }
        return Parameters(["row": .number(board.rowsSubmitted)])
    }

    /// The marks of the rows on the seat's own board.
    public func fields(of seat: Seat, in state: GameState, for viewer: Seat?) -> Parameters {
        guard let board = state.boards.numbered(seat.number),
            tellsMarks(of: board.number, in: state) || state.shows(board.number, to: viewer)
        else { return .none }
        return Parameters(["marks": .texts(board.rowMarks.map(\.text))])
    }

    /// The word of the day, in the mode `daily`.
    public static func dailyOptions(_ day: Day) -> Parameters {
        Parameters(["day": .text(day.description), "mode": .text(PlayMode.daily.rawValue)])
    }

    /// In hard mode too.
    public static func isDaily(_ options: Parameters, of day: Day) -> Bool {
        options.without(["hard"]) == dailyOptions(day)
    }

    /// The time and the tries.
    public func dailyScore(_ state: GameState) -> DailyScore? { solvingScore(state) }

    /// `4/5`, or `X/5`, with a star in hard mode; then the marks of each row.
    public func shareText(of board: BoardState, in state: GameState, _ scorer: BoardScorer?) -> ShareText {
        let end = state.end(of: board.number)
        let count = end?.isSolved == true ? end?.tries.map(String.init) : nil
        let rows = board.rowMarks.map { marks in
            marks.marks.map { $0 == .hit ? "🟩" : $0 == .near ? "🟨" : "⬛" }.joined()
        }
        return ShareText("\(count ?? "X")/\(CellIndex.side)" + (isHard ? "*" : ""), rows: rows)
    }
}

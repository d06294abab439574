/// The rules of `guess`: find the hidden five-letter word in five guesses.
///
/// Players write a row and submit it; the server marks it.
public struct GuessRules: SolvingRules, LexiconRules {
    /// The name `guess`.
    public static let name = "guess"
    /// The title, the summary and the options that `GET /rules` describes.
    public static let info = RuleInfo(
        title: "Hidden word", summary: "Find the hidden five-letter word in five guesses.",
        options: [
            "mode": .text(oneOf: modes.map(\.rawValue)).defaulting(to: .text(modes[0].rawValue)),
            "hard": Schema.flag.defaulting(to: .flag(false)).described(
                "Every guess must use the hits and near letters of earlier ones."),
            "limit": RaceLimit.schema, "lexicon": Schema.text.defaulting(to: .text(Lexicons.default)),
            "seed": .integer(in: HiddenSeed.range), "day": .day,
        ])
    /// The refusals that only these rules use.
    public static let refusals: [RuleViolation.Code] = [.notThisRow, .rowNotFull, .notAWord, .hardMode]
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
    /// The hidden word.
    public var answerText: String { word }
    /// The name of the lexicon that guesses come from.
    public let lexicon: String
    /// 25 empty cells.
    public var layout: [any CellObject] { CellIndex.all.map { _ in GuessCell() } }
    /// Whether ``HardMode`` restricts guesses.
    public let isHard: Bool
    let word: String
    /// The maker's own words, which count as guesses even if the lexicon lacks them.
    private let ownWords: [String]
    private let seed: UInt64

    /// Reads `mode`, `limit`, `hard`, `lexicon`, and `seed` or `day`.
    public init(_ setup: GameSetup) throws(RuleViolation) {
        let options = try Options(setup)
        guard let word = try setup.answer?.text("word"), word.count == CellIndex.side,
            word.allSatisfy({ Letter(String($0)) != nil })
        else {
            throw RuleViolation(.invalidValue, "The hidden word must have five letters.")
        }
        self.word = word
        ownWords = try setup.answer?.texts("own") ?? []
        (mode, isSinglePlayer) = try Self.playMode(of: setup)
        limit = try RaceLimit.read(setup.options, mode)
        raceSeats = setup.raceSeats
        (isHard, lexicon, seed) = (options.isHard, options.lexicon, setup.seed)
    }

    /// Chooses one of the lexicon's ``Lexicon/answers``, the words that most people know.
    public static func answer(
        for setup: GameSetup, from library: any Library
    ) throws(RuleViolation) -> Parameters {
        let options = try Options(setup)
        _ = try RaceLimit.read(setup.options, options.mode)
        let lexicon = try library.lexicon(options.lexicon, for: name)
        guard !lexicon.answers.isEmpty else {
            throw RuleViolation(.unknownLexicon, "That lexicon has no five-letter words to guess.")
        }
        let word = lexicon.answers[try options.task.number(below: lexicon.answers.count, in: library)]
        return Parameters(["word": .text(lexicon.alphabet.text(word))])
    }

    private struct Options {
        let mode: PlayMode
        let isHard: Bool
        let lexicon: String
        let task: HiddenSeed

        init(_ setup: GameSetup) throws(RuleViolation) {
            let options = setup.options
            try options.allowOnly(["mode", "limit", "hard", "lexicon", "seed", "day"])
            mode = try PlayMode(options, allowed: GuessRules.modes)
            isHard = try options.flag("hard") ?? false
            lexicon = try options.text("lexicon") ?? Lexicons.default
            let day = try options.day("day")
            guard (mode == .daily) == (day != nil) else {
                throw RuleViolation(.invalidValue, "“day” must be given in the mode “daily” and in no other.")
            }
            task = try HiddenSeed(options, day: day, of: setup)
        }
    }

    // MARK: Typing

    /// The letter as the lexicon spells it, such as E for É where accents are dropped.
    public func normalized(_ text: String, in game: GameController) -> String {
        (try? game.requireLetter(text))?.text ?? text
    }

    /// Allows letters of the lexicon's alphabet in the current row.
    public func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        try requireRunning(game)
        guard let board = game.boards.numbered(edit.board) else { return }
        guard edit.cell.row == board.rowsSubmitted else {
            throw RuleViolation(.notThisRow, "Row \(board.rowsSubmitted + 1) is the current row.")
        }
        if let letter = edit.value { _ = try game.requireLetter(letter.text) }
    }

    /// Sets `submit` and the actions that all solving games share.
    public func setActions(on game: GameController) {
        setCommonActions(on: game)
        if !hasPrivateBoards { Undo.setAction(on: game) }
        game.actions.set(
            "submit", parameters: ["row": .integer(in: 0...CellIndex.side - 1)],
            isAllowed: { [weak game] player, state in
                guard let game, player.seat != nil, state.acceptsEdits,
                    let board = game.boards.numbered(game.boardNumber(of: player))
                else { return false }
                return state.boardResult(of: board.number) == nil && board.isRowFull
            }
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            let board = try requireBoard(of: call.player, in: game)
            let row = try call.parameters.number("row", in: 0...CellIndex.side - 1)
            guard row ?? board.rowsSubmitted == board.rowsSubmitted else {
                throw RuleViolation(.notThisRow, "Row \(board.rowsSubmitted + 1) is the current row.")
            }
            try submit(board, in: game)
        }
    }

    /// Marks the current row of `board`, and finishes the board if it is solved or full.
    ///
    /// - Throws: `row-not-full`, `not-a-word` or `hard-mode`.
    func submit(_ board: Board, in game: GameController) throws(RuleViolation) {
        let alphabet = try game.requireLexicon().alphabet
        let cells = CellIndex.all.filter { $0.row == board.rowsSubmitted }
        let guess = cells.map { alphabet.code(of: board[$0].letter) }
        try requireWord(guess, after: board.submittedRows(alphabet), in: game)
        let marks = WordMarks(of: guess, against: codes(alphabet))
        game.mark(
            zip(cells, marks.marks).map { CellMarks.Marked(cell: $0, mark: $1) }, on: board, .submit)
        let guesses = board.rowsSubmitted
        if marks == .solved || guesses == CellIndex.side {
            finishBoard(board.number, isSolved: marks == .solved, tries: guesses, in: game)
        }
    }

    private func requireWord(
        _ guess: [UInt8], after rows: [GuessRow], in game: GameController
    ) throws(RuleViolation) {
        guard !guess.contains(0) else {
            throw RuleViolation(.rowNotFull, "A guess has five letters.")
        }
        let lexicon = try game.requireLexicon()
        guard lexicon.contains(guess) || ownWords.contains(lexicon.alphabet.text(guess)) else {
            throw RuleViolation(.notAWord, "This word is not in the lexicon.")
        }
        if isHard, let violation = HardMode.violation(of: guess, after: rows) {
            throw RuleViolation(.hardMode, violation.sentence(try game.requireLexicon().alphabet))
        }
    }

    /// The result of a solve in the current row.
    public func bestResult(on board: BoardState, at elapsed: Duration, in state: GameState) -> BoardResult {
        BoardResult(board: board.number, elapsed: elapsed, isSolved: true, tries: board.rowsSubmitted + 1)
    }

    /// Whether every submitted row has the marks that the hidden word gives it, and the board is solved
    /// exactly when the last row has five hits.
    public func isConsistent(_ board: BoardState, in state: GameState, _ lexicon: Lexicon?) -> Bool {
        let result = state.boardResult(of: board.number)
        let rows = board.rowsSubmitted
        guard CellIndex.all.allSatisfy({ (board.object(at: $0).mark != nil) == ($0.row < rows) }) else {
            return false
        }
        let isSolved = board.rowMarks.last == .solved
        let isResultCorrect =
            result.map { $0.isSolved == isSolved && $0.tries ?? rows == rows } ?? !isSolved
        guard isResultCorrect, let alphabet = lexicon?.alphabet else { return isResultCorrect }
        let answer = codes(alphabet)
        return board.submittedRows(alphabet).allSatisfy { $0.isConsistent(with: answer) }
    }

    /// The hidden word in the codes of `alphabet`.
    private func codes(_ alphabet: Alphabet) -> [UInt8] {
        word.map { alphabet.code(typed: String($0)) }
    }

    /// Gives up, or starts the next round, once the players have agreed.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {
        if button != prompt.cancel { carryOut(prompt, in: game) }
    }
}

extension GuessRules: OwnWordRules {
    /// The hidden word is one of `words`; all of them count as guesses.
    public static func task(
        for setup: GameSetup, from words: OwnWords, in library: any Library
    ) throws(RuleViolation) -> OwnWordTask {
        let options = try Options(setup)
        let alphabet = try library.lexicon(options.lexicon, for: name).alphabet
        var own: [String] = []
        for word in words.words {
            let codes = try alphabet.codes(of: word.text, lengths: CellIndex.side...CellIndex.side)
            own.append(alphabet.text(codes))
        }
        var random = SeededGenerator(seed: try options.task.seed(library, rules: name))
        let answer = Parameters(["word": .text(own[random.below(own.count)]), "own": .texts(own)])
        return OwnWordTask(answer: answer, used: 1)
    }
}

extension GuessRules: BotRules {
    /// The next guess of every bot with an unfinished board.
    ///
    /// A bot waits until all people who are still guessing have submitted the same row.
    public func awaitedMoves(in game: GameController, at time: Timestamp) -> [AwaitedMove] {
        guard let lexicon = game.lexicon else { return [] }
        let slowest = boardsOfPeople(in: game).map(\.rowsSubmitted).min() ?? .max
        return boardsOfBots(in: game).filter { $0.board.rowsSubmitted < slowest }.map {
            player, level, board in
            let rows = board.submittedRows(lexicon.alphabet)
            let seed = BotSeed.of(seed, player.seat, move: rows.count)
            let (isHard, kind) = (isHard, GuessSolver.Kind(lexicon))
            return AwaitedMove(seat: player.seat, number: rows.count, using: kind) { cache in
                let bot = GuessBot(cache.table(kind))
                let word = bot.guess(after: rows, level: level, seed: seed, isHard: isHard)
                return BotMove("guess", ["word": .text(word.map(lexicon.alphabet.text) ?? "")])
            }
        }
    }

    /// Writes and submits the bot's word; a bot without a word gives up.
    public func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation) {
        let board = try requireBoard(ofBotOn: seat, in: game)
        guard move.name == "guess", let word = try move.values.text("word") else {
            throw RuleViolation(.notAllowed, "A bot guesses words here.")
        }
        guard !word.isEmpty else { return finishBoard(board.number, isSolved: false, in: game) }
        let cells = CellIndex.all.filter { $0.row == board.rowsSubmitted }
        try game.change(for: .bot, by: seat) { () throws(RuleViolation) in
            for (cell, letter) in zip(cells, word) { try board[cell].type(String(letter)) }
            try submit(board, in: game)
        }
    }
}

extension BoardDataSource {
    /// The number of submitted rows, counted from the top.
    public var rowsSubmitted: Int {
        CellIndex.all.count { $0.column == 0 && object(at: $0).mark != nil }
    }

    /// Whether the current row has five letters.
    var isRowFull: Bool {
        CellIndex.all.count { $0.row == rowsSubmitted && object(at: $0).letter != nil } == CellIndex.side
    }

    /// The submitted rows, with letters as codes of `alphabet`.
    func submittedRows(_ alphabet: Alphabet) -> [GuessRow] {
        rowMarks.enumerated().compactMap { row, marks in
            let cells = CellIndex.all.filter { $0.row == row }
            return GuessRow(cells.map { alphabet.code(of: object(at: $0).letter) }, marks)
        }
    }

    /// The marks of the submitted rows.
    public var rowMarks: [WordMarks] {
        (0..<rowsSubmitted).map { row in
            let cells = CellIndex.all.filter { $0.row == row }
            return WordMarks(cells.compactMap { object(at: $0).mark })
        }
    }
}

extension HardMode.Violation {
    /// The violation as a sentence for the player.
    fileprivate func sentence(_ alphabet: Alphabet) -> String {
        switch self {
        case .hit(let letter, let place):
            "Hard mode: letter \(place + 1) must be \(alphabet.text([letter]))."
        case .near(let letter, let count):
            count == 1
                ? "Hard mode: the guess needs the letter \(alphabet.text([letter]))."
                : "Hard mode: the guess needs the letter \(alphabet.text([letter])) \(count) times."
        }
    }
}

/// The game's JSON, the word of the day, and shared results.
extension GuessRules: DailyRules, ShareTextRules {
    /// Whether opponents see the marks of this board without its letters.
    ///
    /// The marks of a bot stay hidden: the solver is deterministic, so they would give the letters away.
    public func revealsMarks(of board: Int, in state: GameState) -> Bool {
        Seat(board).flatMap(state.player(on:))?.bot == nil
    }

    /// `row`, the current row of the board that the viewer plays on.
    public func fields(of state: GameState, for viewer: Seat?) -> Parameters {
        let own = state.hasPrivateBoards ? viewer?.number ?? 0 : 0
        guard state.phase != .waiting, state.paused == nil, let board = state.boards.numbered(own),
            state.boardResult(of: own) == nil
        else { return .none }
        return Parameters(["row": .number(board.rowsSubmitted)])
    }

    /// `marks`, the marks of the submitted rows of the seat's private board.
    public func fields(of seat: Seat, in state: GameState, for viewer: Seat?) -> Parameters {
        guard let board = state.boards.numbered(seat.number),
            revealsMarks(of: board.number, in: state) || state.shows(board.number, to: viewer)
        else { return .none }
        return Parameters(["marks": .texts(board.rowMarks.map(\.text))])
    }

    /// The mode `daily` and the day.
    public static func dailyOptions(_ day: Day) -> Parameters {
        Parameters(["day": .text(day.description), "mode": .text(PlayMode.daily.rawValue)])
    }

    /// Whether the options are those of the day, with or without `hard`.
    public static func isDaily(_ options: Parameters, of day: Day) -> Bool {
        options.without(["hard"]) == dailyOptions(day)
    }

    /// The time and the number of guesses.
    public func dailyScore(_ state: GameState) -> DailyScore? {
        solvingScore(state)?.withMoves(state.boards.first?.rowsSubmitted)
    }

    /// `4/5`, or `X/5` for an unsolved board, with a star in hard mode; then a row of squares for each guess.
    public func shareText(of board: BoardState, in state: GameState, _ scorer: BoardScorer?) -> ShareText {
        let result = state.boardResult(of: board.number)
        let count = result?.isSolved == true ? result?.tries.map(String.init) : nil
        let rows = board.rowMarks.map { marks in
            marks.marks.map { $0 == .hit ? "🟩" : $0 == .near ? "🟨" : "⬛" }.joined()
        }
        return ShareText("\(count ?? "X")/\(CellIndex.side)" + (isHard ? "*" : ""), rows: rows)
    }
}

/// The refusals of the hidden word.
extension RuleViolation.Code {
    static let notThisRow = Self(
        "not-this-row", .conflict, title: "Wrong row",
        meaning: "Only the current row can be written and submitted.")
    static let rowNotFull = Self(
        "row-not-full", .conflict, title: "Row not full",
        meaning: "A guess has five letters.")
    static let notAWord = Self(
        "not-a-word", .invalid, title: "Not a word",
        meaning: "The lexicon does not contain this word; you can change the row and try again.")
    static let hardMode = Self(
        "hard-mode", .invalid, title: "Hard mode",
        meaning: "In hard mode, hits stay in place and near letters are used again.")
}

extension HiddenSeed {
    /// The index of the hidden word among `count` words; `count` days in a row have different ones.
    fileprivate func number(below count: Int, in library: any Library) throws(RuleViolation) -> Int {
        switch self {
        case .day(let day):
            return try library.withDays { days throws(RuleViolation) in
                days.number(of: day, rules: GuessRules.name, below: count)
            }
        case .seed(let seed):
            var random = SeededGenerator(seed: seed)
            return random.below(count)
        }
    }
}

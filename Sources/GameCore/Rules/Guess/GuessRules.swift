/// `guess`: the hidden word of five letters, in five rows.
///
/// A row is written, submitted, and marked.
public struct GuessRules: SolvingRules {
    /// The name `guess`.
    public static let name = "guess"
    /// With whom one plays.
    public let mode: PlayMode
    /// Whether the game is for a single player.
    public var hasOneSeat: Bool { mode == .solo || mode == .daily }
    /// What is to be found.
    public let answer: GameAnswer
    /// The name of the lexicon whose words can be guessed.
    public let lexicon: String?
    /// Nothing can be guessed without words.
    public var needsLexicon: Bool { true }
    /// Opponents see each other's marks, without the letters.
    public var tellsHiddenMarks: Bool { true }
    /// Empty cells that can be marked.
    public var layout: [any CellObject] { CellIndex.all.map { _ in GuessCell() } }
    /// Whether what has been found must be used.
    public let isHard: Bool
    let word: String
    private let seed: UInt64

    /// Reads `mode`, `hard`, `lexicon`, and `seed` or `day`.
    public init(_ setup: GameSetup) throws(RuleViolation) {
        let wish = try Wish(setup)
        guard case .word(let word) = setup.answer, word.count == CellIndex.side,
            word.allSatisfy({ Letter(String($0)) != nil })
        else {
            throw RuleViolation(.invalidValue, "There is no word of five letters to be guessed.")
        }
        self.word = word
        answer = .word(word)
        (mode, isHard, lexicon, seed) = (wish.mode, wish.isHard, wish.lexicon, setup.seed)
    }

    /// A word of the lexicon that most people know.
    public static func answer(
        for setup: GameSetup, from library: any Library
    ) throws(RuleViolation) -> GameAnswer? {
        let wish = try Wish(setup)
        guard let lexicon = library.lexicons[wish.lexicon] else {
            throw RuleViolation(
                .unknownLexicon, "There is no lexicon \(Parameters.quoted(wish.lexicon)); see /lexicons.")
        }
        guard !lexicon.answers.isEmpty else {
            throw RuleViolation(.unknownLexicon, "That lexicon has no words of five letters.")
        }
        var random = SeededGenerator(seed: wish.seed)
        return .word(lexicon.alphabet.text(lexicon.answers[random.below(lexicon.answers.count)]))
    }

    /// What the options ask for.
    private struct Wish {
        let mode: PlayMode
        let isHard: Bool
        let lexicon: String
        let seed: UInt64

        init(_ setup: GameSetup) throws(RuleViolation) {
            let options = setup.options
            try options.allowOnly(["mode", "hard", "lexicon", "seed", "day"])
            mode = try PlayMode(options, known: [.solo, .together, .race, .daily])
            isHard = try options.flag("hard") ?? false
            lexicon = try options.text("lexicon") ?? Lexicons.usual
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
            "submit", parameters: ["row"],
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
            finish(board.number, isSolved: marks == .solved, guesses: guesses, in: game)
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
    public func admits(_ end: BoardEnd?, on board: some BoardDataSource, _ lexicon: Lexicon?) -> Bool {
        let rows = board.rowsSubmitted
        guard CellIndex.all.allSatisfy({ (board.object(at: $0).mark != nil) == ($0.row < rows) }) else {
            return false
        }
        let isSolved = board.rowMarks.last == .solved
        let isEnd = end.map {
            $0.isSolved == isSolved && $0.guesses ?? rows == rows
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
extension GuessRules {
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
            return AwaitedMove(
                seat: player.seat, number: rows.count, level: level, seed: thought(player.seat, rows.count),
                task: .guess(rows, lexicon, isHard: isHard))
        }
    }

    /// Writes the word that a bot has thought of, and submits it; one that knows no word gives up.
    public func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation) {
        try requireRunning(game)
        guard case .guess(let letters) = move, game.state.player(on: seat)?.bot != nil,
            let board = game.boards.numbered(seat.number), game.state.end(of: board.number) == nil
        else {
            throw RuleViolation(.notAllowed, "It is not for a bot to play there now.")
        }
        guard !letters.isEmpty else { return finish(board.number, isSolved: false, in: game) }
        let cells = CellIndex.all.filter { $0.row == board.rowsSubmitted }
        try game.change(for: .bot, by: seat) { () throws(RuleViolation) in
            for (cell, letter) in zip(cells, letters) { try board[cell].type(letter.text) }
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

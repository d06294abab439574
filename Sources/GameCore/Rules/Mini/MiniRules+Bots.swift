/// Bots play in races. They know the answers and write them at the pace of their level.
extension MiniRules: BotRules {
    /// How long a bot takes for each letter of the board, by level.
    private static let pace: [BotLevel: Duration] = [
        .easy: .seconds(10), .medium: .seconds(5), .hard: .milliseconds(2500),
    ]

    /// The next word of every bot whose time for it is over.
    public func awaitedMoves(in game: GameController, at time: Timestamp) -> [AwaitedMove] {
        boardsOfBots(in: game).compactMap { player, level, board in
            guard due(level, on: board, in: game).map({ $0 <= time }) ?? true else { return nil }
            return AwaitedMove(seat: player.seat, number: letters(on: board)) { _ in
                BotMove("word", [:])
            }
        }
    }

    /// When the fastest of the bots has its next word.
    public func nextBotMove(in game: GameController) -> Timestamp? {
        boardsOfBots(in: game).compactMap { due($0.level, on: $0.board, in: game) }.min()
    }

    /// When a bot has its next word, a time for each letter that is then on its board; nil for at once.
    ///
    /// Once no person plays, the bots need no time.
    private func due(_ level: BotLevel, on board: Board, in game: GameController) -> Timestamp? {
        guard let started = game.state.started, let pace = Self.pace[level], !boardsOfPeople(in: game).isEmpty
        else { return nil }
        return started + pace * (letters(on: board) + nextWord(on: board).count)
    }

    /// The number of letters that have been written, checked ones too.
    private func letters(on board: Board) -> Int {
        board.cells.count { $0.object is PuzzleCell && $0.letter != nil }
    }

    /// The cells without their letters in the first unfinished word; of the board, if its words are finished.
    private func nextWord(on board: Board) -> [CellIndex] {
        let missing = missingCells(of: board)
        let words = puzzle.clues.map { clue in clue.slot.cells.filter(missing.contains) }
        return words.first { !$0.isEmpty } ?? missing
    }

    /// Writes the bot's next word.
    public func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation) {
        let board = try requireBoard(ofBotOn: seat, in: game)
        guard let level = game.state.player(on: seat)?.bot, move.name == "word",
            due(level, on: board, in: game).map({ $0 <= game.now }) ?? true
        else {
            throw RuleViolation(.notAllowed, "No bot may play on that seat now.")
        }
        try game.change(for: .bot, by: seat) { () throws(RuleViolation) in
            for cell in nextWord(on: board) {
                try board[cell].type(puzzle.cells[cell.position]?.answer.text ?? "")
            }
        }
        try didEdit(board, in: game)
    }
}

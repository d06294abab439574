/// What a bot does.
public enum BotMove: Equatable, Sendable {
    /// Calls a letter.
    case call(Letter)
    /// Places a letter.
    case place(Letter, CellIndex)
    /// Guesses a word.
    case guess([Letter])
}

/// A move that a game waits for from a bot: everything that is needed to think of one, on any thread.
public struct AwaitedMove: Sendable {
    /// Tells apart what a bot has been asked.
    public struct ID: Hashable, Sendable {
        /// The seat.
        let seat: Seat
        /// Grows from one move to the next.
        let number: Int
    }

    /// What a bot is to think about.
    public enum Task: Sendable {
        case square(SquareTask)
        /// The rows that have been guessed, the words, and whether what has been found must be used.
        case guess([GuessRow], Lexicon, isHard: Bool)
    }

    /// What it is asked.
    public let id: ID
    /// The seat for which it plays.
    public var seat: Seat { id.seat }
    /// How well.
    public let level: BotLevel
    /// Where chance comes from: the same game has the same thoughts.
    public let seed: UInt64
    /// What it is about.
    public let task: Task

    /// The move `number` of `seat`.
    init(seat: Seat, number: Int, level: BotLevel, seed: UInt64, task: Task) {
        id = ID(seat: seat, number: number)
        self.level = level
        self.seed = seed
        self.task = task
    }
}

/// What a bot is asked about a word square.
public struct SquareTask: Sendable {
    /// The letter to place; nil to call one, or to choose one for the last cell.
    public let letter: Letter?
    /// Whether a letter is to be called.
    public let isCall: Bool
    /// The seat's board, in the codes of the lexicon.
    public let board: CodedBoard
    /// Whether the last letter of all is of one's own choice.
    public let endsFree: Bool
    /// By what boards are scored.
    public let scorer: BoardScorer
}

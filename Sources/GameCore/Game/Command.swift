/// What somebody asks of a game.
public enum Command: Equatable, Sendable {
    case edit(BoardEdit)
    case act(String, Parameters)
    case answer(prompt: Int, button: Int)
    case takeSeat(PlayerName, Colour?)
    case leaveSeat(Seat)
    /// A bot is to sit down.
    case seatBot(BotLevel)
    /// What a bot does on a seat that it plays: its own, or that of somebody who is away or too slow.
    ///
    /// Only the server sends it.
    case botMove(Seat, BotMove)
    /// Nobody asked: the time has come that the game named as its deadline.
    case timePassed
}

extension Command {
    /// Whether somebody asks to leave.
    var leaves: Bool {
        if case .leaveSeat = self { true } else { false }
    }
}

/// Text for one or several cells of a board: all of it, or nothing.
public struct BoardEdit: Equatable, Sendable {
    /// The text for one cell.
    public struct Entry: Equatable, Sendable {
        /// The cell.
        public let cell: CellIndex
        /// One letter, or nothing to clear.
        public let text: String
        /// What the cell must hold for the edit to happen; nil asks for nothing, "" for an empty cell.
        public let expected: String?
        /// Whether who writes is not sure.
        public let isPencil: Bool

        /// `text` for `cell`.
        public init(cell: CellIndex, text: String, expected: String? = nil, isPencil: Bool = false) {
            self.cell = cell
            self.text = text
            self.expected = expected
            self.isPencil = isPencil
        }
    }

    /// The board's number; nil is the shared board, or the player's own.
    public let board: Int?
    /// The cells, in order.
    public let entries: [Entry]
    /// The game must be at one of these events; nil asks for nothing.
    public let ifSequence: Set<SequenceNumber>?

    /// An edit of `entries`.
    public init(board: Int? = nil, entries: [Entry], ifSequence: Set<SequenceNumber>? = nil) {
        self.board = board
        self.entries = entries
        self.ifSequence = ifSequence
    }
}

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

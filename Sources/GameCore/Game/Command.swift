/// A request to change a game.
public enum Command: Equatable, Sendable {
    case edit(BoardEdit)
    /// Performs the action with this name; see ``ActionTable``.
    case act(String, Parameters)
    case answer(prompt: Int, button: Int)
    /// Takes the first free seat, for a person or for a program that somebody runs.
    ///
    /// `player` is the id of a player with a key; the name may be one that the host of a room has given them.
    case takeSeat(
        PlayerName, Colour?, isProgram: Bool = false, player: PlayerID? = nil, isNickname: Bool = false)
    case leaveSeat(Seat)
    /// Gives the player on a seat another name, and another colour unless it is nil; sent only by the server.
    ///
    /// A name that the host of a room has given the player stays, unless this is another one.
    case renameSeat(Seat, PlayerName, Colour?, isNickname: Bool = false)
    /// Seats a bot on the first free seat.
    case seatBot(BotLevel)
    /// Makes a bot's move for its own seat or for a player who is away or late; sent only by the server.
    case botMove(Seat, BotMove)
    /// Reports that ``Game/deadline`` has been reached; sent only by the server.
    case deadlineReached
}

extension Command {
    /// Whether ``RuleSet/willAct(_:in:)`` is called before the command.
    var isMove: Bool {
        switch self {
        case .leaveSeat, .renameSeat: false
        default: true
        }
    }

    /// Whether the outcome may depend on ``GameController/absentSeats``.
    package var dependsOnPresence: Bool {
        switch self {
        case .act, .answer, .leaveSeat, .deadlineReached: true
        case .edit, .takeSeat, .renameSeat, .seatBot, .botMove: false
        }
    }
}

/// New text for one or more cells of a board, applied as a whole or not at all.
public struct BoardEdit: Equatable, Sendable {
    /// The text for one cell.
    public struct Entry: Equatable, Sendable {
        /// The index of the cell.
        public let cell: CellIndex
        /// One letter, or empty to clear the cell.
        public let text: String
        /// The letter that the cell must hold, empty for none; nil for no condition.
        public let expected: String?
        /// Whether the letter is written in pencil: a guess of the player.
        public let isPencil: Bool

        /// Creates an entry.
        public init(cell: CellIndex, text: String, expected: String? = nil, isPencil: Bool = false) {
            self.cell = cell
            self.text = text
            self.expected = expected
            self.isPencil = isPencil
        }
    }

    /// The board's number; nil for the shared board or the player's own.
    public let board: Int?
    /// The entries, in the order in which they are typed.
    public let entries: [Entry]
    /// The sequence numbers at which the edit may happen; nil for no condition.
    public let ifSequence: Set<SequenceNumber>?
    /// The sequence numbers at which the edit may not happen.
    public let unlessSequence: Set<SequenceNumber>
    /// Whether the edit may happen only if all of its cells are empty.
    public let ifEmpty: Bool

    /// Creates an edit.
    public init(
        board: Int? = nil, entries: [Entry], ifSequence: Set<SequenceNumber>? = nil,
        unlessSequence: Set<SequenceNumber> = [], ifEmpty: Bool = false
    ) {
        self.board = board
        self.entries = entries
        self.ifSequence = ifSequence
        self.unlessSequence = unlessSequence
        self.ifEmpty = ifEmpty
    }
}

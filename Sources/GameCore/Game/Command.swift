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

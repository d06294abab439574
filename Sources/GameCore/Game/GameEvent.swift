/// One fact of a game.
///
/// A game is the fold of its events over its setup; nothing else is kept.
public struct GameEvent: Equatable, Sendable {
    /// The number of the fact: dense, from 1.
    public let sequence: SequenceNumber
    /// When it happened.
    public let time: Timestamp
    /// What happened.
    public let change: Change
    /// The fingerprint of the whole game after it.
    public let hash: StateHash

    /// A fact.
    public init(sequence: SequenceNumber, time: Timestamp, change: Change, hash: StateHash) {
        self.sequence = sequence
        self.time = time
        self.change = change
        self.hash = hash
    }

    /// Everything that can happen to a game.
    public enum Change: Equatable, Sendable {
        case cellChanged(CellChange)
        case seatTaken(SeatedPlayer)
        case seatLeft(Seat)
        case seatRecoloured(Seat, Colour)
        case boardLocked(by: Seat?)
        case boardUnlocked(by: Seat?)
        /// Boxed, so that the many other events stay small.
        indirect case promptOpened(Prompt)
        case promptAnswered(prompt: Int, by: Seat, button: Int)
        case promptDismissed(prompt: Int, button: Int)
        /// Who plays on boards of their own gets one.
        indirect case gameStarted(GameStart)
        /// Somebody left in the middle of a game: a bot plays on for them.
        case seatAway(Seat, isKicked: Bool)
        /// Who was away is back.
        case seatBack(Seat)
        /// The rules have said something of letters on a board.
        indirect case cellsMarked(CellMarks)
        /// The board with this number is full, and not all of it is right.
        case boardWrong(Int)
        /// Nothing more happens on a board.
        indirect case boardFinished(BoardResult)
        case gamePaused(by: Seat?)
        case gameResumed(by: Seat?)
        indirect case gameFinished(GameResult)
        /// The same people play on in a new game.
        case rematchStarted(GameID)
        /// An event of the game's own rules.
        indirect case ruled(RuleEvent)
    }
}

/// An event that only the rules of its game understand.
public struct RuleEvent: Equatable, Sendable {
    /// The event's name on the wire: two words of lower-case letters with a dot between them.
    public let type: String
    /// What belongs to it.
    public let values: Parameters

    /// An event of rules' own.
    public init(_ type: String, _ values: Parameters) {
        self.type = type
        self.values = values
    }

    /// Whether `type` can be the name of such an event.
    public static func isName(_ type: String) -> Bool {
        let words = type.split(separator: ".", omittingEmptySubsequences: false)
        return words.count == 2 && words.allSatisfy { (1...32).contains($0.utf8.count) }
            && type.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: ".") }
    }
}

/// A cell that holds something else than before.
public struct CellChange: Equatable, Sendable {
    /// Why a cell changed.
    public enum Cause: String, Sendable {
        case edit, undo, clear
        /// The server has shown what belongs there.
        case reveal
        /// Somebody begins anew.
        case reset
        /// A bot did it in the seat's name.
        case bot
    }

    // The large ones first, so that no room is lost between: a game remembers hundreds of changes.

    /// What it holds now; nil when empty.
    public let value: Letter?
    /// What it held before.
    public let previous: Letter?
    /// The board's number.
    public let board: Int
    /// The cell.
    public let cell: CellIndex
    /// Who did it; nil for somebody without a seat.
    public let by: Seat?
    /// Why.
    public let cause: Cause
    /// Whether who wrote it is not sure.
    public let isPencil: Bool
    /// Whether who wrote what stood there before was not sure.
    public let wasPencil: Bool

    /// A change of one cell.
    public init(
        board: Int = 0, cell: CellIndex, value: Letter?, previous: Letter?, by: Seat?, cause: Cause = .edit,
        isPencil: Bool = false, wasPencil: Bool = false
    ) {
        self.board = board
        self.cell = cell
        self.value = value
        self.previous = previous
        self.by = by
        self.cause = cause
        self.isPencil = isPencil
        self.wasPencil = wasPencil
    }
}

/// What the rules have said of letters on a board.
public struct CellMarks: Equatable, Sendable {
    /// Why something was said.
    public enum Cause: String, Sendable {
        case submit, check, reveal
    }

    /// What was said of one letter.
    public struct Marked: Equatable, Sendable {
        /// Where it stands.
        public let cell: CellIndex
        /// What was said.
        public let mark: CellMark

        /// What was said of the letter in `cell`.
        public init(cell: CellIndex, mark: CellMark) {
            self.cell = cell
            self.mark = mark
        }
    }

    /// The board's number.
    public let board: Int
    /// The cells, in their order.
    public let cells: [Marked]
    /// Who asked for it; nil for nobody with a seat.
    public let by: Seat?
    /// Why.
    public let cause: Cause

    /// What was said of `cells`.
    public init(board: Int, cells: [Marked], by: Seat?, cause: Cause) {
        self.board = board
        self.cells = cells
        self.by = by
        self.cause = cause
    }
}

/// What a game begins with.
public struct GameStart: Equatable, Sendable {
    /// The seats that play on boards of their own, in the order of their turns; none on a shared board.
    public let order: [Seat]
    /// What the game's own rules need to know of it.
    public let values: Parameters

    /// A beginning.
    public init(order: [Seat], values: Parameters = .none) {
        self.order = order
        self.values = values
    }

    /// The boards of a game that begins so: one for each seat, in the order of the seats.
    func boards(layout: [any CellObject]) -> [BoardState] {
        order.sorted().map { BoardState(number: $0.number, objects: layout) }
    }
}

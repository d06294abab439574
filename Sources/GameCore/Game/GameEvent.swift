/// A change that has happened to a game.
///
/// The events of a game and its setup are all that is stored; everything else follows from them.
public struct GameEvent: Equatable, Sendable {
    /// The sequence number: 1 for the first event, without gaps.
    public let sequence: SequenceNumber
    /// When it happened: the time of its command.
    public let time: Timestamp
    /// The change, with everything that a replay needs to apply it.
    public let change: Change
    /// The hash of the whole game after it.
    public let hash: StateHash

    /// Creates an event.
    public init(sequence: SequenceNumber, time: Timestamp, change: Change, hash: StateHash) {
        self.sequence = sequence
        self.time = time
        self.change = change
        self.hash = hash
    }

    /// The event, in which an opened prompt has the present names of the players in `state`.
    package func naming(_ state: GameState) -> GameEvent {
        guard case .promptOpened(let prompt) = change else { return self }
        return replacing(.promptOpened(prompt.naming(state)))
    }

    /// All kinds of changes; large payloads are boxed so that events stay small.
    public enum Change: Equatable, Sendable {
        case cellChanged(CellChange)
        indirect case seatTaken(SeatedPlayer)
        case seatLeft(Seat)
        case seatRecoloured(Seat, Colour)
        /// The person on the seat has a new name.
        indirect case seatRenamed(Seat, PlayerName, of: Person)
        case boardLocked(by: Seat?)
        case boardUnlocked(by: Seat?)
        /// The host lets nobody new sit down.
        case seatsClosed(by: Seat?)
        case seatsOpened(by: Seat?)
        indirect case promptOpened(Prompt)
        case promptAnswered(prompt: Int, by: Seat, button: Int)
        case promptDismissed(prompt: Int, button: Int)
        /// A waiting game has started; creates the private boards, or shows the task on the shared one.
        indirect case gameStarted(GameStart)
        /// A player has left a running game but keeps the seat.
        case seatAway(Seat, isKicked: Bool)
        /// A player who was away has come back.
        case seatBack(Seat)
        /// The rules have marked letters of a board.
        indirect case cellsMarked(CellMarks)
        /// The board with this number is full, but not correct.
        case boardWrong(Int)
        /// A board is finished.
        indirect case boardFinished(BoardResult)
        case gamePaused(by: Seat?)
        case gameResumed(by: Seat?)
        indirect case gameFinished(GameResult)
        /// The players have agreed on a next round with this id.
        case rematchStarted(GameID)
        /// An event defined by the game's rules.
        indirect case ruleEvent(RuleEvent)
    }
}

/// An event that a game's rules define, such as a called letter.
public struct RuleEvent: Equatable, Sendable {
    /// The event's type on the wire: two lower-case words with a dot between them, such as `letter.called`.
    public let type: String
    /// The event's fields on the wire.
    public let values: Parameters

    /// Creates an event.
    public init(_ type: String, _ values: Parameters) {
        self.type = type
        self.values = values
    }

    /// Whether the event changes the setup: the title, or who may see the game in lists.
    package var changesSetup: Bool { type == RoomChange.settingsType || type == RoomWebhook.Change.setType }

    /// Whether `type` has the form of an event type.
    public static func isValidType(_ type: String) -> Bool {
        let words = type.split(separator: ".", omittingEmptySubsequences: false)
        return words.count == 2 && words.allSatisfy { (1...32).contains($0.utf8.count) }
            && type.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: ".") }
    }
}

/// Why a cell has changed or been marked.
///
/// Rules whose actions change cells for a reason of their own create a cause for it and list it in
/// ``RuleSet/causes``; other causes are refused when a journal is read.
public struct Cause: Hashable, Sendable {
    /// A typed edit.
    public static let edit = Cause("edit")
    /// A player has reverted their own last change.
    public static let undo = Cause("undo")
    /// The board has been emptied.
    public static let clear = Cause("clear")
    /// The server has shown the correct letter.
    public static let reveal = Cause("reveal")
    /// The server has checked letters at a player's request.
    public static let check = Cause("check")
    /// A player has started the puzzle over.
    public static let reset = Cause("reset")
    /// A player has submitted letters to be marked.
    public static let submit = Cause("submit")
    /// A bot has played for the seat.
    public static let bot = Cause("bot")

    /// The causes that are not specific to one game.
    public static let common: [Cause] = [edit, undo, clear, reveal, check, reset, submit, bot]

    /// The letters, one byte each, in one word: a game keeps hundreds of changes in memory.
    private let bytes: UInt64

    /// Creates a cause from its name on the wire: up to eight lower-case letters; the rest is left out.
    public init(_ name: StaticString) {
        bytes = name.withUTF8Buffer { Self.pack($0.filter(Self.isLetter).prefix(8)) }
    }

    /// Creates a cause from its name on the wire; nil unless that is 1 to 8 lower-case letters.
    public init?(rawValue: String) {
        guard (1...8).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(Self.isLetter) else {
            return nil
        }
        bytes = Self.pack(rawValue.utf8)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private static func pack(_ letters: some Sequence<UInt8>) -> UInt64 {
        letters.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The name on the wire.
    public var rawValue: String {
        let letters = stride(from: UInt64(56), through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: bytes >> $0)
        }
        return String(decoding: letters.drop { $0 == 0 }, as: UTF8.self)
    }

    /// Whether the server has helped the players: the solve then counts as assisted.
    public var isHelp: Bool { self == .check || self == .reveal }
}

/// A change of one cell.
public struct CellChange: Equatable, Sendable {
    // Large properties first, which avoids padding: a game keeps hundreds of changes in memory.

    /// The new letter; nil for an empty cell.
    public let value: Letter?
    /// The letter before; nil for an empty cell.
    public let previous: Letter?
    /// The board's number: 0 for the shared board, n for the board of seat n.
    public let board: Int
    /// The index of the cell.
    public let cell: CellIndex
    /// The seat of the author; nil for somebody without a seat.
    public let by: Seat?
    /// Why the letter has changed.
    public let cause: Cause
    /// Whether the new letter is written in pencil.
    public let isPencil: Bool
    /// Whether the previous letter was written in pencil.
    public let wasPencil: Bool

    /// Creates a change.
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

/// Marks that the rules have put on letters of a board.
public struct CellMarks: Equatable, Sendable {
    /// The mark of one letter.
    public struct Marked: Equatable, Sendable {
        /// The index of the cell.
        public let cell: CellIndex
        /// The mark that its letter gets.
        public let mark: CellMark

        /// Creates the mark of a cell.
        public init(cell: CellIndex, mark: CellMark) {
            self.cell = cell
            self.mark = mark
        }
    }

    /// The board's number: 0 for the shared board, n for the board of seat n.
    public let board: Int
    /// The marked cells.
    public let cells: [Marked]
    /// The seat that asked for the marks; nil for somebody without a seat.
    public let by: Seat?
    /// Why the letters were marked.
    public let cause: Cause

    /// Creates marks of one board.
    public init(board: Int, cells: [Marked], by: Seat?, cause: Cause) {
        self.board = board
        self.cells = cells
        self.by = by
        self.cause = cause
    }
}

/// The start of a game that has waited for its players.
public struct GameStart: Equatable, Sendable {
    /// The seats with private boards, in the order of their turns; empty in a game with a shared board.
    public let order: [Seat]
    /// Further values, defined by the game's rules.
    public let values: Parameters

    /// Creates a start.
    public init(order: [Seat], values: Parameters = .none) {
        self.order = order
        self.values = values
    }

    /// The boards of the started game: the private boards, sorted by seat, or the shared board.
    func boards(layout: [any CellObject]) -> [BoardState] {
        let numbers = order.isEmpty ? [0] : order.sorted().map(\.number)
        return numbers.map { BoardState(number: $0, objects: layout) }
    }
}

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
        case gameFinished(GameResult)
        /// The same people play on in a new game.
        case rematchStarted(GameID)
    }
}

/// How a game ended.
public struct GameResult: Equatable, Codable, Sendable {
    /// The time from the game's making to its end.
    public let elapsed: Duration

    /// A result.
    public init(elapsed: Duration) {
        self.elapsed = elapsed
    }
}

/// A cell that holds something else than before.
public struct CellChange: Equatable, Codable, Sendable {
    /// Why a cell changed.
    public enum Cause: String, Codable, Sendable {
        case edit, undo, clear
    }

    /// The board's number.
    public let board: Int
    /// The cell.
    public let cell: CellIndex
    /// What it holds now; nil when empty.
    public let value: Letter?
    /// What it held before.
    public let previous: Letter?
    /// Who did it; nil for somebody without a seat.
    public let by: Seat?
    /// Why.
    public let cause: Cause

    /// A change of one cell.
    public init(
        board: Int = 0, cell: CellIndex, value: Letter?, previous: Letter?, by: Seat?, cause: Cause = .edit
    ) {
        self.board = board
        self.cell = cell
        self.value = value
        self.previous = previous
        self.by = by
        self.cause = cause
    }
}

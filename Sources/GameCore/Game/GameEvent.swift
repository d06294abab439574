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
        /// Everybody who sits gets a board of their own.
        indirect case gameStarted(GameStart)
        case letterCalled(LetterCall)
        /// Somebody left in the middle of a game: a bot plays on for them.
        case seatAway(Seat, isKicked: Bool)
        /// Who was away is back.
        case seatBack(Seat)
        case gameFinished(GameResult)
        /// The same people play on in a new game.
        case rematchStarted(GameID)
    }
}

/// What a game of private boards begins with.
public struct GameStart: Equatable, Codable, Sendable {
    /// The seats that play, in the order in which they call.
    public let order: [Seat]
    /// How many letters are called.
    public let calls: Int
    /// The lexicon by which it is scored.
    public let lexicon: String
    /// The lexicon's fingerprint.
    public let fingerprint: UInt64

    /// A beginning.
    public init(order: [Seat], calls: Int, lexicon: String, fingerprint: UInt64) {
        self.order = order
        self.calls = calls
        self.lexicon = lexicon
        self.fingerprint = fingerprint
    }
}

extension GameStart {
    /// The boards of a game that begins so: one for each seat, in the order of the seats.
    var boards: [Board] { order.sorted().map { Board(number: $0.number) } }
}

/// A letter that everybody is to place.
public struct LetterCall: Equatable, Codable, Sendable {
    /// The letter.
    public let letter: Letter
    /// Which one it is, from 1.
    public let number: Int
    /// Who called it; nil for the server.
    public let by: Seat?
    /// Whether a bot did it in the seat's name.
    public let isBot: Bool

    /// A call.
    public init(letter: Letter, number: Int, by: Seat?, isBot: Bool = false) {
        self.letter = letter
        self.number = number
        self.by = by
        self.isBot = isBot
    }
}

/// How a game ended.
public struct GameResult: Equatable, Codable, Sendable {
    /// What one seat came to.
    public struct Score: Equatable, Codable, Sendable {
        /// The seat.
        public let seat: Seat
        /// Its points.
        public let points: Int

        /// The points of a seat.
        public init(seat: Seat, points: Int) {
            self.seat = seat
            self.points = points
        }
    }

    /// The time from the game's making to its end.
    public let elapsed: Duration
    /// What each seat came to, by seat; none where nothing is scored.
    public let scores: [Score]

    /// A result.
    public init(elapsed: Duration, scores: [Score] = []) {
        self.elapsed = elapsed
        self.scores = scores
    }

    /// Who came to most: several when they share it.
    public var winners: [Seat] {
        let most = scores.map(\.points).max()
        return scores.filter { $0.points == most }.map(\.seat)
    }
}

/// A cell that holds something else than before.
public struct CellChange: Equatable, Codable, Sendable {
    /// Why a cell changed.
    public enum Cause: String, Codable, Sendable {
        case edit, undo, clear
        /// A bot did it in the seat's name.
        case bot
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

/// The result of a game.
public struct GameResult: Equatable, Sendable {
    /// The points of one seat.
    public struct Score: Equatable, Sendable {
        /// The seat.
        public let seat: Seat
        /// The points.
        public let points: Int

        /// Creates a score.
        public init(seat: Seat, points: Int) {
            self.seat = seat
            self.points = points
        }
    }

    /// The time played, without pauses.
    public let elapsed: Duration
    /// The seats with the best result; several in a draw.
    public let winners: [Seat]
    /// The points by seat; empty in games without points.
    public let scores: [Score]
    /// The solved boards, best first; empty in games without a task to solve.
    public let solves: [BoardResult]
    /// The hidden answer as text; nil in games without one.
    public let answer: String?

    /// Creates the result of a game with points; the seats with the most points win.
    public init(elapsed: Duration, scores: [Score] = []) {
        let most = scores.map(\.points).max()
        self.init(
            elapsed: elapsed, winners: scores.filter { $0.points == most }.map(\.seat), scores: scores,
            solves: [], answer: nil)
    }

    /// Creates a result; that of a game with a hidden answer has an `answer`.
    public init(
        elapsed: Duration, winners: [Seat], scores: [Score] = [], solves: [BoardResult], answer: String?
    ) {
        self.elapsed = elapsed
        self.winners = winners
        self.scores = scores
        self.solves = solves
        self.answer = answer
    }
}

/// The result on one board of a game with a hidden answer.
public struct BoardResult: Equatable, Sendable {
    /// The board's number: 0 for the shared board, n for the board of seat n.
    public let board: Int
    /// The time played until the board was finished.
    public let elapsed: Duration
    /// Whether the board was solved.
    public let isSolved: Bool
    /// Whether a player has used help from the server.
    public let isAssisted: Bool
    /// The number of tries, in games that count them.
    public let tries: Int?
    /// The points of a solved board, in games that have them.
    public let points: Int?

    /// Creates a result.
    public init(
        board: Int, elapsed: Duration, isSolved: Bool, isAssisted: Bool = false, tries: Int? = nil,
        points: Int? = nil
    ) {
        self.board = board
        self.elapsed = elapsed
        self.isSolved = isSolved
        self.isAssisted = isAssisted
        self.tries = tries
        self.points = points
    }

    /// The seat whose board it is; nil for the shared board.
    public var seat: Seat? { Seat(board) }

    /// Whether it beats `other`: compares help from the server first, then points, tries and time.
    public func isBetter(than other: BoardResult) -> Bool {
        (isAssisted ? 1 : 0, -(points ?? 0), tries ?? 0, elapsed) < (
            other.isAssisted ? 1 : 0, -(other.points ?? 0), other.tries ?? 0, other.elapsed
        )
    }
}

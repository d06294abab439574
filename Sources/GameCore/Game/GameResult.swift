/// How a game ended.
public struct GameResult: Equatable, Sendable {
    /// What one seat came to.
    public struct Score: Equatable, Sendable {
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

    /// The time that was played, without pauses.
    public let elapsed: Duration
    /// Who did best: several when they share it.
    public let winners: [Seat]
    /// What each seat came to, by seat; none where nothing is scored.
    public let scores: [Score]
    /// The boards that were solved, best first; none where there is nothing to solve.
    public let solves: [BoardResult]
    /// What was to be found; nil where nothing was.
    public let answer: String?

    /// A result by points.
    public init(elapsed: Duration, scores: [Score] = []) {
        let most = scores.map(\.points).max()
        self.init(
            elapsed: elapsed, winners: scores.filter { $0.points == most }.map(\.seat), scores: scores,
            solves: [], answer: nil)
    }

    /// A result of a game in which `answer` was to be found.
    public init(elapsed: Duration, winners: [Seat], solves: [BoardResult], answer: String) {
        self.init(elapsed: elapsed, winners: winners, scores: [], solves: solves, answer: answer)
    }

    private init(elapsed: Duration, winners: [Seat], scores: [Score], solves: [BoardResult], answer: String?)
    {
        self.elapsed = elapsed
        self.winners = winners
        self.scores = scores
        self.solves = solves
        self.answer = answer
    }
}

/// How it ended on one board, in a game in which something is to be found.
public struct BoardResult: Equatable, Sendable {
    /// The board's number.
    public let board: Int
    /// The time that was played until then.
    public let elapsed: Duration
    /// Whether it was found.
    public let isSolved: Bool
    /// Whether the server has helped.
    public let isAssisted: Bool
    /// The number of tries, in games that count them.
    public let tries: Int?

    /// How it ended on one board.
    public init(board: Int, elapsed: Duration, isSolved: Bool, isAssisted: Bool = false, tries: Int? = nil) {
        self.board = board
        self.elapsed = elapsed
        self.isSolved = isSolved
        self.isAssisted = isAssisted
        self.tries = tries
    }

    /// Whose board it is; nil for the shared one.
    public var seat: Seat? { Seat(board) }

    /// Whether it is better than `other`: by oneself rather than with help, in fewer tries, in less time.
    public func isBetter(than other: BoardResult) -> Bool {
        (isAssisted ? 1 : 0, tries ?? 0, elapsed) < (
            other.isAssisted ? 1 : 0, other.tries ?? 0, other.elapsed
        )
    }
}

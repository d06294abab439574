/// Rules that can compute what each move of a finished game has cost.
///
/// The server asks once for each board, on a thread for analyses, and keeps the answer.
public protocol ReviewRules: RuleSet {
    /// Whether a review compares the game with those of others with the same task. Default: no.
    var comparesGames: Bool { get }
    /// Reviews the board `number` of `game`.
    ///
    /// Any thread; may take seconds.
    ///
    /// - Returns: nil if there is nothing to review: the board does not exist, or the lexicon of the game is
    ///   missing or has changed.
    func review(of number: Int, in game: FinishedGame, _ cache: any BotCache) -> GameReview?
}

extension ReviewRules {
    /// Default: no.
    public var comparesGames: Bool { false }
}

/// A finished game with everything that has happened in it.
public struct FinishedGame: Sendable {
    /// The state at the end.
    public let state: GameState
    /// All events, oldest first.
    public let events: [GameEvent]
    /// The lexicon of the game; nil if it has none, or the server does not have it.
    public let lexicon: Lexicon?
    /// The events of finished games of others with the same task; empty unless the rules compare games.
    public let others: [[GameEvent]]

    /// Creates a finished game.
    public init(state: GameState, events: [GameEvent], lexicon: Lexicon?, others: [[GameEvent]] = []) {
        self.state = state
        self.events = events
        self.lexicon = lexicon
        self.others = others
    }
}

/// A number with three decimal places; sums are exact.
public struct Amount: Hashable, Comparable, Sendable, AdditiveArithmetic {
    /// No amount.
    public static let zero = Amount(thousandths: 0)
    /// The number in thousandths.
    public let thousandths: Int

    /// Creates an amount from its thousandths.
    public init(thousandths: Int) { self.thousandths = thousandths }

    /// Creates a whole amount.
    public init(_ whole: Int) { thousandths = whole * 1000 }

    /// Rounds `value` to a thousandth; infinity, NaN and numbers from 2^40 on become zero.
    public init(rounding value: Double) {
        thousandths = value.magnitude < 0x1p40 ? Int((value * 1000).rounded()) : 0
    }

    /// The whole milliseconds of `time`, in seconds.
    package init(seconds time: Duration) { thousandths = Int(time.wholeMilliseconds) }

    /// The middle of `amounts`, or the mean of the two in the middle; nil without any.
    public static func median(_ amounts: [Amount]) -> Amount? {
        let sorted = amounts.sorted()
        guard let last = sorted.indices.last else { return nil }
        return Amount(
            thousandths: (sorted[last / 2].thousandths + sorted[(last + 1) / 2].thousandths) / 2)
    }

    /// Adds two amounts.
    public static func + (left: Amount, right: Amount) -> Amount {
        Amount(thousandths: left.thousandths + right.thousandths)
    }

    /// Subtracts an amount.
    public static func - (left: Amount, right: Amount) -> Amount {
        Amount(thousandths: left.thousandths - right.thousandths)
    }

    /// Compares two amounts.
    public static func < (left: Amount, right: Amount) -> Bool { left.thousandths < right.thousandths }
}

/// What the moves on one board have cost, compared with the best ones.
///
/// If more is better, `expected` - losses + luck = `reached`; if fewer is better, `expected` + losses - luck
/// = `reached`. Both hold exactly. No loss is negative, and positive luck is good luck.
public struct GameReview: Equatable, Sendable {
    /// The unit of all amounts, and whether more of it is better.
    public struct Unit: Equatable, Sendable {
        /// Points, of which more are better.
        public static let points = Unit("points", isMoreBetter: true)
        /// Guesses, of which fewer are better.
        public static let guesses = Unit("guesses", isMoreBetter: false)
        /// Swaps, of which fewer are better.
        public static let swaps = Unit("swaps", isMoreBetter: false)
        /// Seconds, of which fewer are better.
        public static let seconds = Unit("seconds", isMoreBetter: false)

        /// The name on the wire.
        public let name: String
        /// Whether more is better.
        public let isMoreBetter: Bool

        /// Creates a unit of somebody's own game.
        public init(_ name: String, isMoreBetter: Bool) {
            self.name = name
            self.isMoreBetter = isMoreBetter
        }
    }

    /// One move.
    public struct Move: Equatable, Sendable {
        /// The event that completed the move.
        public let sequence: SequenceNumber
        /// The seat that made it; nil for somebody without a seat.
        public let seat: Seat?
        /// The move that was made, in fields that the rules choose.
        public let played: Parameters
        /// The best move instead; equal to `played` if that was as good.
        public let best: Parameters
        /// Further fields of the move.
        public let fields: Parameters
        /// What the move has cost compared with the best one.
        public let loss: Amount
        /// How much better than expected it went, by chance.
        public let luck: Amount
        /// The judgement of the move.
        public let mark: Mark

        /// Creates a move; a negative `loss` counts as none.
        public init(
            _ sequence: SequenceNumber, by seat: Seat?, played: Parameters, best: Parameters,
            fields: Parameters = .none, loss: Amount, luck: Amount = .zero, marks: Thresholds
        ) {
            self.sequence = sequence
            self.seat = seat
            self.played = played
            self.best = best
            self.fields = fields
            self.loss = max(loss, .zero)
            self.luck = luck
            mark = marks.mark(of: self.loss)
        }
    }

    /// The judgement of a move.
    public enum Mark: String, Sendable {
        case best, good, slip, blunder
    }

    /// The losses at which a move becomes a slip or a blunder.
    ///
    /// A move without loss is `best`; one that costs less than a slip is `good`.
    public struct Thresholds: Sendable {
        /// The least loss of a slip.
        public let slip: Amount
        /// The least loss of a blunder.
        public let blunder: Amount

        /// Creates thresholds.
        public init(slip: Amount, blunder: Amount) {
            self.slip = slip
            self.blunder = blunder
        }

        func mark(of loss: Amount) -> Mark {
            loss == .zero ? .best : loss < slip ? .good : loss < blunder ? .slip : .blunder
        }
    }

    /// The unit of all amounts.
    public let unit: Unit
    /// What could be expected before the first move.
    public let expected: Amount
    /// The moves, in order.
    public let moves: [Move]
    /// Further fields of the summary.
    public let fields: Parameters

    /// Creates a review.
    public init(_ unit: Unit, expected: Amount, moves: [Move], fields: Parameters) {
        self.unit = unit
        self.expected = expected
        self.moves = moves
        self.fields = fields
    }

    /// The sum of all losses.
    public var lost: Amount { moves.reduce(.zero) { $0 + $1.loss } }
    /// The sum of all luck.
    public var luck: Amount { moves.reduce(.zero) { $0 + $1.luck } }
    /// What was reached.
    public var reached: Amount { unit.isMoreBetter ? expected - lost + luck : expected + lost - luck }
}

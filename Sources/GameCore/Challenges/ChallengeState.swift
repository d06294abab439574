/// The attempts of the players of a challenge: a fold of its events.
public struct ChallengeState: RuleState {
    /// The most people who can play a challenge.
    public static let maximumPlayers = 1000

    /// One player's game.
    public struct Attempt: Equatable, Sendable {
        /// The game in which the player plays the task.
        public let game: GameID
        /// When the player began it.
        public let started: Timestamp
        /// When it ended; nil before that.
        public fileprivate(set) var finished: Timestamp?
        /// Its result; nil before the end.
        public fileprivate(set) var result: DailyScore?
    }

    /// A finished attempt in the ranking.
    public struct Row: Equatable, Sendable {
        /// The place, from 1; equal results share one.
        public let rank: Int
        /// The player who made the attempt.
        public let player: PlayerID
        /// The attempt.
        public let attempt: Attempt
        /// Its result.
        public let result: DailyScore
    }

    /// The attempt of each player who has begun the task.
    public private(set) var attempts: [PlayerID: Attempt] = [:]

    /// The state of a new challenge.
    public init() {}

    /// Applies an event of the challenge.
    public mutating func apply(_ event: GameEvent, to state: GameState) {
        guard case .ruleEvent(let rule) = event.change, let change = ChallengeChange(rule) else { return }
        switch change {
        case .claimed(let game, let player):
            attempts[player] = Attempt(game: game, started: event.time)
        case .finished(let result, let player):
            attempts[player]?.finished = event.time
            attempts[player]?.result = DailyScore(result)
        }
    }

    /// The finished attempts in order, best first; equal ones share a rank.
    ///
    /// Attempts that were solved without help come first, then those solved with help, then unsolved ones.
    /// Within a group, more points rank higher, then fewer tries, then less time.
    ///
    /// - Complexity: O(n log n) for n players.
    public var ranking: [Row] {
        let finished = attempts.compactMap { player, attempt in
            attempt.result.map { (player: player, attempt: attempt, result: $0) }
        }
        let sorted = finished.sorted { one, other in
            one.result.order == other.result.order
                ? one.player.text < other.player.text : one.result.order < other.result.order
        }
        var rank = 1
        return sorted.indices.map { place in
            let row = sorted[place]
            if place > 0, sorted[place - 1].result.order < row.result.order { rank = place + 1 }
            return Row(rank: rank, player: row.player, attempt: row.attempt, result: row.result)
        }
    }
}

extension GameState {
    /// The state of a challenge; nil in a game.
    public var challenge: ChallengeState? { ruleState as? ChallengeState }
}

/// A change of a challenge.
public enum ChallengeChange: Equatable, Sendable {
    /// A player has begun a game of their own: `challenge.claimed`.
    case claimed(GameID, by: PlayerID)
    /// A player's game has ended: `challenge.finished`.
    case finished(Parameters, by: PlayerID)

    /// The event that records the change.
    public var event: RuleEvent {
        switch self {
        case .claimed(let game, let player):
            RuleEvent(
                "challenge.claimed", Parameters(["game": .text(game.text), "player": .text(player.text)]))
        case .finished(let result, let player):
            RuleEvent(
                "challenge.finished", Parameters(["result": .group(result), "player": .text(player.text)]))
        }
    }

    /// Reads the change that `event` records; nil if it is not a valid one.
    public init?(_ event: RuleEvent) {
        guard let player = event.values.name("player").flatMap(PlayerID.init(_:)) else { return nil }
        switch event.type {
        case "challenge.claimed":
            guard let game = event.values.gameID("game") else { return nil }
            self = .claimed(game, by: player)
        case "challenge.finished":
            guard case .group(let result) = event.values.values["result"], DailyScore(result) != nil else {
                return nil
            }
            self = .finished(result, by: player)
        default: return nil
        }
    }
}

extension DailyScore {
    /// The score as plain values.
    public var values: Parameters {
        var values: [String: Parameters.Value] = [
            "solved": .flag(isSolved), "assisted": .flag(isAssisted),
            "milliseconds": .number(Int(elapsed.wholeMilliseconds)),
        ]
        for (name, number) in [("score", score), ("tries", tries), ("moves", moves)] {
            if let number { values[name] = .number(number) }
        }
        return Parameters(values)
    }

    /// Reads a score; nil if the values are invalid.
    public init?(_ values: Parameters) {
        guard case .flag(let isSolved) = values.values["solved"],
            case .flag(let isAssisted) = values.values["assisted"],
            let milliseconds = values.number("milliseconds")
        else { return nil }
        self.init(
            isSolved: isSolved, isAssisted: isAssisted, elapsed: .milliseconds(milliseconds),
            score: values.number("score"), tries: values.number("tries"), moves: values.number("moves"))
    }

    /// The key of the ranking; the best score has the smallest one.
    fileprivate var order: (Int, Int, Int, Int64) {
        (isSolved ? isAssisted ? 1 : 0 : 2, -(score ?? 0), tries ?? 0, elapsed.wholeMilliseconds)
    }
}

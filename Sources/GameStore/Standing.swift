package import GameCore
import GameJSON

/// One player's result in a daily game, a row of the leaderboards.
///
/// Stores keep the standing of the first game of each player and day. It is stored when the game begins, and
/// once more when the game ends.
package nonisolated struct Standing: Hashable, Sendable {
    package let rules: String
    package let day: Day
    package let player: PlayerID
    package let game: GameID
    /// Whether the player found the hidden answer; always true for rules without one.
    package let isSolved: Bool
    package let isAssisted: Bool
    package let elapsed: Duration
    package let score: Int?
    package let guesses: Int?

    package init(
        rules: String, day: Day, player: PlayerID, game: GameID, isSolved: Bool = false,
        isAssisted: Bool = false, elapsed: Duration = .zero, score: Int? = nil, guesses: Int? = nil
    ) {
        self.rules = rules
        self.day = day
        self.player = player
        self.game = game
        self.isSolved = isSolved
        self.isAssisted = isAssisted
        self.elapsed = elapsed
        self.score = score
        self.guesses = guesses
    }
}

package nonisolated struct LeaderboardQuery: Sendable {
    package let rules: String
    /// The first day; nil for no limit.
    package let from: Day?
    package let to: Day
    /// The first day that can still be played somewhere, and therefore ends no streak.
    package let firstOpen: Day
    package let limit: Int

    /// - Parameter firstOpen: Default: the last day.
    package init(rules: String, from: Day?, to: Day, firstOpen: Day? = nil, limit: Int) {
        self.rules = rules
        self.from = from
        self.to = to
        self.firstOpen = firstOpen ?? to
        self.limit = limit
    }
}

package nonisolated struct Leaders: Sendable {
    /// The ranking of standings without help.
    package private(set) var best: [Leader]
    /// The ranking of assisted standings.
    package private(set) var assisted: [Leader]

    package init(best: [Leader], assisted: [Leader]) { (self.best, self.assisted) = (best, assisted) }

    package var players: [PlayerID] { (best + assisted).map(\.player) }

    /// The leaderboard with the present names of its players; those without a name were erased.
    package func naming(_ names: [PlayerID: PlayerName]) -> Leaders {
        func named(_ leaders: [Leader]) -> [Leader] {
            leaders.compactMap { leader in
                guard let name = names[leader.player] else { return nil }
                var named = leader
                named.name = name.text
                return named
            }
        }
        return Leaders(best: named(best), assisted: named(assisted))
    }
}

/// A player's totals over the days of a query.
package nonisolated struct Leader: Equatable, Sendable {
    /// The rank from 1; equal results share a rank.
    package let rank: Int
    package let player: PlayerID
    /// The present name; empty before ``Leaders/naming(_:)``.
    package var name = ""
    package let played: Int
    package let solved: Int
    package let elapsed: Duration
    package let score: Int?
    package let guesses: Int?
    /// The solved days of the streak at the last day of the query.
    package var streak = 0
    /// The solved days of the longest streak up to the last day of the query.
    package var longest = 0
}

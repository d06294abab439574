package import GameCore
import GameJSON

/// One player's result in a daily game, a row of the leaderboards.
///
/// Stores keep the first standing of each name and day and ignore later ones.
package nonisolated struct Standing: Hashable, Sendable {
    package let rules: String
    package let day: Day
    package let name: PlayerName
    package let game: GameID
    /// Whether the player found the hidden answer; always true for rules without one.
    package let isSolved: Bool
    package let isAssisted: Bool
    package let elapsed: Duration
    package let score: Int?
    package let guesses: Int?

    package init(
        rules: String, day: Day, name: PlayerName, game: GameID, isSolved: Bool, isAssisted: Bool,
        elapsed: Duration, score: Int?, guesses: Int?
    ) {
        self.rules = rules
        self.day = day
        self.name = name
        self.game = game
        self.isSolved = isSolved
        self.isAssisted = isAssisted
        self.elapsed = elapsed
        self.score = score
        self.guesses = guesses
    }

    /// The name that identifies the player on the leaderboards: case does not matter.
    package var key: String { name.text.lowercased() }
}

package nonisolated struct LeaderboardQuery: Sendable {
    package let rules: String
    /// The first day; nil for no limit.
    package let from: Day?
    package let to: Day
    package let limit: Int

    package init(rules: String, from: Day?, to: Day, limit: Int) {
        self.rules = rules
        self.from = from
        self.to = to
        self.limit = limit
    }
}

package nonisolated struct Leaders: Sendable {
    /// The ranking of standings without help.
    package let best: [Leader]
    /// The ranking of assisted standings.
    package let assisted: [Leader]
}

/// A player's totals over the days of a query.
package nonisolated struct Leader: Equatable, Sendable {
    /// The rank from 1; equal results share a rank.
    package let rank: Int
    package let name: String
    package let played: Int
    package let solved: Int
    package let elapsed: Duration
    package let score: Int?
    package let guesses: Int?
    /// The number of consecutive solved days up to the last day of the query.
    package var streak = 0
    /// The longest streak within the days up to the last day of the query.
    package var longest = 0
}

/// A player of daily games, identified by a token from any of them.
package nonisolated struct DailyPerson: Sendable {
    package let name: PlayerName
    package let colour: Colour
    /// The player's game of the requested day and rules, if it exists.
    package let game: GameID?

    package init(name: PlayerName, colour: Colour, game: GameID?) {
        self.name = name
        self.colour = colour
        self.game = game
    }
}

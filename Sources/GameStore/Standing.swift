package import GameCore
import GameJSON

/// How somebody did in the game of a day.
///
/// Of each name on each day only the first one is kept.
package nonisolated struct Standing: Hashable, Sendable {
    package let rules: String
    package let day: Day
    package let name: PlayerName
    package let game: GameID
    /// Whether what was to be found was found; always where nothing was.
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

    /// By which names are told apart: without case.
    package var key: String { name.text.lowercased() }
}

/// What is asked of the leaderboards.
package nonisolated struct LeaderListing: Sendable {
    package let rules: String
    /// nil from the beginning.
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

/// The best of a time.
package nonisolated struct Leaders: Sendable {
    package let best: [Leader]
    /// Those who had help, by name.
    package let assisted: [Leader]
}

/// How somebody did in the games of some days.
package nonisolated struct Leader: Equatable, Sendable {
    /// From 1; those who did equally well share it.
    package let rank: Int
    package let name: String
    package let played: Int
    package let solved: Int
    package let elapsed: Duration
    package let score: Int?
    package let guesses: Int?
    /// Days in a row up to the last one, and at most.
    package var streak = 0
    package var longest = 0
}

/// Who has played the game of a day before, known by a token.
package nonisolated struct DailyPerson: Sendable {
    package let name: PlayerName
    package let colour: Colour
    /// The game of the day that was asked for, if this person has it already.
    package let game: GameID?

    package init(name: PlayerName, colour: Colour, game: GameID?) {
        self.name = name
        self.colour = colour
        self.game = game
    }
}

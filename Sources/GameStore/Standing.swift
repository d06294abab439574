package import GameCore
import GameJSON

/// One player's result in a daily game, a row of the leaderboards.
///
/// Stores keep the standing of the first game of each player and day. It is stored when the game begins, and
/// once more when the game ends.
package nonisolated struct Standing: Hashable, Sendable {
    package enum Holder: Hashable, Sendable {
        case player(PlayerID)
        /// A name, from the time when players had no keys.
        case name(PlayerName)
    }

    package let rules: String
    package let day: Day
    package let holder: Holder
    package let game: GameID
    /// Whether the player found the hidden answer; always true for rules without one.
    package let isSolved: Bool
    package let isAssisted: Bool
    package let elapsed: Duration
    package let score: Int?
    package let guesses: Int?

    package init(
        rules: String, day: Day, holder: Holder, game: GameID, isSolved: Bool = false,
        isAssisted: Bool = false, elapsed: Duration = .zero, score: Int? = nil, guesses: Int? = nil
    ) {
        self.rules = rules
        self.day = day
        self.holder = holder
        self.game = game
        self.isSolved = isSolved
        self.isAssisted = isAssisted
        self.elapsed = elapsed
        self.score = score
        self.guesses = guesses
    }

    /// The text that identifies the player on the leaderboards; the case of a name does not matter.
    package var key: String { Self.key(of: holder) }

    static func key(of holder: Holder) -> String {
        switch holder {
        case .player(let player): key(of: player)
        // No name can have the key of a player.
        case .name(let name): player(inKey: name.text.lowercased()) == nil ? name.text.lowercased() : ""
        }
    }

    /// The name on the leaderboards; nil for a player, whose name is looked up when it is shown.
    package var name: PlayerName? {
        if case .name(let name) = holder { name } else { nil }
    }

    private static let playerPrefix = "player:"

    package static func key(of player: PlayerID) -> String { playerPrefix + player.text }

    /// The player whose standings have this key; nil for the key of a name.
    package static func player(inKey key: String) -> PlayerID? {
        guard key.hasPrefix(playerPrefix) else { return nil }
        return PlayerID(String(key.dropFirst(playerPrefix.count)))
    }
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
    package private(set) var best: [Leader]
    /// The ranking of assisted standings.
    package private(set) var assisted: [Leader]

    package init(best: [Leader], assisted: [Leader]) { (self.best, self.assisted) = (best, assisted) }

    /// The players on the leaderboard.
    package var players: [PlayerID] { (best + assisted).compactMap(\.player) }

    /// The leaderboard with the present names of its players; those without a name were deleted.
    package func naming(_ names: [PlayerID: PlayerName]) -> Leaders {
        func named(_ leaders: [Leader]) -> [Leader] {
            leaders.compactMap { leader in
                guard let player = leader.player else { return leader }
                guard let name = names[player] else { return nil }
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
    /// Nil for a name without a key.
    package let player: PlayerID?
    package var name: String
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

package import GameCore
import GameJSON

/// A player with a key, who has the same id and name on all devices.
package nonisolated struct PlayerRecord: Equatable, Sendable {
    package let id: PlayerID
    package var name: PlayerName
    /// Nil for the default colour of each seat.
    package var colour: Colour?
    package let created: Timestamp

    package init(id: PlayerID, name: PlayerName, colour: Colour?, created: Timestamp) {
        (self.id, self.name, self.colour, self.created) = (id, name, colour, created)
    }
}

/// A key of a player, without its secret.
package nonisolated struct PlayerKey: Equatable, Sendable {
    /// The number of the key among the player's keys, from 1.
    package let number: Int
    package let created: Timestamp
    /// When the key was last used, to the hour.
    package let lastUsed: Timestamp

    package init(number: Int, created: Timestamp, lastUsed: Timestamp) {
        (self.number, self.created, self.lastUsed) = (number, created, lastUsed)
    }
}

/// A player, with one of the player's keys.
package nonisolated struct KeyHolder: Equatable, Sendable {
    package var player: PlayerRecord
    package let key: PlayerKey

    package init(player: PlayerRecord, key: PlayerKey) { (self.player, self.key) = (player, key) }
}

/// A one-time code, which links another device to a player.
package nonisolated struct LinkCode: Sendable {
    package let digest: Digest
    package let expires: Timestamp

    package init(digest: Digest, expires: Timestamp) { (self.digest, self.expires) = (digest, expires) }
}

/// The outcome of using a recovery code.
package nonisolated enum Recovery: Equatable, Sendable {
    /// The new key has been added.
    case recovered(KeyHolder)
    case noSuchCode
    /// The player has as many keys as a player can have.
    case tooManyKeys
}

/// The outcome of a request to end a key.
package nonisolated enum KeyEnd: Equatable, Sendable {
    case ended(Digest)
    case noSuchKey
    /// The last key of a player stays, because without it nobody could act for the player.
    case isLast
}

/// The results of a player in the daily games of one rule set.
package nonisolated struct PlayerStatistics: Equatable, Sendable {
    package let rules: String
    /// The number of days on which the player began a game.
    package var played = 0
    /// The number of solved games.
    package var won = 0
    /// The number of solved games by number of guesses.
    package var distribution: [Int: Int] = [:]
    /// The times of the solved games without help; nil without any.
    package var times: (best: Duration, average: Duration)?
    /// The points of finished games; nil for rules without points.
    package var scores: (best: Int, average: Double)?
    package var streak = Streak()

    package init(rules: String) { self.rules = rules }

    package static func == (left: Self, right: Self) -> Bool {
        left.rules == right.rules && left.played == right.played && left.won == right.won
            && left.distribution == right.distribution && left.streak == right.streak
    }
}

/// The results of a player in all daily games.
package nonisolated struct PlayerResults: Equatable, Sendable {
    /// By rules, in the order of their names.
    package var statistics: [PlayerStatistics] = []
    /// The days on which the player solved any of the daily games.
    package var streak = Streak()
}

/// A game in which a player has had a seat.
package nonisolated struct PlayedGame: Equatable, Sendable {
    package let game: GameID
    package let rules: String
    package let phase: GameState.Phase
    package let title: String?
    /// When the player sat down.
    package let time: Timestamp

    package init(game: GameID, rules: String, phase: GameState.Phase, title: String?, time: Timestamp) {
        (self.game, self.rules, self.phase, self.title, self.time) = (game, rules, phase, title, time)
    }
}

/// The kinds of journals in which a player has had a seat.
package nonisolated enum PlayedKind: Sendable {
    case games, rooms, all

    package func includes(_ game: GameID) -> Bool {
        switch self {
        case .games: game.isGame
        case .rooms: game.room != nil
        case .all: true
        }
    }
}

/// Durable storage of players; a change is on disk when its completion is called.
///
/// Methods are called on the main actor and call their completions there.
package protocol PlayerStore: AnyObject {
    /// Called with a player whose record or keys another server has changed; nil means any player.
    var onPlayerChange: (PlayerID?) -> Void { get set }

    /// Adds a player with the first key.
    func add(_ player: PlayerRecord, key: Digest, _ done: @escaping StoreAnswer<Void>)
    /// Finds the holder of a key; nil if there is none.
    func holder(of key: Digest, for requester: Requester, _ done: @escaping StoreAnswer<KeyHolder?>)
    /// Finds a player by id; nil if there is none.
    func record(of player: PlayerID, _ done: @escaping StoreAnswer<PlayerRecord?>)
    /// The present names of `players`; those who were erased have none.
    func names(
        of players: [PlayerID], for requester: Requester,
        _ done: @escaping StoreAnswer<[PlayerID: PlayerName]>)
    /// Saves a new name or colour; fails with ``StoreFailure/playerErased`` if the player has been erased.
    func update(_ player: PlayerRecord, _ done: @escaping StoreAnswer<Void>)
    /// The keys of a player, in order of their numbers.
    func keys(of player: PlayerID, for requester: Requester, _ done: @escaping StoreAnswer<[PlayerKey]>)
    /// Ends the key with this number.
    func endKey(_ number: Int, of player: PlayerID, _ done: @escaping StoreAnswer<KeyEnd>)
    /// Records that a key was used at `time`.
    func recordUse(
        of key: Digest, by player: PlayerID, at time: Timestamp, _ done: @escaping StoreAnswer<Void>)

    /// Adds a code; the player's earlier codes become invalid.
    func add(_ code: LinkCode, for player: PlayerID, _ done: @escaping StoreAnswer<Void>)
    /// When the code expires; nil if it was used, has expired, or never existed.
    func expiry(
        of code: Digest, at now: Timestamp, for requester: Requester,
        _ done: @escaping StoreAnswer<Timestamp?>)
    /// Uses a code up and adds `key` to its player; nil if the code is not valid.
    func redeem(
        _ code: Digest, for key: Digest, at now: Timestamp, _ done: @escaping StoreAnswer<KeyHolder?>)
    /// Saves the player's recovery code, which replaces the one before.
    func setRecovery(_ code: Digest, of player: PlayerID, _ done: @escaping StoreAnswer<Void>)
    /// Adds `key` to the player whose recovery code this is; the code stays valid.
    ///
    /// - Parameter limit: The most keys of a player.
    func recover(
        by code: Digest, for key: Digest, at now: Timestamp, limit: Int,
        _ done: @escaping StoreAnswer<Recovery>)

    /// Reserves `game` as the player's game of the day; answers with the game that is reserved.
    func claimDaily(
        _ game: GameID, of player: PlayerID, rules: String, day: Day, _ done: @escaping StoreAnswer<GameID>)
    /// The player's game of the day; nil before ``claimDaily(_:of:rules:day:_:)``.
    func daily(
        of player: PlayerID, rules: String, day: Day, for requester: Requester,
        _ done: @escaping StoreAnswer<GameID?>)
    /// The player's daily results.
    ///
    /// - Parameter firstOpen: The first day that can still be played somewhere.
    func results(
        of player: PlayerID, firstOpen: Day, for requester: Requester,
        _ done: @escaping StoreAnswer<PlayerResults>)
    /// The player's standings up to the day `last`, in no order.
    func standings(
        of player: PlayerID, upTo last: Day, for requester: Requester,
        _ done: @escaping StoreAnswer<[Standing]>)
    /// The player's games and rooms, the latest first.
    func games(
        of player: PlayerID, _ kind: PlayedKind, limit: Int, for requester: Requester,
        _ done: @escaping StoreAnswer<[PlayedGame]>)
    /// Refuses changes of the player's record, and seats for the player, at every node from now on.
    func beginErasure(of player: PlayerID, _ done: @escaping StoreAnswer<Void>)
    /// Deletes the player's name.
    ///
    /// - Complexity: O(players), some 500 ns each, which `requester` is charged for.
    func deleteName(of player: PlayerID, for requester: Requester, _ done: @escaping StoreAnswer<Void>)
    /// Deletes the player with all keys, codes, claims and standings.
    func erase(_ player: PlayerID, _ done: @escaping StoreAnswer<Void>)
}

nonisolated extension StoreFailure {
    /// The player was erased before the change.
    package static let playerErased = StoreFailure(reason: "The player has been erased.", isDefinite: true)
}

nonisolated extension PlayerID {
    /// Generates an id of 50 random bits.
    package static func random() -> PlayerID {
        // The first attempt succeeds: every random text is a valid id.
        while true {
            if let id = PlayerID("p" + RandomText.make(length: 10)) { return id }
        }
    }
}

nonisolated extension Token {
    /// The prefix that distinguishes a player's key from the token of a seat.
    private static let keyPrefix = "key-"

    package static func randomKey() -> Token { key(of: random()) }

    /// A player's key with the bits of `token`.
    package static func key(of token: Token) -> Token { Token(text: keyPrefix + token.text) }

    package var isKey: Bool { text.hasPrefix(Self.keyPrefix) }
}

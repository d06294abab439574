import GameCore
import GameJSON
import GameStore

/// The names of keys, fields and channels in Redis.
///
/// The braces are Redis Cluster's hash tags: keys with the same text in braces belong to the same slot.
nonisolated enum RedisKeys {
    static let prefix = "fivebyfive:"

    /// The clock that all nodes share: the last heartbeat, and the total time without nodes.
    static let clock = prefix + "clock"
    /// Public games by ordinal.
    static let publicGames = prefix + "{public}:games"
    /// The highest ordinal.
    static let publicCount = prefix + "{public}:count"
    /// The public games of one rule set, by the same ordinals.
    static func publicGames(by rules: String) -> String { publicGames + ":" + rules }
    /// The stream of all standings, in order of arrival.
    static let standings = prefix + "standings"
    /// Counts the changes to the stream of standings other than additions.
    static let standingsEdition = prefix + "standings:edition"
    /// Games whose standings may not have been entered yet, by the time of their end.
    static let pendingStandings = prefix + "debts"
    /// The field of a game that holds its pending standings.
    static let pendingStandingsField = "owed"

    /// The field of the clock with the version of all keys; version 1.0 had none.
    static let versionField = "version"
    static let version = "11"
    /// Exists while a migration into this database is incomplete.
    static let unfinished = prefix + "unfinished"

    /// The pattern of all keys of one kind, such as `game` or `puzzle`.
    static func pattern(ofKind kind: String) -> String { prefix + "{*}:\(kind)" }

    /// The id in braces of a key of this kind; nil for other keys.
    static func id(inKey key: String, ofKind kind: String) -> String? {
        let (start, end) = (prefix + "{", "}:\(kind)")
        guard key.hasPrefix(start), key.hasSuffix(end), key.count > start.count + end.count else {
            return nil
        }
        return String(key.dropFirst(start.count).dropLast(end.count))
    }

    /// The codes of rooms, each with the room, its creation time, the expiry of the code, and the number of
    /// wrong codes tried that begin with the same digit.
    static let roomCodes = prefix + "roomcodes"

    /// The sealed answer to the request with this idempotency key; Redis expires it.
    static func answer(to key: MoveKey) -> String {
        prefix + "{\(key.bytes.map(\.hexDigits).joined())}:answer"
    }

    /// Public puzzles by the time of their creation and a part of their id, see ``StoredPuzzle/ordinal``.
    static let publicPuzzles = prefix + "{public}:puzzles"
    static func puzzle(_ id: String) -> String { prefix + "{\(id)}:puzzle" }

    /// The name, the colour and the time of creation of a player, and the number of the last key.
    static func player(_ player: PlayerID) -> String { prefix + "{\(player)}:player" }
    /// The keys of a player by number: digest, creation and last use.
    static func keys(of player: PlayerID) -> String { prefix + "{\(player)}:keys" }
    /// The games of the day of a player, by rules and day.
    static func days(of player: PlayerID) -> String { prefix + "{\(player)}:dailies" }
    /// The games in which a player has had a seat, by the time of the last one.
    static func games(of player: PlayerID) -> String { prefix + "{\(player)}:games" }
    /// The digest of the player's current code.
    static func code(of player: PlayerID) -> String { prefix + "{\(player)}:code" }
    /// The player who holds a key, and the number of the key.
    static func holder(of key: Digest) -> String { prefix + "{\(key.hex)}:key" }
    /// The player whom a code links to; Redis expires it.
    static func owner(of code: Digest) -> String { prefix + "{\(code.hex)}:link" }
    /// The digest of the player's recovery code.
    static func recovery(of player: PlayerID) -> String { prefix + "{\(player)}:recovery" }
    /// The player whose recovery code this is; valid only while ``recovery(of:)`` holds the same code.
    static func recoveryOwner(ofHex code: String) -> String { prefix + "{\(code)}:recovers" }
    /// The channel of the ids of players that a node has changed.
    static func playerChanges(_ database: Int) -> String { "\(prefix)\(database):players" }

    /// The hash with the setup and the current version of `game`.
    static func game(_ game: GameID) -> String { key(game, "game") }
    static func events(_ game: GameID) -> String { key(game, "events") }
    static func tokens(_ game: GameID) -> String { key(game, "tokens") }
    static func lease(_ game: GameID) -> String { key(game, "lease") }
    /// The names of those who sat down without a key, by the number of the event, and those that the host of a room
    /// has given, by player.
    static func guestNames(_ game: GameID) -> String { key(game, "names") }

    /// The keys of `game` in the order that the functions expect.
    static func all(of game: GameID) -> [String] {
        ["game", "events", "order", "moves", "tokens", "lease", "names"].map { key(game, $0) }
    }

    private static func key(_ game: GameID, _ kind: String) -> String { prefix + "{\(game.text)}:\(kind)" }

    /// The publish/subscribe channels of a game.
    enum Channel: String {
        /// Events, moves and tokens.
        case news
        /// Attendance.
        case people
    }

    /// The name of a channel; it contains the database, because channels span all databases of a Redis.
    static func channel(_ kind: Channel, of game: GameID, database: Int) -> String {
        "\(channelPrefix(kind, database)){\(game.text)}"
    }

    /// The game of `channel`; nil for a channel of another kind or database.
    static func game(of channel: String, _ kind: Channel, database: Int) -> GameID? {
        let prefix = channelPrefix(kind, database) + "{"
        guard channel.hasPrefix(prefix), channel.hasSuffix("}") else { return nil }
        return GameID(String(channel.dropFirst(prefix.count).dropLast()))
    }

    private static func channelPrefix(_ kind: Channel, _ database: Int) -> String {
        "\(prefix)\(database):\(kind.rawValue):"
    }
}

/// The name of a node, and its database.
nonisolated struct RedisNode: Sendable {
    static let maximumNameBytes = 32

    let name: String
    let database: Int
}

nonisolated extension Digest {
    var hex: String { bytes.map(\.hexDigits).joined() }
}

nonisolated extension UInt8 {
    fileprivate var hexDigits: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

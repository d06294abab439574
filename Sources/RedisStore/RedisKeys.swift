import GameCore
import GameJSON
import GameStore

/// Under which names things are kept in Redis.
///
/// The braces are Redis Cluster's: keys with the same word in braces are kept by the same machine.
nonisolated enum RedisKeys {
    static let prefix = "fivebyfive:"

    /// What all servers agree about.
    static let clock = prefix + "clock"
    /// Public games by their ordinals, and how many there were.
    static let publicGames = prefix + "{public}:games"
    static let publicCount = prefix + "{public}:count"
    /// Those of the public games that are played by `rules`, by the same ordinals.
    static func publicGames(by rules: String) -> String { publicGames + ":" + rules }
    /// Everything that was ever to be entered into leaderboards, in the order in which it came.
    static let standings = prefix + "standings"
    /// Games whose standings may not have been entered yet, by the moment of their end.
    static let pendingStandings = prefix + "debts"
    /// The field of such a game that holds them.
    static let pendingStandingsField = "owed"

    /// There while a migration has brought a part of the games only.
    static let unfinished = prefix + "unfinished"

    /// What keys of all games, or of all puzzles, look like.
    static func pattern(_ what: String) -> String { prefix + "{*}:\(what)" }

    /// The word in braces of a key of that look.
    static func word(ofKey key: String, _ what: String) -> String? {
        let (start, end) = (prefix + "{", "}:\(what)")
        guard key.hasPrefix(start), key.hasSuffix(end), key.count > start.count + end.count else {
            return nil
        }
        return String(key.dropFirst(start.count).dropLast(end.count))
    }

    /// A file with a puzzle.
    static func puzzle(_ id: String) -> String { prefix + "{\(id)}:puzzle" }

    /// The games of days in which a token is held, by the time at which it was given.
    static func days(_ token: Digest) -> String {
        prefix + "{\(token.bytes.map(\.hexDigits).joined())}:days"
    }

    /// What describes `game` as a whole.
    static func game(_ game: GameID) -> String { key(game, "game") }
    static func events(_ game: GameID) -> String { key(game, "events") }
    static func tokens(_ game: GameID) -> String { key(game, "tokens") }
    static func snapshots(_ game: GameID) -> String { key(game, "snapshots") }
    static func lease(_ game: GameID) -> String { key(game, "lease") }

    /// The keys of `game` in the order in which functions want them.
    static func all(of game: GameID) -> [String] {
        ["game", "events", "order", "moves", "tokens", "snapshots", "lease"].map { key(game, $0) }
    }

    private static func key(_ game: GameID, _ what: String) -> String { prefix + "{\(game.text)}:\(what)" }

    /// What is told in a channel.
    enum Channel: String {
        /// What was added to a game.
        case news
        /// Who is there.
        case people
    }

    /// Where the servers tell each other of `game`; channels are common to all databases of a Redis.
    static func channel(_ kind: Channel, of game: GameID, database: Int) -> String {
        "\(channelPrefix(kind, database)){\(game.text)}"
    }

    /// The game of which is told in `channel`, if it is of this kind.
    static func game(of channel: String, _ kind: Channel, database: Int) -> GameID? {
        let prefix = channelPrefix(kind, database) + "{"
        guard channel.hasPrefix(prefix), channel.hasSuffix("}") else { return nil }
        return GameID(String(channel.dropFirst(prefix.count).dropLast()))
    }

    private static func channelPrefix(_ kind: Channel, _ database: Int) -> String {
        "\(prefix)\(database):\(kind.rawValue):"
    }
}

/// Which server speaks, and where.
nonisolated struct RedisNode: Sendable {
    /// Bytes of a name, at most.
    static let longestName = 32

    let name: String
    let database: Int
}

nonisolated extension UInt8 {
    fileprivate var hexDigits: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

import GameCore

/// Under which names things are kept in Redis.
///
/// The braces are Redis Cluster's: keys with the same word in braces are kept by the same machine.
nonisolated enum RedisKeys {
    private static let prefix = "fivebyfive:"

    /// What all servers agree about.
    static let clock = prefix + "clock"
    /// Public games by their ordinals, and how many there were.
    static let publicGames = prefix + "{public}:games"
    static let publicCount = prefix + "{public}:count"
    /// Everything that was ever to be entered into leaderboards, in the order in which it came.
    static let standings = prefix + "standings"
    /// Games whose standings may not have been entered yet, by the moment of their end.
    static let debts = prefix + "debts"

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

    /// Where news of `game` are told; channels are common to all databases of a Redis.
    static func channel(_ game: GameID, database: Int) -> String {
        "\(channelPrefix(database)){\(game.text)}"
    }

    /// The game whose news are told in `channel`.
    static func game(ofChannel channel: String, database: Int) -> GameID? {
        let prefix = channelPrefix(database) + "{"
        guard channel.hasPrefix(prefix), channel.hasSuffix("}") else { return nil }
        return GameID(String(channel.dropFirst(prefix.count).dropLast()))
    }

    private static func channelPrefix(_ database: Int) -> String { "\(prefix)\(database):news:" }
}

nonisolated extension UInt8 {
    fileprivate var hexDigits: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

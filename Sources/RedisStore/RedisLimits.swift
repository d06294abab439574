import GameCore
import GameJSON
import GameStore

/// Every limit and wait of the store in Redis beyond those of all stores, each with its unit.
nonisolated enum RedisLimits {
    /// How often Redis is asked whether it is there, and told that this server lives.
    static let beat = Duration.seconds(1)
    /// How long Redis may be silent before its connection is given up.
    static let silence = Duration.seconds(5)
    /// How long one waits before connecting to Redis anew: at first, and at most.
    static let shortestPause = Duration.milliseconds(50)
    static let longestPause = Duration.seconds(2)
    /// Questions that are on their way to Redis at once.
    static let questionsAtOnce = 64
    /// Events, or games, that one question to Redis asks for.
    static let page = 4096
    /// How often games that are followed are compared with Redis, for news that were lost on the way.
    static let comparison = Duration.seconds(3)
    /// For how long one server may act for a game without saying so again.
    static let leaseLifetime = Duration.seconds(3)
    /// How long standings are left to the server that saved them before others enter them.
    static let pendingStandingsPatience = Duration.seconds(10)
    /// Games of days in which one token is remembered.
    static let dailyGamesPerToken = 1000
    /// Bytes of what they are told: more than all seats with their cursors take.
    static let attendanceBytes = 2048
    /// Spectators at one server that others believe.
    static let mostSpectators = 1_000_000
    /// Games that one question for the list of games looks at.
    static let gamesPage = 100
}

import GameCore
import GameJSON
import GameStore

/// The limits and intervals of the Redis store, in addition to `StoreLimits`.
nonisolated enum RedisLimits {
    /// How often an idle connection is pinged.
    static let heartbeatInterval = Duration.seconds(1)
    /// How long Redis may be silent before the connection is closed.
    static let silenceTimeout = Duration.seconds(5)
    /// The bounds of the wait before a reconnection.
    static let shortestBackoff = Duration.milliseconds(50)
    static let longestBackoff = Duration.seconds(2)
    /// Queries in flight; a commit waits for those before it on the connection.
    static let concurrentQueries = 8
    /// Events in one page; each event takes about 10 µs of the main thread.
    static let eventsPage = 64
    /// Keys or standings in one page.
    static let page = 4096
    /// How often the followed games are compared with Redis, to find news that was lost.
    static let comparisonInterval = Duration.seconds(3)
    /// How long a lease lasts unless it is renewed.
    static let leaseLifetime = Duration.seconds(3)
    /// How long pending standings are left to the node that saved them before other nodes enter them.
    static let pendingStandingsGrace = Duration.seconds(10)
    /// The interval between checks on a rewrite of the append-only file, and between attempts to begin one.
    static let purgeRetry = Duration.milliseconds(200)
    /// Bytes of an attendance message: more than all seats with their cursors take.
    static let attendanceBytes = 4096
    /// Spectators of one node in an attendance message.
    static let maximumSpectators = 1_000_000
    /// Games in one page of a list of games.
    static let gamesPage = 100
}

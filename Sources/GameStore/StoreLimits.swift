import GameCore
import GameJSON

/// The limits and timeouts of the stores.
package nonisolated enum StoreLimits {
    /// Queries that may wait for the store.
    package static let queuedQueries = 4096
    /// Queries of one client that may wait for the store.
    package static let queuedQueriesPerClient = 256
    /// Queries that the store works on at once, so that a commit waits for few of them.
    package static let concurrentQueries = 2
    /// Events that one query reads, a millisecond of the store's time.
    package static let eventsPerQuery = 256
    /// Standings that one query sums, a millisecond of the store's time.
    package static let standingsPerQuery = 256
    /// The timeout of queries, and the time after which a commit's outcome is reported as unknown.
    package static let answerTimeout = Duration.seconds(3)
    /// The interval between attempts to reopen a failed store.
    package static let retryInterval = Duration.seconds(1)
    /// The interval of heartbeats, from which downtime is computed; game clocks stop during downtime.
    package static let heartbeatInterval = Duration.seconds(1)
    /// The number of events of a game after which its expired move ids are deleted.
    package static let eventsBetweenForgetting = 128
    /// How long a move id is remembered.
    package static let moveLifetime = Duration.seconds(86_400)
    /// Move ids that a game remembers.
    package static let movesPerGame = 10_000
    /// Events that a resuming stream can catch up on; beyond that it gets a snapshot.
    package static let resumableEvents = 256
    /// The highest sequence of an imported opening: more than any game has, and far from an overflow.
    package static let importedSequence = 1_000_000_000_000
    /// How long a node's presence report is valid without a newer one.
    package static let attendanceLifetime = Duration.seconds(25)
}

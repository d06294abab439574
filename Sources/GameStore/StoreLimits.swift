import GameCore
import GameJSON

/// Every limit and wait of the stores, each with its unit.
package nonisolated enum StoreLimits {
    /// Questions to the store that wait, and that are with its thread at once.
    package static let questions = 4096
    package static let questionsAtOnce = 4
    /// How long anybody waits for the store before being told that it does not answer.
    package static let patience = Duration.seconds(3)
    /// How often a store in trouble is tried again.
    package static let retry = Duration.seconds(1)
    /// How often the store notes that the server lives, so that clocks stand still while it does not.
    package static let pulse = Duration.seconds(1)
    /// Events from one snapshot of a game to the next.
    package static let snapshotInterval = 128
    /// How long the answer to a move id is kept.
    package static let moveLifetime = Duration.seconds(86_400)
    /// Move ids that one game remembers.
    package static let movesPerGame = 10_000
    /// Missing events that a stream is given one by one; with more it gets a snapshot.
    package static let resumableEvents = 256
    /// How long they believe it.
    package static let attendanceLife = Duration.seconds(25)
}

import Foundation
import GameCore

/// The clock of the games: the system's, and how long the server has been down before this run.
nonisolated struct SystemClock: Sendable {
    /// Milliseconds.
    let away: Int64

    /// The present moment, as it enters the games.
    var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        return Timestamp(milliseconds: milliseconds, away: away)
    }
}

nonisolated extension Timestamp {
    /// The present moment of the system's clock, for what is no game.
    static func systemNow() -> Timestamp { SystemClock(away: 0).now }
}

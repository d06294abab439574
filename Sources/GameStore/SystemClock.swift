import Foundation
package import GameCore
import GameJSON

/// The clock of the games: the system's, and how long the server has been down before this run.
package nonisolated struct SystemClock: Sendable {
    /// Milliseconds.
    package let away: Int64

    package init(away: Int64) {
        self.away = away
    }

    /// The present moment, as it enters the games.
    package var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        return Timestamp(milliseconds: milliseconds, away: away)
    }
}

nonisolated extension Timestamp {
    /// The present moment of the system's clock, for what is no game.
    package static func systemNow() -> Timestamp { SystemClock(away: 0).now }
}

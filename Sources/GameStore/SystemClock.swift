import Foundation
package import GameCore
import GameJSON

/// The system's wall clock, combined with the downtime that the game clock leaves out.
package nonisolated struct SystemClock: Sendable {
    /// The total downtime before this run in milliseconds.
    package let away: Int64

    package init(away: Int64) {
        self.away = away
    }

    /// The current time for commands to games.
    package var now: Timestamp { Timestamp(milliseconds: Self.microseconds / 1000, away: away) }

    /// Microseconds since 1970, fine enough to order moves at two nodes within a millisecond.
    package static var microseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}

nonisolated extension Timestamp {
    /// The current time outside of games, without downtime.
    package static func systemNow() -> Timestamp { SystemClock(away: 0).now }
}

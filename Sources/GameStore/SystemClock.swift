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
    package var now: Timestamp { Timestamp(milliseconds: Self.microseconds / 1000, away: away) }

    /// Microseconds since 1970: what happens at two servers within a millisecond keeps its order.
    package static var microseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}

nonisolated extension Timestamp {
    /// The present moment of the system's clock, for what is no game.
    package static func systemNow() -> Timestamp { SystemClock(away: 0).now }
}

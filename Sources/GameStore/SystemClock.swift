import Foundation
package import GameCore
import GameJSON
import Synchronization

/// The clock of games, which nobody can set, and the wall clock.
///
/// The game clock counts the time during which a server runs. It continues where the last server stopped, and
/// follows CLOCK_MONOTONIC, so setting the wall clock changes no remaining time. A `Timestamp` contains the
/// wall clock and its lead over the game clock, here called the downtime. Setting the wall clock changes the
/// lead, which can become negative. The clock may be used on any thread.
package nonisolated final class SystemClock: Sendable {
    /// The two clocks of the system, in milliseconds.
    package struct Readings: Sendable {
        let wall: @Sendable () -> Int64
        let monotonic: @Sendable () -> Int64

        static let system = Readings(
            wall: { SystemClock.microseconds / 1000 },
            monotonic: { SystemClock.microseconds(CLOCK_MONOTONIC) / 1000 })
    }

    private struct State {
        /// The lead of the game clock over the monotonic clock.
        var lead: Int64
        var away: Int64
    }

    /// The most by which the clocks of servers that share games differ, unless somebody sets one of them.
    package static let tolerance = Duration.seconds(2)
    /// The milliseconds by which the wall clock must differ from timestamps before the downtime changes.
    private static let drift: Int64 = 500

    private let readings: Readings
    private let state: Mutex<State>

    /// Creates a clock that continues from `last`, the last moment of the last server; nil if there was none.
    package init(after last: Timestamp?, _ readings: Readings = .system) {
        self.readings = readings
        let wall = readings.wall()
        let game = last?.gameClock ?? wall
        state = Mutex(State(lead: game - readings.monotonic(), away: wall - game))
    }

    /// The current time for commands to games; the wall clock in it is accurate to half a second.
    package var now: Timestamp {
        state.withLock { state in
            let (wall, game) = (readings.wall(), readings.monotonic() + state.lead)
            if abs(wall - game - state.away) > Self.drift { state.away = wall - game }
            return Timestamp(milliseconds: game + state.away, away: state.away)
        }
    }

    /// Moves the game clock forward to `moment`, which another node has reached already.
    package func advance(toGameClock moment: Int64) {
        state.withLock { state in
            let ahead = max(moment - readings.monotonic() - state.lead, 0)
            state.lead += ahead
            state.away -= ahead
        }
    }

    /// Microseconds since 1970, fine enough to order moves at two nodes within a millisecond.
    package static var microseconds: Int64 { microseconds(CLOCK_REALTIME) }

    private static func microseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}

nonisolated extension Timestamp {
    /// The current time outside of games, without downtime.
    package static func systemNow() -> Timestamp {
        Timestamp(milliseconds: SystemClock.microseconds / 1000)
    }
}

import GameCore
import Synchronization
import Testing

@testable import GameStore

@Suite("The clock of games")
struct SystemClockTests {
    /// The clocks of a computer that a test sets.
    private final class Computer: Sendable {
        private let clocks = Mutex((wall: Int64(1_800_000_000_000), monotonic: Int64(5_000)))

        var readings: SystemClock.Readings {
            SystemClock.Readings(
                wall: { self.clocks.withLock(\.wall) }, monotonic: { self.clocks.withLock(\.monotonic) })
        }
        var wall: Int64 { clocks.withLock(\.wall) }

        func pass(_ milliseconds: Int64) {
            clocks.withLock {
                ($0.wall, $0.monotonic) = ($0.wall + milliseconds, $0.monotonic + milliseconds)
            }
        }

        func setWallClock(by milliseconds: Int64) { clocks.withLock { $0.wall += milliseconds } }
        func reboot() { clocks.withLock { $0.monotonic = 0 } }
    }

    nonisolated private static let hour: Int64 = 3_600_000
    nonisolated private static let steps = [hour, -hour, 48 * hour, -48 * hour]

    @Test("goes on evenly when the wall clock is set, and shows the new wall clock", arguments: steps)
    func step(by step: Int64) {
        let computer = Computer()
        let clock = SystemClock(after: nil, computer.readings)
        let before = clock.now
        computer.pass(2_000)
        computer.setWallClock(by: step)
        #expect(clock.now - before == .seconds(2))
        #expect(clock.now.milliseconds == computer.wall)
        computer.setWallClock(by: -step)
        computer.pass(1_000)
        #expect(clock.now - before == .seconds(3))
        #expect(clock.now.milliseconds == computer.wall)
    }

    @Test("goes on from the last server's last moment, wherever the wall clock is", arguments: steps)
    func restart(step: Int64) {
        let computer = Computer()
        let first = SystemClock(after: nil, computer.readings)
        let start = first.now
        computer.pass(7_000)
        if step > 0 { computer.setWallClock(by: step) }
        let last = first.now
        computer.pass(10_000)
        computer.reboot()
        computer.setWallClock(by: step > 0 ? -step : step)
        let second = SystemClock(after: last, computer.readings)
        #expect(second.now - start == .seconds(7))
        #expect(second.now.milliseconds == computer.wall)
    }

    @Test("leaves small differences, so that the downtime rarely changes")
    func drift() {
        let computer = Computer()
        let clock = SystemClock(after: nil, computer.readings)
        computer.setWallClock(by: 400)
        #expect(clock.now.away == 0)
        computer.setWallClock(by: 200)
        #expect(clock.now.away == 600)
    }

    @Test("moves forward to another node's moment, and never back")
    func advance() {
        let computer = Computer()
        let clock = SystemClock(after: nil, computer.readings)
        let now = clock.now
        clock.advance(toGameClock: now.gameClock - 5_000)
        #expect(clock.now == now)
        clock.advance(toGameClock: now.gameClock + 5_000)
        #expect(clock.now - now == .seconds(5))
        #expect(clock.now.milliseconds == computer.wall)
        for _ in 1...9 { clock.advance(toGameClock: clock.now.gameClock + 300) }
        #expect(clock.now - now == .milliseconds(7_700))
        #expect(clock.now.milliseconds == computer.wall)
    }

    @Test("does not go back within a game when another server's clocks are a little behind")
    func following() {
        let last = Timestamp(milliseconds: 9_000, away: 1_000)
        let behind = Timestamp(milliseconds: 8_400, away: 500).following(last, tolerance: .seconds(2))
        #expect((behind.milliseconds, behind.gameClock) == (9_000, 8_000))
        let ahead = Timestamp(milliseconds: 9_500, away: 2_000).following(last, tolerance: .seconds(2))
        #expect((ahead.milliseconds, ahead.gameClock) == (9_500, 8_000))
        let setBack = Timestamp(milliseconds: 4_000, away: -6_000).following(last, tolerance: .seconds(2))
        #expect((setBack.milliseconds, setBack.gameClock) == (4_000, 10_000))
    }
}

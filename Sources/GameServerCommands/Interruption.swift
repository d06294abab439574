import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// SIGINT, SIGTERM and SIGHUP, held back until `check()` is called.
nonisolated struct Interruption: Error, CustomStringConvertible {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    let description = "The command was interrupted."

    private static var signals: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    /// Blocks the signals; must run before other threads start, which inherit the mask.
    init() {
        var set = Self.signals
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Runs `work` and ends the process when a signal arrives, or has arrived.
    func whenItArrives(_ work: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            var set = Self.signals
            var number: Int32 = 0
            sigwait(&set, &number)
            work()
            Glibc.exit(128 + number)
        }
    }

    /// Throws this error if a signal is pending.
    func check() throws {
        var set = sigset_t()
        sigpending(&set)
        if Self.numbers.contains(where: { sigismember(&set, $0) == 1 }) { throw self }
    }
}

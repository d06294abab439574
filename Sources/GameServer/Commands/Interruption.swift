import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// SIGINT and SIGTERM, held back until `check()` is called.
nonisolated struct Interruption: Error, CustomStringConvertible {
    private static let numbers = [SIGINT, SIGTERM]

    let description = "The command was interrupted."

    /// Blocks the signals; must run before other threads start, which inherit the mask.
    init() {
        var set = sigset_t()
        sigemptyset(&set)
        for number in Self.numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Runs `work` and ends the process when a signal arrives, until the results are cancelled.
    static func cleanUp(_ work: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
        (numbers + [SIGHUP]).map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                work()
                Glibc.exit(128 + number)
            }
            source.activate()
            return source
        }
    }

    /// Throws this error if a signal is pending.
    func check() throws {
        var set = sigset_t()
        sigpending(&set)
        if Self.numbers.contains(where: { sigismember(&set, $0) == 1 }) { throw self }
    }
}

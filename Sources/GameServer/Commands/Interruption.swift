import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// Ctrl-C and SIGTERM, which wait until somebody looks.
nonisolated struct Interruption: Error, CustomStringConvertible {
    private static let numbers = [SIGINT, SIGTERM]

    let description = "It was interrupted."

    /// Holds the signals back from here on; before there are other threads.
    init() {
        var set = sigset_t()
        sigemptyset(&set)
        for number in Self.numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Throws itself when a signal has come.
    func check() throws {
        var set = sigset_t()
        sigpending(&set)
        if Self.numbers.contains(where: { sigismember(&set, $0) == 1 }) { throw self }
    }
}

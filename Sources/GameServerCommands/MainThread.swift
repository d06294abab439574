import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

extension ParsableCommand {
    /// Runs `work` on the main actor; swift-argument-parser runs commands on the main thread.
    nonisolated func onMainActor<Value: Sendable>(_ work: @MainActor () throws -> Value) rethrows -> Value {
        try MainActor.assumeIsolated(work)
    }
}

import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

extension ParsableCommand {
    /// Does `work` on the main actor: swift-argument-parser calls from the main thread, which is its own.
    nonisolated func onMainActor<Value: Sendable>(_ work: @MainActor () throws -> Value) rethrows -> Value {
        try MainActor.assumeIsolated(work)
    }
}

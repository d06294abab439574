import GameCore
import GameJSON
import GameStore

/// A connection that blocks until its replies arrive, for commands and for use before the main loop runs.
final class BlockingRedisClient {
    private let loop: any RedisLoop
    private let connection: RedisConnection

    /// Creates a loop of the same type as `loop`; the first command connects.
    init(
        _ address: RedisAddress, _ requirements: RedisRequirements, like loop: any RedisLoop
    ) throws(StoreFailure) {
        do { self.loop = try type(of: loop).init() } catch {
            throw StoreFailure(reason: "The event loop cannot be created: \(error)")
        }
        connection = RedisConnection(address, loop: self.loop, handshake: requirements.check)
    }

    /// Runs `work`, again after each lost connection, until it succeeds or fails for good.
    ///
    /// - Throws: the last failure, at the latest after `RedisLimits.silenceTimeout`.
    func run<Value>(
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) throws(StoreFailure) -> Value {
        var outcome: Result<Value, StoreFailure> = .failure(.unavailable)
        var isDone = false
        let attempt = { [connection] in
            work(connection) { found in
                guard !isDone, found.failure != .lost else { return }
                outcome = found.mapError(StoreFailure.init)
                isDone = found.failure?.isTransient != true
            }
        }
        connection.onChange = { failure in
            guard let failure else { return attempt() }
            outcome = .failure(failure)
            isDone = failure.isDefinite
        }
        var limit: AnyObject? = loop.timer(after: RedisLimits.silenceTimeout) { isDone = true }
        if connection.isReady { attempt() } else if !connection.isOpen { connection.open() }
        loop.serve { isDone }
        withExtendedLifetime(limit) {}
        limit = nil
        connection.onChange = { _ in }
        return try outcome.get()
    }

    /// Sends `command` and waits for its reply.
    func execute(_ command: RedisCommand) throws(StoreFailure) -> RedisReply {
        try run { $0.execute(command, $1) { $0 } }
    }

    func close() { connection.close() }
}

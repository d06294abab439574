import GameCore
import GameJSON
import GameStore

/// A connection of its own whose answers are waited for, while no loop runs.
final class BlockingRedisClient {
    private let loop: any RedisLoop
    private let connection: RedisConnection

    /// Connects with the first question, on a new loop of the same kind as `loop`.
    init(
        _ address: RedisAddress, _ requirements: RedisRequirements, like loop: any RedisLoop
    ) throws(StoreFailure) {
        do { self.loop = try type(of: loop).init() } catch {
            throw StoreFailure(reason: "There can be no event loop: \(error)")
        }
        connection = RedisConnection(address, loop: self.loop, greet: requirements.greet)
    }

    /// Does `work`, once more after each lost connection, and waits for its answer.
    ///
    /// It waits for `RedisLimits.silence` at most.
    /// - Throws: why there is none.
    func run<Value>(
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) throws(StoreFailure) -> Value {
        var outcome: Result<Value, StoreFailure> = .failure(.silent)
        var isOver = false
        let attempt = { [connection] in
            work(connection) { found in
                guard !isOver, found.failure != .lost else { return }
                outcome = found.mapError(StoreFailure.init)
                isOver = found.failure?.isPassing != true
            }
        }
        connection.onChange = { failure in
            guard let failure else { return attempt() }
            outcome = .failure(failure)
            // To wait does not mend everything.
            isOver = failure.isCertain
        }
        var limit: AnyObject? = loop.timer(after: RedisLimits.silence) { isOver = true }
        if connection.isReady { attempt() } else if !connection.isOpen { connection.open() }
        loop.serve { isOver }
        withExtendedLifetime(limit) {}
        limit = nil
        connection.onChange = { _ in }
        return try outcome.get()
    }

    /// Sends `command` and waits for its answer.
    func ask(_ command: RedisCommand) throws(StoreFailure) -> RedisReply {
        try run { $0.ask(command, $1) { $0 } }
    }

    /// Lets go of the connection.
    func close() { connection.close() }
}

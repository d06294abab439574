import EventIO

/// Things that are done on a connection of its own, one after the other, and waited for, while no loop runs.
final class RedisErrand {
    private let loop: MainLoop
    private let connection: RedisConnection

    init(_ address: RedisAddress, _ requirements: RedisRequirements) throws(StoreFailure) {
        loop = MainLoop(loop: try Self.loop())
        connection = RedisConnection(address, loop: loop, greet: requirements.greet)
    }

    /// Does `work`, once more after each lost connection, and waits for its answer.
    ///
    /// It waits for `Settings.redisSilence` at most.
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
        let limit = loop.timer(after: Settings.redisSilence) { isOver = true }
        if connection.isReady { attempt() } else if !connection.isOpen { connection.open() }
        loop.loop.serve { isOver }
        limit.cancel()
        connection.onChange = { _ in }
        return try outcome.get()
    }

    /// Lets go of the connection.
    func close() { connection.close() }

    private static func loop() throws(StoreFailure) -> EventLoop {
        do { return try EventLoop() } catch {
            throw StoreFailure(reason: "There can be no event loop: \(error)")
        }
    }
}

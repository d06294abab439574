import EventIO

/// One thing that is done on a connection of its own and waited for, before the server serves anybody.
struct RedisErrand {
    private let address: RedisAddress
    private let requirements: RedisRequirements

    init(_ address: RedisAddress, _ requirements: RedisRequirements) {
        self.address = address
        self.requirements = requirements
    }

    /// Does `work`, once more after each lost connection, and waits for its answer.
    ///
    /// It waits for `Settings.redisSilence` at most.
    /// - Throws: why there is none.
    func run<Value>(
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) throws(StoreFailure) -> Value {
        let loop = MainLoop(loop: try Self.loop())
        let connection = RedisConnection(address, loop: loop, greet: requirements.greet)
        var outcome: Result<Value, StoreFailure> = .failure(.silent)
        var isOver = false
        connection.onChange = { failure in
            if let failure {
                outcome = .failure(failure)
                // To wait does not mend everything.
                isOver = failure.isCertain
            } else {
                work(connection) { found in
                    guard found.failure?.isPassing != true else { return }
                    outcome = found.mapError(StoreFailure.init)
                    isOver = true
                }
            }
        }
        let limit = loop.timer(after: Settings.redisSilence) { isOver = true }
        connection.open()
        loop.loop.serve { isOver }
        limit.cancel()
        connection.onChange = { _ in }
        connection.close()
        return try outcome.get()
    }

    private static func loop() throws(StoreFailure) -> EventLoop {
        do { return try EventLoop() } catch {
            throw StoreFailure(reason: "There can be no event loop: \(error)")
        }
    }
}

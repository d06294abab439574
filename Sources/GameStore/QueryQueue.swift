/// The queries that wait for a store's connection, served in turn by client.
///
/// Few of them run at once, so that a commit waits for few of them.
package final class QueryQueue<Connection> {
    /// Calls its second argument with the result and the time that the query used, or with nil to run again
    /// on the next connection.
    package typealias Work<Value> =
        @MainActor (Connection, @escaping @MainActor ((Result<Value, StoreFailure>, Duration)?) -> Void) ->
        Void

    private var waiting = FairQueue<(Connection) -> Bool>()
    private var running = 0
    private let limit: Int
    /// The connection, if it is ready.
    private let connection: () -> Connection?

    /// A queue that runs at most `limit` queries at once.
    package init(limit: Int, connection: @escaping () -> Connection?) {
        self.limit = limit
        self.connection = connection
    }

    /// Queues `query`; fails it with `unavailable` if too many are waiting, of all clients or of this one.
    package func add<Value: Sendable>(
        _ query: StoreQuery<Value>, for requester: Requester, _ work: @escaping Work<Value>
    ) {
        guard waiting.count < StoreLimits.queuedQueries,
            waiting.count(of: requester.client) < StoreLimits.queuedQueriesPerClient
        else { return query.answer(.failure(.unavailable)) }
        enqueue(query, for: requester, work)
        startNext()
    }

    private func enqueue<Value: Sendable>(
        _ query: StoreQuery<Value>, for requester: Requester, _ work: @escaping Work<Value>
    ) {
        waiting.append(
            { [self] connection in
                guard query.isOpen else { return false }
                guard requester.isWaiting() else {
                    query.answer(.failure(.unavailable))
                    return false
                }
                work(connection) { [self] outcome in
                    running -= 1
                    if let (found, time) = outcome {
                        requester.charge(time)
                        query.answer(found)
                    } else {
                        enqueue(query, for: requester, work)
                    }
                    startNext()
                }
                return true
            }, for: requester.client)
    }

    /// Starts waiting queries while the connection is ready and the limit permits.
    package func startNext() {
        while running < limit, let connection = connection(), let start = waiting.popFirst() {
            running += 1
            // A query that nobody waits for does not start.
            if !start(connection) { running -= 1 }
        }
    }
}

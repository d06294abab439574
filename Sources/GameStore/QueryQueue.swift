/// The queries that wait for a store's connection, served in turn by client.
///
/// Few queries run at once, and only one for each client, so that commits and other clients wait for few of
/// them. Several queries of the server itself may run at once.
package final class QueryQueue<Connection> {
    /// Runs a query on a connection, and calls its second argument with the result and the time used; with
    /// nil, the query runs again on the next connection.
    package typealias Work<Value> =
        @MainActor (Connection, @escaping @MainActor ((Result<Value, StoreFailure>, Duration)?) -> Void) ->
        Void

    private var waiting = FairQueue<Waiting>()
    private var running = 0
    /// The clients whose query is running.
    private var busy: Set<String> = []
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
        let client = requester.client
        waiting.append(
            Waiting(client: client) { [self] connection in
                guard query.isOpen else { return false }
                guard requester.isWaiting() else {
                    query.answer(.failure(.unavailable))
                    return false
                }
                work(connection) { [self] outcome in
                    end(client)
                    if let (found, time) = outcome {
                        requester.charge(time)
                        query.answer(found)
                    } else {
                        enqueue(query, for: requester, work)
                    }
                    startNext()
                }
                return true
            }, for: client)
    }

    /// Starts waiting queries while the connection is ready and the limits permit.
    package func startNext() {
        while running < limit, let connection = connection(),
            let next = waiting.popFirst(isBusy: { busy.contains($0) })
        {
            running += 1
            if next.client != Requester.server.client { busy.insert(next.client) }
            // A query that nobody waits for does not start.
            if !next.start(connection) { end(next.client) }
        }
    }

    private func end(_ client: String) {
        running -= 1
        busy.remove(client)
    }

    private struct Waiting {
        let client: String
        /// Returns whether the query has started.
        let start: (Connection) -> Bool
    }
}

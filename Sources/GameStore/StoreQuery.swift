import GameCore
import GameJSON
import Synchronization

/// A query with a timeout; its completion is called exactly once.
package final class StoreQuery<Value: Sendable> {
    private nonisolated let isPending = Atomic(true)
    /// Whether the query is unanswered; may be read on any thread.
    package nonisolated var isOpen: Bool { isPending.load(ordering: .relaxed) }
    private var done: StoreAnswer<Value>?
    private var timeout: AnyObject?

    package init(_ loop: any StoreLoop, _ done: @escaping StoreAnswer<Value>) {
        self.done = done
        timeout = loop.timer(after: StoreLimits.answerTimeout) { [weak self] in
            self?.answer(.failure(.unavailable))
        }
    }

    /// Not isolated, so that the last reference may be dropped on the store's thread.
    ///
    /// An isolated `deinit` would be dispatched to the main queue, which never runs: the main thread runs the
    /// event loop. This is safe because an answered query no longer holds objects of the main actor.
    nonisolated deinit {}

    /// Calls the completion, unless the query was answered or has timed out.
    package func answer(_ result: Result<Value, StoreFailure>) {
        timeout = nil
        isPending.store(false, ordering: .relaxed)
        guard let done else { return }
        self.done = nil
        done(result)
    }
}

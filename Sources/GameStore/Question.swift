import GameCore
import GameJSON
import Synchronization

/// A question to the store: answered once, at the latest when patience ends.
package final class Question<Value: Sendable> {
    private nonisolated let waits = Atomic(true)
    /// Whether somebody still waits; from any thread.
    package nonisolated var isOpen: Bool { waits.load(ordering: .relaxed) }
    private var done: StoreAnswer<Value>?
    private var patience: AnyObject?

    package init(_ loop: any StoreLoop, _ done: @escaping StoreAnswer<Value>) {
        self.done = done
        patience = loop.timer(after: StoreLimits.patience) { [weak self] in
            self?.answer(.failure(.silent))
        }
    }

    /// Whoever lets go of it last frees it there: an answered question holds nothing of the main actor's.
    ///
    /// An isolated `deinit` would be sent to the main queue, which nobody serves: the thread is the loop's.
    nonisolated deinit {}

    package func answer(_ result: Result<Value, StoreFailure>) {
        patience = nil
        waits.store(false, ordering: .relaxed)
        guard let done else { return }
        self.done = nil
        done(result)
    }
}

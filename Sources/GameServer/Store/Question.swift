import EventIO
import Synchronization

/// A question to the store: answered once, at the latest when patience ends.
final class Question<Value: Sendable> {
    private nonisolated let waits = Atomic(true)
    /// Whether somebody still waits; from any thread.
    nonisolated var isOpen: Bool { waits.load(ordering: .relaxed) }
    private var done: StoreAnswer<Value>?
    private var patience: LoopTimer?

    init(_ loop: MainLoop, _ done: @escaping StoreAnswer<Value>) {
        self.done = done
        patience = loop.timer(after: Settings.storePatience) { [weak self] in
            self?.answer(.failure(.silent))
        }
    }

    /// Whoever lets go of it last frees it there: an answered question holds nothing of the main actor's.
    ///
    /// An isolated `deinit` would be sent to the main queue, which nobody serves: the thread is the loop's.
    nonisolated deinit {}

    func answer(_ result: Result<Value, StoreFailure>) {
        patience = nil
        waits.store(false, ordering: .relaxed)
        guard let done else { return }
        self.done = nil
        done(result)
    }
}

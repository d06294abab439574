import EventIO

/// A question to the store: answered once, at the latest when patience ends.
final class Question<Value: Sendable> {
    private var done: StoreAnswer<Value>?
    private var patience: LoopTimer?

    init(_ done: @escaping StoreAnswer<Value>, _ loop: MainLoop) {
        self.done = done
        patience = loop.timer(after: Settings.storePatience) { [weak self] in
            self?.answer(.failure(.silent))
        }
    }

    func answer(_ result: Result<Value, StoreFailure>) {
        patience = nil
        guard let done else { return }
        self.done = nil
        done(result)
    }
}

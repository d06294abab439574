import GameCore
import GameJSON
import GameStore

/// Runs work with equal keys one after another, in the order of arrival.
final class KeyedSerialQueue {
    typealias Work = (_ done: @escaping () -> Void) -> Void

    /// The work that waits behind the running one; a key has an entry while work for it runs.
    private var queues: [String: [Work]] = [:]

    /// Runs `work` once all earlier work for `key` is done; `work` must call its `done`.
    func enqueue(_ key: String, _ work: @escaping Work) {
        guard queues[key] == nil else {
            queues[key]?.append(work)
            return
        }
        queues[key] = []
        start(key, work)
    }

    private func start(_ key: String, _ work: Work) {
        work { [weak self] in self?.startNext(key) }
    }

    private func startNext(_ key: String) {
        guard let queue = queues[key], let first = queue.first else {
            queues[key] = nil
            return
        }
        queues[key] = Array(queue.dropFirst())
        start(key, first)
    }
}

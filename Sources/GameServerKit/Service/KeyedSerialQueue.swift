import GameCore
import GameJSON
import GameStore

/// Lets work of the same name through one at a time, in the order of asking.
final class KeyedSerialQueue {
    typealias Work = (_ done: @escaping () -> Void) -> Void

    /// Who waits behind the work that is under way, by name.
    private var queues: [String: [Work]] = [:]

    /// Does `work` when everything of that `name` is done that came before; it says itself when it is done.
    func oneAtATime(_ name: String, _ work: @escaping Work) {
        guard queues[name] == nil else {
            queues[name]?.append(work)
            return
        }
        queues[name] = []
        run(name, work)
    }

    private func run(_ name: String, _ work: Work) {
        work { [weak self] in self?.next(name) }
    }

    private func next(_ name: String) {
        guard let queue = queues[name], let first = queue.first else {
            queues[name] = nil
            return
        }
        queues[name] = Array(queue.dropFirst())
        run(name, first)
    }
}

/// A value with listeners.
///
/// `bind` calls the listener at once with the present value and again on every change.
///
/// Belongs to one thread; not Sendable. Listeners may bind and cancel while they are being called.
public final class Observable<Value> {
    /// A class, so that a round of calls sees at once who has been cancelled.
    private final class Listener {
        let id: Int
        var call: ((Value) -> Void)?  // nil once cancelled

        init(id: Int, call: @escaping (Value) -> Void) {
            self.id = id
            self.call = call
        }
    }

    /// In the order of their ids.
    private var listeners: [Listener] = []
    private var cancelled = 0
    private var nextID = 0

    /// The value; setting it calls every listener, in the order in which they were bound.
    ///
    /// - Complexity: O(listeners).
    public var value: Value {
        didSet {
            for listener in listeners { listener.call?(value) }
        }
    }

    /// A value without listeners.
    public init(_ value: Value) {
        self.value = value
    }

    /// Calls `listener` now and after every change, until the token is cancelled or let go.
    ///
    /// - Complexity: O(1); cancelling is O(log listeners), amortised.
    public func bind(_ listener: @escaping (Value) -> Void) -> Subscription {
        let id = nextID
        nextID += 1
        listeners.append(Listener(id: id, call: listener))
        listener(value)
        return Subscription { [weak self] in self?.cancel(id) }
    }

    /// How many listeners there are.
    public var listenerCount: Int { listeners.count - cancelled }

    private func cancel(_ id: Int) {
        var (low, high) = (0, listeners.count)
        while low < high {
            let middle = (low + high) / 2
            if listeners[middle].id < id { low = middle + 1 } else { high = middle }
        }
        guard low < listeners.count, listeners[low].id == id else { return }
        // Let go last: what the listener captured may cancel others as it goes.
        let call = listeners[low].call
        listeners[low].call = nil
        cancelled += 1
        if cancelled > listeners.count / 2 { sweep() }
        withExtendedLifetime(call) {}
    }

    /// Many listeners leave at once when a board is announced; sweeping in bulk keeps that linear.
    private func sweep() {
        listeners.removeAll { $0.call == nil }
        cancelled = 0
    }
}

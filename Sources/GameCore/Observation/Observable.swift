/// A value with listeners.
///
/// `bind` calls the listener at once with the present value and again on every change.
///
/// Belongs to one thread; not Sendable. Listeners may bind and cancel while they are being called.
public final class Observable<Value> {
    /// A listener, which is its own token: one object for each, as there are thousands on one board.
    private final class Binding: Subscription {
        let id: Int
        var call: ((Value) -> Void)?  // nil once cancelled
        private weak var observable: Observable?

        init(id: Int, of observable: Observable, call: @escaping (Value) -> Void) {
            self.id = id
            self.call = call
            self.observable = observable
            super.init()
        }

        override func cancel() {
            guard let call else { return }
            self.call = nil
            observable?.forget(id)
            // Let go last: what the listener captured may cancel others as it goes.
            withExtendedLifetime(call) {}
        }

        deinit { cancel() }
    }

    /// Where a listener stands; its owner keeps it alive, and it says so before it goes.
    private struct Place {
        let id: Int
        unowned let binding: Binding
        var isEmpty = false
    }

    /// In the order of their ids.
    private var places: [Place] = []
    private var empty = 0
    private var nextID = 0
    /// How many rounds of calls are under way: nobody moves meanwhile.
    private var rounds = 0

    /// The value; setting it calls every listener, in the order in which they were bound.
    ///
    /// - Complexity: O(listeners).
    public var value: Value {
        didSet { callAll() }
    }

    /// A value without listeners.
    public init(_ value: Value) {
        self.value = value
    }

    deinit {
        // What listeners captured goes now, though their tokens may be held for longer.
        for binding in places.filter({ !$0.isEmpty }).map(\.binding) { binding.call = nil }
    }

    /// Calls `listener` now and after every change, until the token is cancelled or let go.
    ///
    /// - Complexity: O(1); cancelling is O(log listeners), amortised.
    public func bind(_ listener: @escaping (Value) -> Void) -> Subscription {
        let binding = Binding(id: nextID, of: self, call: listener)
        nextID += 1
        places.append(Place(id: binding.id, binding: binding))
        listener(value)
        return binding
    }

    /// How many listeners there are.
    public var listenerCount: Int { places.count - empty }

    /// Who binds meanwhile has been called already, and who is cancelled meanwhile has left a gap.
    private func callAll() {
        rounds += 1
        for index in places.indices where !places[index].isEmpty { places[index].binding.call?(value) }
        rounds -= 1
        sweep()
    }

    private func forget(_ id: Int) {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].id < id { low = middle + 1 } else { high = middle }
        }
        guard low < places.count, places[low].id == id, !places[low].isEmpty else { return }
        places[low].isEmpty = true
        empty += 1
        sweep()
    }

    /// Many listeners leave at once when a board is announced; sweeping in bulk keeps that linear.
    private func sweep() {
        guard rounds == 0, empty > places.count / 2 else { return }
        places.removeAll(where: \.isEmpty)
        empty = 0
    }
}

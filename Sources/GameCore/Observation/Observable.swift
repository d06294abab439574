/// A value with listeners.
///
/// `bind` calls the listener at once with the present value and again on every change.
///
/// Belongs to one thread; not Sendable. Listeners may bind and cancel while they are being called.
public final class Observable<Value> {
    /// A listener, which is its own token: one object for each, as there are thousands on one board.
    private final class Binding: Subscription {
        /// Where it stands among the listeners.
        var place: Int
        var call: ((Value) -> Void)?  // nil once cancelled
        private weak var observable: Observable?

        init(_ place: Int, of observable: Observable, call: ((Value) -> Void)?) {
            self.place = place
            self.call = call
            self.observable = observable
            super.init()
        }

        override func cancel() {
            guard let call else { return }
            self.call = nil
            observable?.leave(place)
            // Let go last: what the listener captured may cancel others as it goes.
            withExtendedLifetime(call) {}
        }

        deinit { cancel() }
    }

    /// Where a listener stands; its owner keeps it alive, and it leaves before it goes.
    private struct Place {
        unowned let binding: Binding
    }

    /// In the order in which they were bound.
    private var places: [Place] = []
    /// Takes the place of those who have left, and hears nothing.
    private lazy var gap = Binding(0, of: self, call: nil)
    private var gaps = 0
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
        for binding in places.map(\.binding) { binding.call = nil }
    }

    /// Calls `listener` now and after every change, until the token is cancelled or let go.
    ///
    /// - Complexity: O(1); so is cancelling, amortised.
    public func bind(_ listener: @escaping (Value) -> Void) -> Subscription {
        let binding = Binding(places.count, of: self, call: listener)
        places.append(Place(binding: binding))
        listener(value)
        return binding
    }

    /// How many listeners there are.
    public var listenerCount: Int { places.count - gaps }

    /// Who binds meanwhile has been called already, and who is cancelled meanwhile has left a gap.
    private func callAll() {
        rounds += 1
        for index in places.indices { places[index].binding.call?(value) }
        rounds -= 1
        sweep()
    }

    private func leave(_ place: Int) {
        places[place] = Place(binding: gap)
        gaps += 1
        sweep()
    }

    /// Many listeners leave at once when a board is announced; sweeping in bulk keeps that linear.
    private func sweep() {
        guard rounds == 0, gaps > places.count / 2 else { return }
        places.removeAll { $0.binding === gap }
        for index in places.indices { places[index].binding.place = index }
        gaps = 0
    }
}

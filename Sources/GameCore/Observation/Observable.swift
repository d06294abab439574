/// A value with listeners.
///
/// `bind` calls the listener at once with the present value and again on every change.
///
/// Belongs to one thread; not Sendable. Listeners may bind and cancel while they are being called.
///
/// Inlinable: a module with thousands of listeners to a value of its own has code for just that value.
public final class Observable<Value> {
    /// A listener, which is its own token: one object for each, as there are thousands on one board.
    @usableFromInline
    final class Binding: Subscription {
        /// Where it stands among the listeners.
        fileprivate var place: Int
        @usableFromInline var call: ((Value) -> Void)?  // nil once cancelled
        private weak var observable: Observable?

        fileprivate init(_ place: Int, of observable: Observable, call: ((Value) -> Void)?) {
            self.place = place
            self.call = call
            self.observable = observable
            super.init()
        }

        /// Leaves its place.
        public override func cancel() {
            guard let call else { return }
            self.call = nil
            observable?.leave(place)
            // Let go last: what the listener captured may cancel others as it goes.
            withExtendedLifetime(call) {}
        }

        deinit { cancel() }
    }

    /// Where a listener stands.
    ///
    /// Its owner keeps it alive, and its `deinit` leaves the place: so nothing counts who looks at it.
    @usableFromInline
    struct Place {
        @usableFromInline unowned(unsafe) let binding: Binding

        fileprivate init(binding: Binding) { self.binding = binding }
    }

    /// In the order in which they were bound.
    @usableFromInline private(set) var places: [Place] = []
    /// Takes the place of those who have left, and hears nothing.
    private lazy var gap = Binding(0, of: self, call: nil)
    private var gaps = 0
    /// How many rounds of calls are under way: nobody moves meanwhile.
    @usableFromInline var rounds = 0
    @usableFromInline var current: Value

    /// The value; setting it calls every listener, in the order in which they were bound.
    ///
    /// - Complexity: O(listeners).
    @inlinable public var value: Value {
        get { current }
        set {
            current = newValue
            callAll()
        }
    }

    /// A value without listeners.
    public init(_ value: Value) {
        current = value
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
    @inlinable
    func callAll() {
        guard !places.isEmpty else { return }
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
    @usableFromInline
    func sweep() {
        guard rounds == 0, gaps > places.count / 2 else { return }
        places.removeAll { $0.binding === gap }
        for index in places.indices { places[index].binding.place = index }
        gaps = 0
    }
}

/// A token for something that goes on until it is cancelled: once, by hand or when the token is let go.
public class Subscription {
    /// What it ends knows only its own kind of token.
    init() {}

    /// Ends it; harmless when it has ended.
    public func cancel() {}
}

/// A token that ends something by a closure.
public final class ClosureSubscription: Subscription {
    private var end: (() -> Void)?

    /// A token that calls `end` once.
    public init(_ end: @escaping () -> Void) {
        self.end = end
    }

    override public func cancel() {
        let end = self.end
        self.end = nil
        end?()
    }

    deinit { cancel() }
}

/// A value with listeners.
///
/// ``bind(_:)`` calls the listener at once with the current value and again on each change. Listeners may
/// bind and cancel while they are being called. Confined to one thread; not Sendable.
///
/// Inlinable, so that modules with thousands of listeners get code specialized for their value type.
public final class Observable<Value> {
    /// A listener that is also its own subscription: one object each, since a board can have thousands.
    @usableFromInline
    final class Binding: Subscription {
        /// The index of its slot.
        fileprivate var index: Int
        @usableFromInline var call: ((Value) -> Void)?  // nil once cancelled
        private weak var observable: Observable?

        fileprivate init(_ index: Int, of observable: Observable, call: ((Value) -> Void)?) {
            self.index = index
            self.call = call
            self.observable = observable
            super.init()
        }

        /// Vacates the slot.
        public override func cancel() {
            guard let call else { return }
            self.call = nil
            observable?.vacate(index)
            // Released last: captured objects may cancel other listeners in their deinit.
            withExtendedLifetime(call) {}
        }

        deinit { cancel() }
    }

    /// A reference to a listener, without reference counting.
    ///
    /// Safe because the binding's `deinit` vacates the slot, and the observable owns the placeholder.
    @usableFromInline
    struct Slot {
        @usableFromInline unowned(unsafe) let binding: Binding

        fileprivate init(binding: Binding) { self.binding = binding }
    }

    /// The listeners in the order in which they were bound.
    @usableFromInline private(set) var slots: [Slot] = []
    /// Fills vacant slots; does nothing when called.
    private lazy var placeholder = Binding(0, of: self, call: nil)
    private var vacancies = 0
    /// The depth of nested rounds of calls; slots must not move while it is above zero.
    @usableFromInline var rounds = 0
    @usableFromInline var current: Value

    /// The value; setting it calls all listeners in the order in which they were bound.
    ///
    /// - Complexity: O(number of listeners) to set.
    @inlinable public var value: Value {
        get { current }
        set {
            current = newValue
            callAll()
        }
    }

    /// Creates an observable without listeners.
    public init(_ value: Value) {
        current = value
    }

    deinit {
        // Releases the closures now, although subscriptions may live longer.
        // A closure, because each use of a generic key path creates it again.
        for binding in slots.map({ $0.binding }) { binding.call = nil }
    }

    /// Calls `listener` now and after each change, until the subscription is cancelled or released.
    ///
    /// - Complexity: O(1); amortized O(1) to cancel.
    public func bind(_ listener: @escaping (Value) -> Void) -> Subscription {
        let binding = Binding(slots.count, of: self, call: listener)
        slots.append(Slot(binding: binding))
        listener(value)
        return binding
    }

    /// The number of listeners.
    public var listenerCount: Int { slots.count - vacancies }

    /// Skips listeners that bind during the round, because `bind` has called them already.
    @inlinable
    func callAll() {
        guard !slots.isEmpty else { return }
        rounds += 1
        for index in slots.indices { slots[index].binding.call?(value) }
        rounds -= 1
        compact()
    }

    private func vacate(_ index: Int) {
        slots[index] = Slot(binding: placeholder)
        vacancies += 1
        compact()
    }

    /// Removes vacant slots once they are the majority: many listeners may cancel during one round, and this
    /// keeps the total cost linear.
    @usableFromInline
    func compact() {
        guard rounds == 0, vacancies > slots.count / 2 else { return }
        slots.removeAll { $0.binding === placeholder }
        for index in slots.indices { slots[index].binding.index = index }
        vacancies = 0
    }
}

/// A subscription, which ends when it is cancelled or released.
public class Subscription {
    /// Internal: other modules use ``ClosureSubscription``.
    init() {}

    /// Ends the subscription; no effect if it has ended.
    public func cancel() {}
}

/// A subscription that calls a closure when it ends.
public final class ClosureSubscription: Subscription {
    private var end: (() -> Void)?

    /// Creates a subscription that calls `end` once.
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

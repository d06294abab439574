/// Turns a cell's delegate calls into closure calls.
///
/// The adapter becomes the cell's delegate and forwards all calls to the previous delegate. An association
/// with the cell keeps it alive, since the cell's reference is weak; when the association ends, the previous
/// delegate is restored.
final class CellChangeAdapter: CellDelegate {
    /// A class, so that cancelling takes effect during a round of calls.
    private final class Listener {
        var call: ((Cell, Letter?) -> Void)?

        init(_ call: @escaping (Cell, Letter?) -> Void) {
            self.call = call
        }
    }

    static let key = AssociationKey<CellChangeAdapter>("closures")

    private weak var cell: Cell?
    private weak var next: (any CellDelegate)?
    /// Distinguishes a cell whose delegate has been released from one that never had a delegate.
    private var hadNext = false
    private var listeners: [Listener] = []

    /// Becomes the delegate of `cell`, in front of its present one; no effect if it is the delegate already.
    func attach(to cell: Cell) {
        guard cell.delegate !== self else { return }
        self.cell = cell
        next = cell.delegate
        hadNext = hadNext || next != nil
        cell.delegate = self
    }

    deinit {
        // A weak reference to an object in deinit reads nil, so any other value is a newer delegate.
        if let cell, cell.delegate == nil { cell.delegate = next }
    }

    func add(_ closure: @escaping (Cell, Letter?) -> Void) -> Subscription {
        let listener = Listener(closure)
        listeners.append(listener)
        return ClosureSubscription { [weak self, weak listener] in
            // Released last: captured objects may cancel other subscriptions in their deinit.
            let call = listener?.call
            listener?.call = nil
            self?.listeners.removeAll { $0 === listener }
            withExtendedLifetime(call) {}
        }
    }

    func cell(_ cell: Cell, willChangeTo letter: Letter?) throws(RuleViolation) {
        if let next { return try next.cell(cell, willChangeTo: letter) }
        guard !hadNext else {
            throw RuleViolation(.orphanedCell, "This cell no longer belongs to a game.")
        }
    }

    func cell(_ cell: Cell, didChangeFrom previous: Letter?) {
        next?.cell(cell, didChangeFrom: previous)
        for listener in listeners { listener.call?(cell, previous) }
    }
}

extension Cell {
    /// Calls `closure` with the cell and its previous letter after each change.
    ///
    /// The delegate is called first, as without closures. A cell that never had a delegate accepts all edits
    /// while it has a closure.
    ///
    /// - Returns: A subscription that removes the closure when it is cancelled or released.
    public func onChange(_ closure: @escaping (_ cell: Cell, _ previous: Letter?) -> Void) -> Subscription {
        let adapter = associated.value(for: CellChangeAdapter.key) ?? CellChangeAdapter()
        associated.retain(adapter, for: CellChangeAdapter.key)
        adapter.attach(to: self)
        return adapter.add(closure)
    }

    /// Removes all closures and restores the delegate.
    public func removeChangeClosures() {
        associated.remove(CellChangeAdapter.key)
    }
}

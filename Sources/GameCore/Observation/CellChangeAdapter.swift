/// Turns a cell's delegate calls into closures, without taking the place of the delegate: it stands before
/// it.
///
/// The cell knows its delegate only weakly, so the adapter is kept alive by an association with the cell.
/// When that ends, in whatever way, the cell reports to its delegate alone again.
final class CellChangeAdapter: CellDelegate {
    /// One closure, until it is cancelled; a class, so that a round of calls sees the cancelling.
    private final class Listener {
        var call: ((Cell, Letter?) -> Void)?

        init(_ call: @escaping (Cell, Letter?) -> Void) {
            self.call = call
        }
    }

    static let key = AssociationKey<CellChangeAdapter>("closures")

    private weak var cell: Cell?
    /// Whom the cell reports to besides; asked first, told first.
    private weak var next: (any CellDelegate)?
    private var hasNext = false
    private var listeners: [Listener] = []

    /// Places itself between `cell` and its delegate, unless it stands there.
    func stand(before cell: Cell) {
        guard cell.delegate !== self else { return }
        self.cell = cell
        next = cell.delegate
        hasNext = hasNext || next != nil
        cell.delegate = self
    }

    deinit {
        // Its own weak reference reads nil by now; another delegate has been set since and stays.
        if let cell, cell.delegate == nil { cell.delegate = next }
    }

    func add(_ closure: @escaping (Cell, Letter?) -> Void) -> Subscription {
        let listener = Listener(closure)
        listeners.append(listener)
        return ClosureSubscription { [weak self, weak listener] in
            // Let go last: what the closure captured may end other subscriptions as it goes.
            let call = listener?.call
            listener?.call = nil
            self?.listeners.removeAll { $0 === listener }
            withExtendedLifetime(call) {}
        }
    }

    func cell(_ cell: Cell, willChangeTo letter: Letter?) throws(RuleViolation) {
        if let next { return try next.cell(cell, willChangeTo: letter) }
        guard !hasNext else {
            throw RuleViolation(.orphanedCell, "This cell belongs to no game any more.")
        }
    }

    func cell(_ cell: Cell, didChangeFrom previous: Letter?) {
        next?.cell(cell, didChangeFrom: previous)
        for listener in listeners { listener.call?(cell, previous) }
    }
}

extension Cell {
    /// Calls `closure` after every change of this cell with the cell and what it held before.
    ///
    /// The delegate is still asked and told, first. Ends with the token, or with `removeChangeClosures`.
    /// A free-standing cell without delegate takes every edit once it has a closure.
    public func onChange(_ closure: @escaping (_ cell: Cell, _ previous: Letter?) -> Void) -> Subscription {
        let adapter = associated.value(for: CellChangeAdapter.key) ?? CellChangeAdapter()
        associated.retain(adapter, for: CellChangeAdapter.key)
        adapter.stand(before: self)
        return adapter.add(closure)
    }

    /// Lets go of all closures and reports to the delegate alone again.
    public func removeChangeClosures() {
        associated.remove(CellChangeAdapter.key)
    }
}

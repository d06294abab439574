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

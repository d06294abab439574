/// A token for something that goes on until it is cancelled: once, by hand or when the token is let go.
public class Subscription {
    private var end: (() -> Void)?

    /// A token that calls `end` once.
    public init(_ end: @escaping () -> Void) {
        self.end = end
    }

    /// A token that knows by itself how to end.
    init() {}

    /// Ends it; harmless when it has ended.
    public func cancel() {
        let end = self.end
        self.end = nil
        end?()
    }

    deinit {
        end?()
    }
}

internal import CLibevent

/// The token of a signal's closure: dropping it ends the calls; used on the loop's thread only.
public final class SignalSource {
    private let loop: EventLoop
    private var received: (() -> Void)?
    private var event: OpaquePointer?

    init(loop: EventLoop, number: Int32, received: @escaping () -> Void) {
        self.loop = loop
        self.received = received
        event = event_new(
            loop.base, number, Int16(EV_SIGNAL | EV_PERSIST),
            { CallbackContext.owner($2, as: SignalSource.self)?.didReceive() }, CallbackContext.of(self))
        event_add(event, nil)
    }

    deinit { cancel() }

    /// Ends the calls, so that the signal has its former effect again; idempotent.
    public func cancel() {
        guard let event else { return }
        self.event = nil
        received = nil
        event_free(event)
    }

    private func didReceive() { received?() }
}

@available(*, unavailable)
extension SignalSource: Sendable {}

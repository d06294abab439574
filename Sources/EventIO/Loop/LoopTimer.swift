internal import CLibevent
import Glibc

/// The token of a timer: dropping it ends the timer; used on the loop's thread only.
public final class LoopTimer {
    private let loop: EventLoop
    private var fire: (() -> Void)?
    private let repeats: Bool
    private var event: OpaquePointer?

    init(loop: EventLoop, delay: Duration, repeating: Bool, fire: @escaping () -> Void) {
        self.loop = loop
        self.fire = fire
        repeats = repeating
        let what = Int16(repeating ? EV_PERSIST : 0)
        event = event_new(
            loop.base, -1, what, { CallbackContext.owner($2, as: LoopTimer.self)?.didFire() },
            CallbackContext.of(self))
        // A repeating timer without a pause would never let the loop sleep.
        var time = timeval(repeating ? max(delay, .milliseconds(1)) : max(delay, .zero))
        event_add(event, &time)
    }

    deinit { cancel() }

    /// Whether the closure may still be called.
    public var isActive: Bool { event != nil }

    /// Ends the timer, which never fires after this; idempotent.
    public func cancel() {
        guard let event else { return }
        self.event = nil
        // What the closure captured goes now, so that an owner that it keeps alive is not kept by its own
        // timer.
        fire = nil
        event_free(event)
    }

    private func didFire() {
        let fire = fire
        if !repeats { cancel() }
        fire?()
    }
}

@available(*, unavailable)
extension LoopTimer: Sendable {}

extension timeval {
    /// The time in whole seconds and microseconds: the one place where the unit changes.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
}

internal import CLibevent

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

/// The token of a watch over somebody else's descriptor: dropping it ends the calls; used on the loop's
/// thread only.
///
/// The descriptor stays whose it was, who ends the watch before closing it.
public final class DescriptorWatch {
    private let loop: EventLoop
    private var isReadable: (() -> Void)?
    private var isWritable: (() -> Void)?
    private var reading: OpaquePointer?
    private var writing: OpaquePointer?

    /// Whether it is told that the descriptor takes bytes; not at first.
    public var awaitsRoom = false {
        didSet {
            guard let writing, awaitsRoom != oldValue else { return }
            if awaitsRoom { event_add(writing, nil) } else { event_del(writing) }
        }
    }

    init(
        loop: EventLoop, descriptor: Int32, readable: @escaping () -> Void, writable: @escaping () -> Void
    ) {
        self.loop = loop
        isReadable = readable
        isWritable = writable
        let context = CallbackContext.of(self)
        reading = event_new(
            loop.base, descriptor, Int16(EV_READ | EV_PERSIST),
            { CallbackContext.owner($2, as: DescriptorWatch.self)?.isReadable?() }, context)
        writing = event_new(
            loop.base, descriptor, Int16(EV_WRITE | EV_PERSIST),
            { CallbackContext.owner($2, as: DescriptorWatch.self)?.isWritable?() }, context)
        event_add(reading, nil)
    }

    deinit { cancel() }

    /// Ends the calls, also from within one; idempotent.
    public func cancel() {
        for event in [reading, writing] { if let event { event_free(event) } }
        (reading, writing) = (nil, nil)
        // What they captured goes now, so that an owner is not kept by its own watch.
        (isReadable, isWritable) = (nil, nil)
    }
}

@available(*, unavailable)
extension DescriptorWatch: Sendable {}

/// The one crossing between Swift objects and the `void *` of C callbacks.
///
/// `Unmanaged` is unretained in both directions: every object that goes out owns the C object that calls back
/// and frees it in its `deinit` or `close`, so that C never calls an object that is gone.
enum CallbackContext {
    static func of(_ owner: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(owner).toOpaque()
    }

    static func owner<Owner: AnyObject>(_ context: UnsafeMutableRawPointer?, as type: Owner.Type) -> Owner? {
        guard let context else { return nil }
        return Unmanaged<Owner>.fromOpaque(context).takeUnretainedValue()
    }
}

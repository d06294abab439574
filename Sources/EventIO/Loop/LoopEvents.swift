internal import CLibevent

/// A timer of an ``EventLoop``, for its thread only; dropping it cancels the timer.
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
            CallbackContext.pointer(to: self))
        // A repeating timer without a delay would keep the loop busy.
        var time = timeval(repeating ? max(delay, .milliseconds(1)) : max(delay, .zero))
        event_add(event, &time)
    }

    deinit { cancel() }

    /// Whether the timer can still fire.
    public var isActive: Bool { event != nil }

    /// Cancels the timer and releases its closure; idempotent.
    public func cancel() {
        guard let event else { return }
        self.event = nil
        // Releases the captures now, which breaks the cycle of a closure that captures the timer's owner.
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

/// A signal handler of an ``EventLoop``, for its thread only; dropping it removes the handler.
public final class SignalSource {
    private let loop: EventLoop
    private var received: (() -> Void)?
    private var event: OpaquePointer?

    init(loop: EventLoop, number: Int32, received: @escaping () -> Void) {
        self.loop = loop
        self.received = received
        event = event_new(
            loop.base, number, Int16(EV_SIGNAL | EV_PERSIST),
            { CallbackContext.owner($2, as: SignalSource.self)?.didReceive() },
            CallbackContext.pointer(to: self))
        event_add(event, nil)
    }

    deinit { cancel() }

    /// Removes the handler and restores the signal's previous effect; idempotent.
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

/// A watch on a descriptor, for its loop's thread only; dropping it ends the watch.
public final class DescriptorWatch {
    private let loop: EventLoop
    private let descriptor: Int32
    private var onReadable: (() -> Void)?
    private var onWritable: (() -> Void)?
    private var reading: OpaquePointer?
    /// Created when it is first needed: most connections never wait for the kernel to take output.
    private var writing: OpaquePointer?

    /// Whether the `readable` closure is called while the descriptor has input; true at first.
    public var watchesReadability = true {
        didSet {
            guard let reading, watchesReadability != oldValue else { return }
            if watchesReadability { event_add(reading, nil) } else { event_del(reading) }
        }
    }

    /// Whether the `writable` closure is called while the descriptor can take bytes; false at first.
    ///
    /// Set it only while output waits: an idle socket can nearly always take bytes.
    public var watchesWritability = false {
        didSet {
            guard reading != nil, watchesWritability != oldValue else { return }
            if watchesWritability { awaitWritable() } else { event_del(writing) }
        }
    }

    init(
        loop: EventLoop, descriptor: Int32, readable: @escaping () -> Void, writable: @escaping () -> Void
    ) {
        self.loop = loop
        self.descriptor = descriptor
        onReadable = readable
        onWritable = writable
        reading = event_new(
            loop.base, descriptor, Int16(EV_READ | EV_PERSIST),
            { CallbackContext.owner($2, as: DescriptorWatch.self)?.onReadable?() },
            CallbackContext.pointer(to: self))
        event_add(reading, nil)
    }

    deinit { cancel() }

    private func awaitWritable() {
        if writing == nil {
            writing = event_new(
                loop.base, descriptor, Int16(EV_WRITE | EV_PERSIST),
                { CallbackContext.owner($2, as: DescriptorWatch.self)?.onWritable?() },
                CallbackContext.pointer(to: self))
        }
        event_add(writing, nil)
    }

    /// Ends the watch and releases its closures, also from within one of them; idempotent.
    public func cancel() {
        for event in [reading, writing] { if let event { event_free(event) } }
        (reading, writing) = (nil, nil)
        (onReadable, onWritable) = (nil, nil)
    }
}

@available(*, unavailable)
extension DescriptorWatch: Sendable {}

/// Converts between Swift objects and the `void *` of C callbacks.
///
/// The references are unretained: every object owns the C object that calls it back and frees that in
/// `deinit`, `cancel` or `close`, so that C never calls back into a released object.
enum CallbackContext {
    static func pointer(to owner: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(owner).toOpaque()
    }

    static func owner<Owner: AnyObject>(_ context: UnsafeMutableRawPointer?, as type: Owner.Type) -> Owner? {
        guard let context else { return nil }
        return Unmanaged<Owner>.fromOpaque(context).takeUnretainedValue()
    }
}

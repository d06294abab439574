internal import CLibevent

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

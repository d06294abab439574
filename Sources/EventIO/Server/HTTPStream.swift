import Synchronization

/// One body without end, for example server-sent events; dropping it closes it.
public final class HTTPStream: Sendable {
    private let connection: TCPConnection

    init(_ connection: TCPConnection) {
        self.connection = connection
    }

    deinit { close() }

    /// The loop of the connection.
    public var loop: EventLoop { connection.loop }

    /// Sends bytes after those that were sent before; from any thread.
    ///
    /// On the loop's thread the kernel gets them at once and nothing is allocated if it takes them all; what
    /// it does not take is shared, not copied. Does nothing once the stream is closed.
    public func send(_ bytes: StreamBytes) {
        guard bytes.count > 0, isOpen else { return }
        if connection.loop.isCurrent {
            connection.send(bytes)
        } else {
            connection.stream.isUnderway(bytes.count)
            connection.loop.send(bytes, on: connection)
        }
    }

    /// Bytes that were sent and that the kernel has not taken yet; from any thread.
    public var backlog: Int { connection.stream.backlog }

    /// Whether the stream still takes bytes; from any thread.
    public var isOpen: Bool { connection.stream.isOpen }

    /// Ends the body once everything sent before is out; idempotent and from any thread.
    public func close() {
        guard isOpen else { return }
        connection.onLoop { [connection] in connection.closeStream() }
    }
}

/// What the owner of a stream on any thread and its connection on the loop both know.
///
/// Part of the connection, which carries one stream at most: nothing can follow a body without end.
struct StreamState: ~Copyable, Sendable {
    /// Bytes in the connection's output.
    private let queued = Atomic<Int>(0)
    /// Bytes on their way from another thread to the loop.
    private let underway = Atomic<Int>(0)
    private let open = Atomic<Bool>(false)

    init() {}

    var isOpen: Bool { open.load(ordering: .relaxed) }

    var backlog: Int { queued.load(ordering: .relaxed) + underway.load(ordering: .relaxed) }

    func isUnderway(_ count: Int) { underway.add(count, ordering: .relaxed) }

    func hasArrived(_ count: Int) { underway.subtract(count, ordering: .relaxed) }

    func isQueued(_ count: Int) { queued.store(count, ordering: .relaxed) }

    /// Opens the state, before anybody else knows of it.
    func begin() { open.store(true, ordering: .relaxed) }

    /// Closes the state and says whether it was open.
    func end() -> Bool {
        isQueued(0)
        return open.exchange(false, ordering: .relaxed)
    }
}

internal import CLibevent
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
            connection.stream.addInFlight(bytes.count)
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
        connection.loop.execute { [connection] in connection.closeStream() }
    }
}

/// What the owner of a stream on any thread and its connection on the loop both know.
///
/// Part of the connection, which carries one stream at most: nothing can follow a body without end.
struct StreamState: ~Copyable, Sendable {
    /// Bytes in the connection's output.
    private let queued = Atomic<Int>(0)
    /// Bytes on their way from another thread to the loop.
    private let inFlight = Atomic<Int>(0)
    private let open = Atomic<Bool>(false)

    init() {}

    var isOpen: Bool { open.load(ordering: .relaxed) }

    var backlog: Int { queued.load(ordering: .relaxed) + inFlight.load(ordering: .relaxed) }

    func addInFlight(_ count: Int) { inFlight.add(count, ordering: .relaxed) }

    func removeInFlight(_ count: Int) { inFlight.subtract(count, ordering: .relaxed) }

    func setQueued(_ count: Int) { queued.store(count, ordering: .relaxed) }

    /// Opens the state, before anybody else knows of it.
    func begin() { open.store(true, ordering: .relaxed) }

    /// Closes the state and says whether it was open.
    func end() -> Bool {
        setQueued(0)
        return open.exchange(false, ordering: .relaxed)
    }
}

/// Bytes for streams: immutable, made once and shared by every stream that sends them.
///
/// Holds the payload and its chunked form in one piece of memory.
public final class StreamBytes: @unchecked Sendable {
    // @unchecked Sendable: the memory is written in `init` only and freed in `deinit`.

    /// The chunk that ends a body.
    static var lastChunk: UnsafeRawBufferPointer {
        let chunk: StaticString = "0\r\n\r\n"
        return UnsafeRawBufferPointer(start: chunk.utf8Start, count: chunk.utf8CodeUnitCount)
    }

    /// The payload as one chunk of HTTP/1.1.
    let chunk: UnsafeRawBufferPointer
    /// The payload alone.
    let raw: UnsafeRawBufferPointer

    /// Copies the payload; an empty one sends nothing.
    public init(_ payload: [UInt8]) {
        let size = Array((String(payload.count, radix: 16) + "\r\n").utf8)
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: size.count + payload.count + 2, alignment: 1)
        memory.copyBytes(from: size)
        UnsafeMutableRawBufferPointer(rebasing: memory[size.count...]).copyBytes(from: payload)
        memory[memory.count - 2] = Byte.carriageReturn
        memory[memory.count - 1] = Byte.lineFeed
        chunk = UnsafeRawBufferPointer(memory)
        raw = UnsafeRawBufferPointer(rebasing: memory[size.count..<size.count + payload.count])
    }

    /// Copies a text's UTF-8.
    public convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }

    deinit { chunk.deallocate() }

    /// Number of bytes of the payload.
    public var count: Int { raw.count }

    /// Lets an evbuffer send part of these bytes without copying them.
    func lend(_ part: UnsafeRawBufferPointer, to buffer: OpaquePointer) {
        guard !part.isEmpty else { return }
        // Retained for the evbuffer; the one release is in the clean-up function below, which libevent calls
        // when it has sent or dropped the part.
        let retained = Unmanaged.passRetained(self)
        let failure = evbuffer_add_reference(
            buffer, part.baseAddress, part.count,
            { _, _, owner in owner.map { Unmanaged<StreamBytes>.fromOpaque($0).release() } },
            retained.toOpaque())
        if failure != 0 { retained.release() }
    }
}

internal import CLibevent
import Synchronization

/// A body of unknown length that is sent piece by piece, for example server-sent events.
///
/// A stream ends when it is closed or dropped, when the client leaves, when the client does not read
/// (``HTTPServerSettings/streamBacklogBytes``, ``HTTPServerSettings/stallTimeout``) or sends too much
/// (``HTTPServerSettings/streamInputBytes``), or when the server closes. ``HTTPExchange/stream(_:onClose:)``
/// reports the end. Safe on any thread.
public final class HTTPStream: Sendable {
    private let connection: TCPConnection

    init(_ connection: TCPConnection) {
        self.connection = connection
    }

    deinit { close() }

    /// The loop of the connection.
    public var loop: EventLoop { connection.loop }

    /// Sends bytes, after all bytes that were sent before.
    ///
    /// On the loop's thread the bytes go to the kernel at once, and the rest is queued by reference, not
    /// copied. On other threads they are queued for the loop. No effect after the end of the stream.
    public func send(_ bytes: StreamBytes) {
        guard bytes.count > 0, isOpen else { return }
        if connection.loop.isCurrent {
            connection.send(bytes)
        } else {
            connection.stream.addInFlight(bytes.count)
            connection.loop.send(bytes, on: connection)
        }
    }

    /// The number of sent bytes that the kernel has not taken yet.
    public var backlog: Int { connection.stream.backlog }

    /// Whether the stream accepts bytes.
    public var isOpen: Bool { connection.stream.isOpen }

    /// Ends the body, after all bytes that were sent before; idempotent.
    public func close() {
        guard isOpen else { return }
        connection.loop.dispatch { [connection] in connection.closeStream() }
    }
}

/// The state that the owner of a stream, on any thread, shares with its connection, on the loop.
///
/// It is part of the connection, which carries at most one stream.
struct StreamState: ~Copyable, Sendable {
    private let queued = Atomic<Int>(0)
    /// Number of bytes on their way from another thread to the loop.
    private let inFlight = Atomic<Int>(0)
    private let open = Atomic<Bool>(false)

    init() {}

    var isOpen: Bool { open.load(ordering: .relaxed) }

    var backlog: Int { queued.load(ordering: .relaxed) + inFlight.load(ordering: .relaxed) }

    func addInFlight(_ count: Int) { inFlight.add(count, ordering: .relaxed) }

    func removeInFlight(_ count: Int) { inFlight.subtract(count, ordering: .relaxed) }

    func setQueued(_ count: Int) { queued.store(count, ordering: .relaxed) }

    func begin() { open.store(true, ordering: .relaxed) }

    /// Closes the stream and returns whether it was open.
    func end() -> Bool {
        setQueued(0)
        return open.exchange(false, ordering: .relaxed)
    }
}

/// An immutable payload for streams, created once and shared by every stream that sends it.
///
/// It is stored with its chunk framing, so that sending it copies nothing.
public final class StreamBytes: @unchecked Sendable {
    // @unchecked Sendable: the memory is immutable after `init`; `deinit` frees it.

    /// The chunk that ends a body.
    static var lastChunk: UnsafeRawBufferPointer {
        let chunk: StaticString = "0\r\n\r\n"
        return UnsafeRawBufferPointer(start: chunk.utf8Start, count: chunk.utf8CodeUnitCount)
    }

    /// The payload as an HTTP/1.1 chunk.
    let chunk: UnsafeRawBufferPointer
    let raw: UnsafeRawBufferPointer

    /// Copies a payload; an empty payload sends nothing.
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

    /// Copies the UTF-8 of a text.
    public convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }

    deinit { chunk.deallocate() }

    /// The number of bytes of the payload.
    public var count: Int { raw.count }

    /// Adds part of the bytes to an evbuffer by reference.
    func lend(_ part: UnsafeRawBufferPointer, to buffer: OpaquePointer?) {
        guard !part.isEmpty else { return }
        // Retained for the evbuffer and released in the cleanup function below, which libevent calls after it
        // has sent or dropped the part.
        let retained = Unmanaged.passRetained(self)
        let failure = evbuffer_add_reference(
            buffer, part.baseAddress, part.count,
            { _, _, owner in owner.map { Unmanaged<StreamBytes>.fromOpaque($0).release() } },
            retained.toOpaque())
        if failure != 0 { retained.release() }
    }
}

internal import CLibevent

/// Bytes for streams: immutable, made once and shared by every stream that sends them.
///
/// Holds the payload and its chunked form in one piece of memory.
public final class StreamBytes: @unchecked Sendable {
    // @unchecked Sendable: the memory is written in `init` only and freed in `deinit`.

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

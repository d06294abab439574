internal import CLibevent
import Glibc

/// The transport of one connection: its socket, its buffers and TLS.
///
/// Bytes go directly between the socket, or TLS, and the connection; a buffer exists only while it holds
/// bytes. No method calls back into the connection.
///
/// The socket is watched for what the input and the output wait for, and for nothing else, so that a socket
/// never stays ready without being read, written or closed. `TransportTests` has a table of all cases.
struct Transport: ~Copyable {
    enum Event {
        case inputReceived
        /// The kernel has taken pending output.
        case outputSent
        case handshakeCompleted
        /// The client closed its side.
        case inputEnded
        case failed
    }

    enum SendResult {
        case sent
        case queued
        case broken
    }

    /// The bytes that one buffer of pending output holds: 4096 with libevent's header.
    ///
    /// A buffer is freed when all of its bytes are sent, so a client that takes nearly all of a long answer
    /// keeps little of it.
    private static let bufferBytes = 4048

    private let descriptor: Int32
    /// The watch on the socket from `open` to `close`.
    private var watch: DescriptorWatch?
    /// Nil without TLS.
    private var tls: TLSSession?
    /// The bytes of the present `receive` that are not consumed; in the memory of the caller.
    private var received = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The evbuffers of pending bytes, nil while empty.
    private var (inputBuffer, outputBuffer): (OpaquePointer?, OpaquePointer?) = (nil, nil)
    /// The last time that the client took pending bytes, or that output became pending.
    private var lastProgress = Instant.now
    /// The memory at the last `takeMemoryChange`.
    private var reportedMemory: UInt32 = 0
    private var discardedBytes: UInt32 = 0
    /// What the socket must be for the next read and for the next write; only TLS changes them.
    private var (readsWhen, writesWhen) = (SocketReadiness.readable, SocketReadiness.writable)
    private var hasInputEnded = false
    private(set) var isReleased = false
    /// Whether reading is off because too much input is pending.
    private(set) var isReadingPaused = false

    /// Takes over an accepted descriptor; nil, with the descriptor still open, if OpenSSL is out of memory.
    init?(_ descriptor: Int32, settings: HTTPServerSettings) {
        self.descriptor = descriptor
        if let context = settings.tls {
            guard let tls = context.session(on: descriptor) else { return nil }
            self.tls = tls
        }
        setOption(TCP_NODELAY, 1)
        setOption(TCP_USER_TIMEOUT, Int32(clamping: Milliseconds(settings.tcpUserTimeout).count))
        setOption(TCP_NOTSENT_LOWAT, Int32(clamping: settings.unsentBytes))
    }

    /// Whether the connection uses TLS.
    var isSecure: Bool { tls != nil }

    private func setOption(_ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, Int32(IPPROTO_TCP), option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Starts reading and reports to `connection` until `close`.
    mutating func open(for connection: TCPConnection) {
        watch = connection.loop.watch(descriptor) { [unowned connection] in
            connection.didBecomeReady(.readable)
        } writable: { [unowned connection] in
            connection.didBecomeReady(.writable)
        }
    }

    /// Sends close_notify with TLS and stops all callbacks.
    mutating func close() {
        tls?.sendCloseNotify()
        watch?.cancel()
        watch = nil
    }

    /// Frees the buffers and closes the descriptor, after `close`; idempotent.
    mutating func release() {
        guard !isReleased else { return }
        isReleased = true
        tls = nil
        Glibc.close(descriptor)
        for buffer in [inputBuffer, outputBuffer] { if let buffer { evbuffer_free(buffer) } }
        (inputBuffer, outputBuffer) = (nil, nil)
    }

    // MARK: Readiness

    private var hasOutputToSend: Bool { outputBuffer != nil && tls?.isOpen != false }

    /// Whether input can go on when the socket becomes ready.
    func receives(when readiness: SocketReadiness) -> Bool {
        watch != nil && readsWhen == readiness && !isReadingPaused && !hasInputEnded
    }

    /// Whether pending output can go on when the socket becomes ready.
    func sends(when readiness: SocketReadiness) -> Bool {
        watch != nil && writesWhen == readiness && hasOutputToSend
    }

    /// Watches the socket for the readiness that input and output wait for.
    private func updateWatch() {
        guard let watch else { return }
        watch.watchesReadability = receives(when: .readable) || sends(when: .readable)
        watch.watchesWritability = receives(when: .writable) || sends(when: .writable)
    }

    var localAddress: SocketAddress? { SocketAddress(localOf: descriptor) }

    // MARK: Input

    /// Receives bytes into `memory`, of at least 16 KiB, or goes on with the handshake.
    ///
    /// Returns nil if the socket had no bytes or the handshake must wait. The bytes are `input` until
    /// `keepInput`, which must be called before `memory` is used again.
    mutating func receive(into memory: UnsafeMutableRawBufferPointer) -> Event? {
        let isShakingHands = tls?.isOpen == false
        switch isShakingHands ? tls?.shakeHands() ?? .failed : read(into: memory) {
        case .done(let count):
            if tls != nil { inputAdvances(when: .readable) }
            if isShakingHands { return .handshakeCompleted }
            received = UnsafeRawBufferPointer(rebasing: memory[..<count])
            // The bytes continue a request that has begun to arrive.
            if inputBuffer != nil { keepInput() }
            return .inputReceived
        case .waits(let readiness):
            inputAdvances(when: readiness)
            return nil
        case .ended:
            hasInputEnded = true
            updateWatch()
            return isShakingHands ? .failed : .inputEnded
        case .failed: return .failed
        }
    }

    private mutating func inputAdvances(when readiness: SocketReadiness) {
        readsWhen = readiness
        updateWatch()
    }

    private func read(into memory: UnsafeMutableRawBufferPointer) -> SocketResult {
        if let tls { return tls.read(into: memory) }
        let count = recv(descriptor, memory.baseAddress, memory.count, 0)
        if count > 0 { return .done(count) }
        if count == 0 { return .ended }
        return errno == EAGAIN || errno == EINTR ? .waits(for: .readable) : .failed
    }

    /// Copies the rest of the received bytes, which need the connection's own buffer from here on.
    mutating func keepInput() {
        guard !received.isEmpty else { return }
        inputBuffer = inputBuffer ?? evbuffer_new()
        evbuffer_add(inputBuffer, received.baseAddress, received.count)
        received = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Number of received bytes that are not consumed; 0 after `release`.
    var pendingInput: Int { received.count + (inputBuffer.map { evbuffer_get_length($0) } ?? 0) }

    /// The received bytes that are not consumed, in one piece; nil if empty.
    ///
    /// Valid until `consume`, `keepInput` or the end of the turn.
    var input: UnsafeRawBufferPointer? {
        guard received.isEmpty else { return received }
        let length = pendingInput
        guard length > 0, let start = evbuffer_pullup(inputBuffer, -1) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: length)
    }

    mutating func consume(_ count: Int) {
        guard received.isEmpty else {
            received = received.part(count..<received.count)
            return
        }
        evbuffer_drain(inputBuffer, count)
        if pendingInput == 0 {
            evbuffer_free(inputBuffer)
            inputBuffer = nil
        }
    }

    /// Discards all input and returns the number of bytes discarded so far.
    mutating func discardInput() -> Int {
        let count = pendingInput
        if count > 0 { consume(count) }
        discardedBytes = UInt32(clamping: Int(discardedBytes) + count)
        return Int(discardedBytes)
    }

    mutating func pauseReading() {
        isReadingPaused = true
        updateWatch()
    }

    mutating func resumeReading() {
        guard isReadingPaused else { return }
        isReadingPaused = false
        updateWatch()
    }

    // MARK: Output

    /// Number of bytes that the kernel has not taken yet; 0 after `release`.
    var pendingOutput: Int { outputBuffer.map { evbuffer_get_length($0) } ?? 0 }

    /// Sends bytes and queues a copy of those that the kernel does not take.
    mutating func send(_ bytes: UnsafeRawBufferPointer) -> SendResult {
        guard var rest = sendDirectly(bytes) else { return .broken }
        guard !rest.isEmpty else { return .sent }
        let count = rest.count
        outputBuffer = outputBuffer ?? evbuffer_new()
        while !rest.isEmpty {
            let part = rest.part(0..<min(rest.count, Self.bufferBytes))
            evbuffer_add(outputBuffer, part.baseAddress, part.count)
            rest = rest.part(part.count..<rest.count)
        }
        didQueue(count)
        return .queued
    }

    /// Sends bytes and queues those that the kernel does not take, without a copy.
    mutating func send(shared bytes: StreamBytes, isChunked: Bool) -> SendResult {
        guard let rest = sendDirectly(isChunked ? bytes.chunk : bytes.raw) else { return .broken }
        guard !rest.isEmpty else { return .sent }
        outputBuffer = outputBuffer ?? evbuffer_new()
        bytes.lend(rest, to: outputBuffer)
        didQueue(rest.count)
        return .queued
    }

    /// Sends bytes if no output is pending; returns the rest, or nil if the connection is broken.
    private mutating func sendDirectly(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard outputBuffer == nil, !bytes.isEmpty else { return bytes }
        guard let tls else {
            let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return bytes.part(count..<bytes.count) }
            return errno == EAGAIN || errno == EINTR ? bytes : nil
        }
        var rest = bytes
        while tls.isOpen, !rest.isEmpty {
            switch tls.write(rest) {
            case .done(let count): rest = rest.part(count..<rest.count)
            case .waits(let readiness):
                writesWhen = readiness
                return rest
            case .ended, .failed: return nil
            }
        }
        return rest
    }

    /// Sends pending output; returns nil if none could be sent.
    mutating func sendPending() -> Event? {
        let pending = pendingOutput
        let result = tls.map { sendRecords($0) } ?? sendPlain()
        if case .failed = result { return .failed }
        if pendingOutput == 0 {
            evbuffer_free(outputBuffer)
            outputBuffer = nil
        }
        if case .waits(let readiness) = result { writesWhen = readiness } else { writesWhen = .writable }
        updateWatch()
        return pendingOutput < pending ? .outputSent : nil
    }

    private func sendPlain() -> SocketResult {
        let count = evbuffer_write(outputBuffer, descriptor)
        guard count <= 0 else { return .done(Int(count)) }
        return errno == EAGAIN || errno == EINTR ? .waits(for: .writable) : .failed
    }

    /// Sends as many records as a turn has room for.
    private func sendRecords(_ tls: TLSSession) -> SocketResult {
        for _ in 0..<Self.recordsPerTurn {
            var extent = iovec()
            guard evbuffer_peek(outputBuffer, -1, nil, &extent, 1) > 0 else { break }
            let result = tls.write(UnsafeRawBufferPointer(start: extent.iov_base, count: extent.iov_len))
            guard case .done(let count) = result else { return result }
            evbuffer_drain(outputBuffer, count)
        }
        return .done(0)
    }

    /// The records that one connection sends in one turn of the loop; about as many bytes as libevent writes
    /// at once for a connection without TLS.
    private static let recordsPerTurn = 128

    private mutating func didQueue(_ count: Int) {
        if pendingOutput == count { lastProgress = .now }
        updateWatch()
    }

    mutating func didProgress() {
        lastProgress = .now
    }

    /// Whether the client has taken none of the pending output for `limit`.
    func isStalled(at now: Instant, limit: Milliseconds) -> Bool {
        pendingOutput > 0 && now >= lastProgress + limit
    }

    /// Returns the change of the memory that pending bytes and TLS take, since the last call.
    mutating func takeMemoryChange() -> Int {
        var memory = isSecure ? Self.sessionBytes : 0
        if inputBuffer != nil { memory += pendingInput }
        if outputBuffer != nil { memory += pendingOutput + Self.unfilledBytes }
        defer { reportedMemory = UInt32(clamping: memory) }
        return memory - Int(reportedMemory)
    }

    /// Bytes of the first and the last buffer of pending output that hold none.
    private static let unfilledBytes = 2 * 4096
    /// The memory of a session of OpenSSL, with its copy of a record that waits.
    private static let sessionBytes = 20_480

    /// Closes the sending side, so that the client reads the end of the connection after all output.
    func finishOutput() {
        tls?.sendCloseNotify()
        shutdown(descriptor, Int32(SHUT_WR))
    }

    // MARK: TLS

    /// Gives up TLS if the handshake failed because the client sent plain HTTP; returns whether it did.
    mutating func fallBackToPlainHTTP() -> Bool {
        guard tls?.receivedPlainHTTP == true else { return false }
        tls = nil
        (readsWhen, writesWhen) = (.readable, .writable)
        updateWatch()
        return true
    }
}

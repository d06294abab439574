internal import CLibevent
import Glibc

/// The transport of one connection: its socket, its buffers and TLS.
///
/// Plain bytes go directly between the socket and the connection; a buffer exists only while it holds bytes.
/// With TLS all bytes go through a bufferevent. No method calls back into the connection.
struct Transport {
    enum Event {
        case inputReceived
        /// The kernel has taken pending output.
        case outputSent
        case handshakeCompleted
        /// The client closed its side.
        case inputEnded
        case failed

        fileprivate init(_ flags: Int16) {
            self =
                flags & Int16(BEV_EVENT_CONNECTED) != 0
                ? .handshakeCompleted : flags & Int16(BEV_EVENT_EOF) != 0 ? .inputEnded : .failed
        }
    }

    enum SendResult {
        case sent
        case queued
        case broken
    }

    private let descriptor: Int32
    /// The watch on the socket of a plain connection from `open` to `close`.
    private var watch: DescriptorWatch?
    /// The bufferevent of a connection with TLS.
    ///
    /// Plain connections have none: it takes about as much memory as all other parts of an idle stream.
    private var bufferevent: OpaquePointer?
    /// The bytes of the present `receive` that are not consumed; in the memory of the caller.
    private var received = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The evbuffers of pending bytes: those of the bufferevent, or, without TLS, nil while empty.
    private var (inputBuffer, outputBuffer): (OpaquePointer?, OpaquePointer?) = (nil, nil)
    /// The last time that the client took pending bytes, or that output became pending.
    private var lastProgress = Instant.now
    /// Pending output at the last nonzero result of `takeUnreadChange`.
    private var reportedBytes: UInt32 = 0
    private var discardedBytes: UInt32 = 0
    /// Whether the connection uses TLS.
    private(set) var isSecure: Bool
    private(set) var isReleased = false
    /// Whether reading is off because too much input is pending.
    private(set) var isReadingPaused = false

    /// Takes over an accepted descriptor; nil, with the descriptor still open, if libevent is out of memory.
    init?(_ descriptor: Int32, loop: EventLoop, settings: HTTPServerSettings) {
        self.descriptor = descriptor
        isSecure = settings.tls != nil
        if let tls = settings.tls {
            guard let bufferevent = tls.bufferevent(on: loop.base, descriptor) else { return nil }
            self.bufferevent = bufferevent
            inputBuffer = bufferevent_get_input(bufferevent)
            outputBuffer = bufferevent_get_output(bufferevent)
        }
        setOption(TCP_NODELAY, 1)
        setOption(TCP_USER_TIMEOUT, Int32(clamping: Milliseconds(settings.tcpUserTimeout).count))
    }

    private func setOption(_ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, Int32(IPPROTO_TCP), option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Starts reading and reports to `connection` until `close`.
    mutating func open(for connection: TCPConnection) {
        guard let bufferevent else {
            watch = connection.loop.watch(descriptor) { [unowned connection] in
                connection.didBecomeReadable()
            } writable: { [unowned connection] in
                connection.didBecomeWritable()
            }
            return
        }
        bufferevent_setcb(
            bufferevent,
            { CallbackContext.owner($1, as: TCPConnection.self)?.didReceive(.inputReceived) },
            { CallbackContext.owner($1, as: TCPConnection.self)?.didReceive(.outputSent) },
            { CallbackContext.owner($2, as: TCPConnection.self)?.didReceive(Event($1)) },
            CallbackContext.pointer(to: connection))
        // With this low-water mark the callback runs after every write, so that backlogs are exact.
        bufferevent_setwatermark(bufferevent, Int16(EV_WRITE), Int.max, 0)
        bufferevent_enable(bufferevent, Int16(EV_READ))
    }

    /// Sends close_notify with TLS and stops all callbacks.
    func close() {
        watch?.cancel()
        guard let bufferevent else { return }
        sendCloseNotify()
        bufferevent_setcb(bufferevent, nil, nil, nil, nil)
        bufferevent_disable(bufferevent, Int16(EV_READ | EV_WRITE))
    }

    /// Frees the buffers and closes the descriptor, after `close`; idempotent.
    mutating func release() {
        guard !isReleased else { return }
        isReleased = true
        if let bufferevent {
            bufferevent_free(bufferevent)
        } else {
            Glibc.close(descriptor)
            for buffer in [inputBuffer, outputBuffer] { if let buffer { evbuffer_free(buffer) } }
        }
        (bufferevent, inputBuffer, outputBuffer) = (nil, nil, nil)
    }

    var localAddress: SocketAddress? { SocketAddress(localOf: descriptor) }

    // MARK: Input

    /// Receives bytes of a plain connection into `memory`; returns nil if none have arrived.
    ///
    /// They are `input` until `keepInput`, which must be called before `memory` is used again.
    mutating func receive(into memory: UnsafeMutableRawBufferPointer) -> Event? {
        let count = recv(descriptor, memory.baseAddress, memory.count, 0)
        guard count > 0 else {
            if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : .failed }
            watch?.watchesReadability = false
            return .inputEnded
        }
        received = UnsafeRawBufferPointer(rebasing: memory[..<count])
        // The bytes continue a request that has begun to arrive.
        if inputBuffer != nil { keepInput() }
        return .inputReceived
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
        if bufferevent == nil, pendingInput == 0 {
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
        watch?.watchesReadability = false
        if let bufferevent { bufferevent_disable(bufferevent, Int16(EV_READ)) }
    }

    mutating func resumeReading() {
        guard isReadingPaused else { return }
        isReadingPaused = false
        watch?.watchesReadability = true
        if let bufferevent { bufferevent_enable(bufferevent, Int16(EV_READ)) }
    }

    // MARK: Output

    /// Number of bytes that the kernel has not taken yet; 0 after `release`.
    var pendingOutput: Int { outputBuffer.map { evbuffer_get_length($0) } ?? 0 }

    /// Sends bytes and queues a copy of those that the kernel does not take.
    mutating func send(_ bytes: UnsafeRawBufferPointer) -> SendResult {
        guard let rest = sendDirectly(bytes) else { return .broken }
        guard !rest.isEmpty else { return .sent }
        prepareQueue()
        evbuffer_add(outputBuffer, rest.baseAddress, rest.count)
        didQueue(rest.count)
        return .queued
    }

    /// Sends bytes and queues those that the kernel does not take, without a copy.
    mutating func send(shared bytes: StreamBytes, isChunked: Bool) -> SendResult {
        guard let rest = sendDirectly(isChunked ? bytes.chunk : bytes.raw) else { return .broken }
        guard !rest.isEmpty else { return .sent }
        prepareQueue()
        bytes.lend(rest, to: outputBuffer)
        didQueue(rest.count)
        return .queued
    }

    /// Sends bytes if no output is pending; returns the rest, or nil if the connection is broken.
    private func sendDirectly(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard !isSecure, pendingOutput == 0, !bytes.isEmpty else { return bytes }
        let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if count >= 0 { return bytes.part(count..<bytes.count) }
        return errno == EAGAIN || errno == EINTR ? bytes : nil
    }

    /// Creates the buffer for output that must wait, and watches for the end of the wait.
    private mutating func prepareQueue() {
        guard outputBuffer == nil else { return }
        outputBuffer = evbuffer_new()
        watch?.watchesWritability = true
    }

    /// Sends pending output of a plain connection; returns nil if the kernel takes none.
    mutating func sendPending() -> Event? {
        guard evbuffer_write(outputBuffer, descriptor) > 0 else {
            return errno == EAGAIN || errno == EINTR ? nil : .failed
        }
        if pendingOutput == 0 {
            watch?.watchesWritability = false
            evbuffer_free(outputBuffer)
            outputBuffer = nil
        }
        return .outputSent
    }

    private mutating func didQueue(_ count: Int) {
        if pendingOutput == count { lastProgress = .now }
    }

    mutating func didProgress() {
        lastProgress = .now
    }

    /// Whether the client has taken none of the pending output for `limit`.
    func isStalled(at now: Instant, limit: Milliseconds) -> Bool {
        pendingOutput > 0 && now >= lastProgress + limit
    }

    /// Returns the change of the pending output since the last result, or 0 while it is less than `step`.
    ///
    /// Large steps keep short answers away from the shared count.
    mutating func takeUnreadChange(step: Int) -> Int {
        let pending = pendingOutput
        let change = pending - Int(reportedBytes)
        guard pending == 0 || abs(change) >= step else { return 0 }
        reportedBytes = UInt32(clamping: pending)
        return change
    }

    /// Closes the sending side, so that the client reads the end of the connection after all output.
    func finishOutput() {
        sendCloseNotify()
        shutdown(descriptor, Int32(SHUT_WR))
    }

    // MARK: TLS

    /// The OpenSSL session; nil without TLS.
    private var session: OpaquePointer? {
        isSecure ? bufferevent.flatMap { bufferevent_openssl_get_ssl($0) } : nil
    }

    /// Enables writing again, which libevent disables at the client's close_notify.
    func resumeWriting() {
        guard isSecure, let bufferevent, pendingOutput > 0 else { return }
        bufferevent_enable(bufferevent, Int16(EV_WRITE))
    }

    /// Gives up TLS if the handshake failed because the client sent plain HTTP; returns whether it did.
    mutating func fallBackToPlainHTTP() -> Bool {
        guard let bufferevent, let session, SSL_is_init_finished(session) == 0 else { return false }
        guard ERR_GET_REASON(bufferevent_get_openssl_error(bufferevent)) == SSL_R_HTTP_REQUEST else {
            return false
        }
        isSecure = false
        return true
    }

    /// Sends close_notify, by which the client tells an orderly end from a cut connection.
    private func sendCloseNotify() {
        guard let session, SSL_is_init_finished(session) == 1 else { return }
        guard SSL_get_shutdown(session) & SSL_SENT_SHUTDOWN == 0 else { return }
        SSL_shutdown(session)
        // OpenSSL queues errors per thread: another connection would read an error of this call.
        ERR_clear_error()
    }
}

internal import CLibevent
import Glibc

/// The bytes of one connection: its socket, its bufferevent, TLS, and the output that waits.
///
/// Bytes leave directly when nothing waits before them; otherwise, and with TLS always, through the
/// bufferevent. No method calls the connection back. The connection closes it and releases it after the turn.
struct Transport {
    /// What libevent reports besides bytes.
    enum Event {
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
        /// Bytes wait for the client.
        case queued
        case broken
    }

    private var bufferevent: OpaquePointer?
    /// When the client last took bytes that waited, or they began to wait.
    private var lastProgress = Instant.now
    private let descriptor: Int32
    /// Number of bytes of pending output that the address has been charged with.
    private var chargedBytes: UInt32 = 0
    /// Number of bytes that were discarded.
    private var discardedBytes: UInt32 = 0
    /// Whether TLS is spoken, so that all bytes go through the bufferevent.
    private(set) var isSecure: Bool
    /// Whether reading is off because too much input waits.
    private(set) var isReadingPaused = false

    /// Takes over an accepted descriptor; nil, and the descriptor stays open, when libevent has no memory.
    init?(_ descriptor: Int32, loop: EventLoop, settings: HTTPServerSettings) {
        if let tls = settings.tls {
            bufferevent = tls.bufferevent(on: loop.base, descriptor)
        } else {
            bufferevent = bufferevent_socket_new(
                loop.base, descriptor, Int32(BEV_OPT_CLOSE_ON_FREE.rawValue))
        }
        guard bufferevent != nil else { return nil }
        self.descriptor = descriptor
        isSecure = settings.tls != nil
        setOption(TCP_NODELAY, 1)
        setOption(TCP_USER_TIMEOUT, Int32(clamping: Milliseconds(settings.userTimeout).count))
    }

    private func setOption(_ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, Int32(IPPROTO_TCP), option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Begins to read and reports to `connection` until `close`.
    func open(for connection: TCPConnection) {
        bufferevent_setcb(
            bufferevent,
            { CallbackContext.owner($1, as: TCPConnection.self)?.didReceiveInput() },
            { CallbackContext.owner($1, as: TCPConnection.self)?.didSendOutput() },
            { CallbackContext.owner($2, as: TCPConnection.self)?.didReceive(Event($1)) },
            CallbackContext.of(connection))
        // The write callback comes after every write, not only after the last, so that backlogs are exact.
        bufferevent_setwatermark(bufferevent, Int16(EV_WRITE), Int.max, 0)
        bufferevent_enable(bufferevent, Int16(EV_READ))
    }

    /// Stops all reports; with TLS tells the client that nothing more will come.
    func close() {
        sendCloseNotify()
        bufferevent_setcb(bufferevent, nil, nil, nil, nil)
        bufferevent_disable(bufferevent, Int16(EV_READ | EV_WRITE))
    }

    /// Frees the bufferevent, and with it the descriptor; idempotent.
    mutating func release() {
        guard let bufferevent else { return }
        self.bufferevent = nil
        bufferevent_free(bufferevent)
    }

    var isReleased: Bool { bufferevent == nil }

    /// The address of this end, or nil when the system does not say.
    var localAddress: SocketAddress? { SocketAddress(localOf: descriptor) }

    // MARK: Input

    private var inputBuffer: OpaquePointer? { bufferevent.flatMap { bufferevent_get_input($0) } }

    /// Number of bytes that came and are not consumed; 0 after `release`.
    var pendingInput: Int { inputBuffer.map { evbuffer_get_length($0) } ?? 0 }

    /// The bytes that came and are not consumed, in one piece; nil when there are none.
    ///
    /// They stay where they are until `consume` or the end of the turn.
    var input: UnsafeRawBufferPointer? {
        let length = pendingInput
        guard length > 0, let start = evbuffer_pullup(inputBuffer, -1) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: length)
    }

    func consume(_ count: Int) {
        evbuffer_drain(inputBuffer, count)
    }

    /// Consumes all input unread and returns how many bytes have been discarded so far.
    mutating func discardInput() -> Int {
        let count = pendingInput
        if count > 0 { consume(count) }
        discardedBytes = UInt32(clamping: Int(discardedBytes) + count)
        return Int(discardedBytes)
    }

    mutating func pauseReading() {
        isReadingPaused = true
        bufferevent_disable(bufferevent, Int16(EV_READ))
    }

    mutating func resumeReading() {
        guard isReadingPaused else { return }
        isReadingPaused = false
        bufferevent_enable(bufferevent, Int16(EV_READ))
    }

    // MARK: Output

    private var outputBuffer: OpaquePointer? { bufferevent.flatMap { bufferevent_get_output($0) } }

    /// Number of bytes that the kernel has not taken yet; 0 after `release`.
    var pendingOutput: Int { outputBuffer.map { evbuffer_get_length($0) } ?? 0 }

    /// Gives bytes to the kernel and queues a copy of those that it does not take.
    mutating func send(_ bytes: UnsafeRawBufferPointer) -> SendResult {
        guard let rest = sendDirectly(bytes) else { return .broken }
        guard !rest.isEmpty else { return .sent }
        evbuffer_add(outputBuffer, rest.baseAddress, rest.count)
        didQueue(rest.count)
        return .queued
    }

    /// Gives bytes to the kernel and queues those that it does not take without copying them.
    mutating func send(shared bytes: StreamBytes, isChunked: Bool) -> SendResult {
        guard let rest = sendDirectly(isChunked ? bytes.chunk : bytes.raw) else { return .broken }
        guard !rest.isEmpty, let outputBuffer else { return .sent }
        bytes.lend(rest, to: outputBuffer)
        didQueue(rest.count)
        return .queued
    }

    /// Gives bytes to the kernel if nothing waits before them; returns those not taken, or nil when broken.
    private func sendDirectly(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard !isSecure, pendingOutput == 0, !bytes.isEmpty else { return bytes }
        let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if count >= 0 { return bytes.part(count..<bytes.count) }
        return errno == EAGAIN || errno == EINTR ? bytes : nil
    }

    private mutating func didQueue(_ count: Int) {
        if pendingOutput == count { lastProgress = .now }
    }

    /// Notes that the client took bytes that waited.
    mutating func didProgress() {
        lastProgress = .now
    }

    /// Whether output has waited for `limit` without the client taking a byte.
    func isStalled(at now: Instant, limit: Milliseconds) -> Bool {
        pendingOutput > 0 && now >= lastProgress + limit
    }

    /// The bytes to charge the address with, negative to give back; 0 while the change is less than `step`.
    ///
    /// In large steps, so that short answers cost nothing.
    mutating func takeCharge(step: Int) -> Int {
        let pending = pendingOutput
        let change = pending - Int(chargedBytes)
        guard pending == 0 || abs(change) >= step else { return 0 }
        chargedBytes = UInt32(clamping: pending)
        return change
    }

    /// Closes this side: the client reads the end after all output.
    func finishOutput() {
        sendCloseNotify()
        shutdown(descriptor, Int32(SHUT_WR))
    }

    // MARK: TLS

    /// OpenSSL's part of the connection; nil without TLS.
    private var session: OpaquePointer? {
        isSecure ? bufferevent.flatMap { bufferevent_openssl_get_ssl($0) } : nil
    }

    /// After the client's close_notify libevent writes no more by itself, but answers may still be due.
    func resumeWriting() {
        guard isSecure, let bufferevent, pendingOutput > 0 else { return }
        bufferevent_enable(bufferevent, Int16(EV_WRITE))
    }

    /// Gives TLS up when the handshake failed because the client speaks plain HTTP, and says whether it did.
    mutating func fallBackToPlainHTTP() -> Bool {
        guard let bufferevent, let session, SSL_is_init_finished(session) == 0 else { return false }
        guard ERR_GET_REASON(bufferevent_get_openssl_error(bufferevent)) == SSL_R_HTTP_REQUEST else {
            return false
        }
        isSecure = false
        return true
    }

    /// Tells the client that nothing more will come, so that it can tell this end from a cut connection.
    private func sendCloseNotify() {
        guard let session, SSL_is_init_finished(session) == 1 else { return }
        guard SSL_get_shutdown(session) & SSL_SENT_SHUTDOWN == 0 else { return }
        SSL_shutdown(session)
        // It may have failed; OpenSSL keeps its errors by thread, so another connection would read them.
        ERR_clear_error()
    }
}

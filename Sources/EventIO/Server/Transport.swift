internal import CLibevent
import Glibc

/// The transport of one connection: its socket, its bufferevent and TLS.
///
/// Output goes directly to the kernel if no other output is pending; otherwise, and always with TLS, through
/// the bufferevent. No method calls back into the connection.
struct Transport {
    /// An event other than input and output.
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
        case queued
        case broken
    }

    private var bufferevent: OpaquePointer?
    /// The last time that the client took pending bytes, or that output became pending.
    private var lastProgress = Instant.now
    private let descriptor: Int32
    /// Pending output at the last nonzero result of `takeUnreadChange`.
    private var reportedBytes: UInt32 = 0
    private var discardedBytes: UInt32 = 0
    /// Whether the connection uses TLS, so that all bytes go through the bufferevent.
    private(set) var isSecure: Bool
    /// Whether reading is off because too much input is pending.
    private(set) var isReadingPaused = false

    /// Takes over an accepted descriptor; nil, with the descriptor still open, if libevent is out of memory.
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
        setOption(TCP_USER_TIMEOUT, Int32(clamping: Milliseconds(settings.tcpUserTimeout).count))
    }

    private func setOption(_ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, Int32(IPPROTO_TCP), option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Starts reading and reports to `connection` until `close`.
    func open(for connection: TCPConnection) {
        bufferevent_setcb(
            bufferevent,
            { CallbackContext.owner($1, as: TCPConnection.self)?.didReceiveInput() },
            { CallbackContext.owner($1, as: TCPConnection.self)?.didSendOutput() },
            { CallbackContext.owner($2, as: TCPConnection.self)?.didReceive(Event($1)) },
            CallbackContext.pointer(to: connection))
        // With this low-water mark the callback runs after every write, so that backlogs are exact.
        bufferevent_setwatermark(bufferevent, Int16(EV_WRITE), Int.max, 0)
        bufferevent_enable(bufferevent, Int16(EV_READ))
    }

    /// Sends close_notify with TLS and stops all callbacks.
    func close() {
        sendCloseNotify()
        bufferevent_setcb(bufferevent, nil, nil, nil, nil)
        bufferevent_disable(bufferevent, Int16(EV_READ | EV_WRITE))
    }

    /// Frees the bufferevent, which closes the descriptor; idempotent.
    mutating func release() {
        guard let bufferevent else { return }
        self.bufferevent = nil
        bufferevent_free(bufferevent)
    }

    var isReleased: Bool { bufferevent == nil }

    var localAddress: SocketAddress? { SocketAddress(localOf: descriptor) }

    // MARK: Input

    private var inputBuffer: OpaquePointer? { bufferevent.flatMap { bufferevent_get_input($0) } }

    /// Number of received bytes that are not consumed; 0 after `release`.
    var pendingInput: Int { inputBuffer.map { evbuffer_get_length($0) } ?? 0 }

    /// The received bytes that are not consumed, in one piece; nil if empty.
    ///
    /// Valid until `consume` or the end of the turn.
    var input: UnsafeRawBufferPointer? {
        let length = pendingInput
        guard length > 0, let start = evbuffer_pullup(inputBuffer, -1) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: length)
    }

    func consume(_ count: Int) {
        evbuffer_drain(inputBuffer, count)
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

    /// Sends bytes and queues a copy of those that the kernel does not take.
    mutating func send(_ bytes: UnsafeRawBufferPointer) -> SendResult {
        guard let rest = sendDirectly(bytes) else { return .broken }
        guard !rest.isEmpty else { return .sent }
        evbuffer_add(outputBuffer, rest.baseAddress, rest.count)
        didQueue(rest.count)
        return .queued
    }

    /// Sends bytes and queues those that the kernel does not take, without a copy.
    mutating func send(shared bytes: StreamBytes, isChunked: Bool) -> SendResult {
        guard let rest = sendDirectly(isChunked ? bytes.chunk : bytes.raw) else { return .broken }
        guard !rest.isEmpty, let outputBuffer else { return .sent }
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

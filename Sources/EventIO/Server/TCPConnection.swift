internal import CLibevent
import Glibc

/// One accepted connection: its bufferevent, its parser and the one request that it is busy with.
final class TCPConnection: @unchecked Sendable {
    // @unchecked Sendable: only its loop's thread touches it; other threads carry the reference in an
    // exchange or a stream and come back by `EventLoop.perform`.

    /// What the connection is doing.
    enum Phase {
        /// Waits for a request or is in the middle of one.
        case reading
        /// A handler has a request; nothing further is parsed until it is answered.
        case answering
        /// The body of an answer has no end yet.
        case streaming
        /// Only the pending output goes out any more.
        case flushing
        /// All is said; what the client still sends is dropped so that it can read the answer.
        case lingering
        /// Gone for everybody; the bufferevent is freed after this turn.
        case closed
    }

    let loop: EventLoop
    let peer: SocketAddress
    let descriptor: Int32
    /// The table that owns this connection; let go in `release`, so that an exchange that a handler still
    /// keeps does not keep the server alive.
    private(set) var table: ConnectionTable?
    /// The connection's place in the table.
    var place = 0

    var bufferevent: OpaquePointer?
    /// The request that is being read; nil from the moment when a stream begins, after which none can come.
    var reading: RequestReading?

    // What takes a byte or four stands together: there are thousands of connections.
    let stream = StreamState()
    var phase = Phase.reading
    /// Whether requests are being read further up the call stack.
    var isReadingRequests = false
    /// Whether whole requests may wait for the next turn.
    var isPostponed = false
    /// Whether the client closed its side.
    var hasEnded = false
    /// Whether reading is off because too much input waits.
    var isPaused = false
    /// Whether closing must let the client read the answer first.
    var lingers = false
    /// Whether TLS is spoken, so that all bytes go through the bufferevent.
    var isSecure: Bool
    var isHead = false
    var isVersion11 = true
    var keepsAlive = true

    var isChunked = false
    /// Counts the requests; names the one that is being answered.
    var serial: UInt32 = 0
    /// Bytes of pending output that the address has been charged with.
    var chargedBytes: UInt32 = 0
    /// Whom it tells once that the client of a parked request has left, or that the stream has ended.
    var whenGone: (@Sendable () -> Void)?

    var deadline = Instant.never
    /// Bytes that came in while nothing may come in: into a stream, or after a refusal.
    var strayBytes = 0
    /// When the client last took bytes that waited, or they began to wait.
    var progress = Instant.now

    init(bufferevent: OpaquePointer, descriptor: Int32, peer: SocketAddress, table: ConnectionTable) {
        self.bufferevent = bufferevent
        self.descriptor = descriptor
        self.peer = peer
        self.table = table
        loop = table.loop
        isSecure = table.settings.tls != nil
        reading = RequestReading(limits: table.settings.limits)
        deadline = Instant.now + (isSecure ? table.timeouts.header : table.timeouts.idle)
    }

    deinit { assert(bufferevent == nil, "a connection was dropped before its bufferevent was freed") }

    /// Begins to read.
    func open() {
        bufferevent_setcb(
            bufferevent,
            { CallbackContext.owner($1, as: TCPConnection.self)?.didRead() },
            { CallbackContext.owner($1, as: TCPConnection.self)?.didWrite() },
            { CallbackContext.owner($2, as: TCPConnection.self)?.didHappen($1) },
            CallbackContext.of(self))
        // The write callback comes after every write, not only after the last, so that backlogs are exact.
        bufferevent_setwatermark(bufferevent, Int16(EV_WRITE), Int.max, 0)
        bufferevent_enable(bufferevent, Int16(EV_READ))
    }

    /// Runs work on the loop's thread: now when the caller is on it.
    func onLoop(_ work: @escaping @Sendable () -> Void) {
        if loop.isCurrent { work() } else { loop.perform(work) }
    }

    var input: OpaquePointer? { bufferevent.flatMap { bufferevent_get_input($0) } }
    var output: OpaquePointer? { bufferevent.flatMap { bufferevent_get_output($0) } }
    /// Bytes that came and are not consumed; 0 once the bufferevent is gone.
    var pendingInput: Int { input.map { evbuffer_get_length($0) } ?? 0 }
    /// Bytes that the kernel has not taken yet; 0 once the bufferevent is gone.
    var pendingOutput: Int { output.map { evbuffer_get_length($0) } ?? 0 }

    /// Whether the connection carries a stream, or did until its end.
    var isStream: Bool { reading == nil }

    private func didRead() {
        switch phase {
        case .reading where isPostponed: boundWaitingInput()
        case .reading: readRequests()
        case .answering: boundWaitingInput()
        case .streaming, .flushing, .lingering: dropStrayInput()
        case .closed: break
        }
    }

    private func didHappen(_ what: Int16) {
        guard phase != .closed else { return }
        if what & Int16(BEV_EVENT_CONNECTED) != 0 { return didShakeHands() }
        guard what & Int16(BEV_EVENT_EOF) != 0 else {
            if !refusePlainHTTP() { close(.left) }
            return
        }
        hasEnded = true
        resumeWriting()
        switch phase {
        case .reading: finishAfterEnd()
        case .answering: if whenGone != nil { abandon() }
        case .streaming, .lingering: close(.left)
        case .flushing, .closed: break
        }
    }

    /// The client of a parked exchange has left; answers before it that still wait are its due all the same.
    func abandon() {
        guard pendingOutput > 0 || table?.scratch.holder === self else {
            close(.left)
            return
        }
        tellAbandoned()
        phase = .flushing
    }

    /// Ends the connection for everybody at once; the bufferevent goes after this turn, never inside a
    /// callback.
    func close(_ end: HTTPObservation.StreamEnd = .left) {
        guard phase != .closed else { return }
        let wasAnswering = phase == .answering
        phase = .closed
        deadline = .never
        endStream(end)
        if wasAnswering, whenGone != nil { tellAbandoned() }
        sayGoodbye()
        bufferevent_setcb(bufferevent, nil, nil, nil, nil)
        bufferevent_disable(bufferevent, Int16(EV_READ | EV_WRITE))
        loop.afterTurn { [self] in release() }
    }

    /// Frees the bufferevent, and with it the descriptor.
    func release() {
        guard let bufferevent else { return }
        self.bufferevent = nil
        chargeOutput()
        bufferevent_free(bufferevent)
        table?.remove(self)
        table = nil
    }
}

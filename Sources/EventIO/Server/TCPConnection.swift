/// One accepted connection: its transport, its parser and the one request that it is busy with.
final class TCPConnection: @unchecked Sendable {
    // @unchecked Sendable: only its loop's thread touches it; other threads carry the reference in an
    // exchange or a stream and come back by `EventLoop.perform`.

    private enum Phase {
        /// Waits for a request or is in the middle of one.
        case reading
        /// A handler has a request; nothing further is parsed until it is answered.
        case answering
        /// The body of an answer has no end yet.
        case streaming
        /// Only the pending output goes out any more.
        case flushing
        /// The answer is out; input is discarded so that the client can read it.
        case lingering
        /// Closed; the bufferevent is freed after this turn.
        case closed
    }

    let loop: EventLoop
    let peer: SocketAddress

    // The flags fill the gap behind the address: there are thousands of connections.
    private var phase = Phase.reading
    /// Whether requests are being read further up the call stack.
    private var isReadingRequests = false
    /// Whether whole requests may wait for the next turn.
    private var isPostponed = false
    /// Whether the client closed its side.
    private var isHalfClosed = false
    /// Whether the body of the stream goes in chunks.
    private var isChunked = false
    @exclusivity(unchecked) private var exchange = CurrentExchange()

    /// The owner; dropped with the bufferevent, so that an exchange that is kept does not keep the server.
    private var table: ConnectionTable?
    /// The connection's index in the table, which sets it.
    var index = 0
    /// The request that is being read; nil from the moment when a stream begins, after which none can come.
    private var reader: RequestReader?
    // Unchecked like `exchange`: its methods never call the connection back, so no two accesses overlap.
    @exclusivity(unchecked) private var transport: Transport
    /// What the stream's owner on another thread shares with the connection.
    let stream = StreamState()
    /// Called once when the client of a parked request has left, or when the stream has ended.
    private var onEnd: (@Sendable () -> Void)?
    private var deadline: Instant

    /// Begins to read at once.
    init(_ transport: Transport, peer: SocketAddress, table: ConnectionTable) {
        self.transport = transport
        self.peer = peer
        self.table = table
        loop = table.loop
        reader = RequestReader(limits: table.settings.limits)
        deadline = Instant.now + (transport.isSecure ? table.timeouts.header : table.timeouts.idle)
        transport.open(for: self)
    }

    deinit { assert(transport.isReleased, "a connection was dropped before its bufferevent was freed") }

    /// Ends the connection at once; the bufferevent is freed after this turn, never inside a callback.
    func close(_ end: HTTPObservation.StreamEnd = .left) {
        guard phase != .closed else { return }
        let wasAnswering = phase == .answering
        phase = .closed
        deadline = .never
        endStream(end)
        if wasAnswering, onEnd != nil { notifyAbandoned() }
        transport.close()
        loop.afterTurn { [self] in release() }
    }

    private func release() {
        transport.release()
        chargeOutput()
        table?.remove(self)
        table = nil
    }

    // MARK: What the transport reports

    func didReceiveInput() {
        switch phase {
        case .reading where !isPostponed: readRequests()
        case .reading, .answering: limitPipelinedInput()
        case .streaming, .flushing, .lingering: discardInput()
        case .closed: break
        }
    }

    func didSendOutput() {
        guard phase != .closed else { return }
        chargeOutput()
        transport.didProgress()
        if phase == .streaming { stream.setQueued(transport.pendingOutput) }
        switch phase {
        case .reading: if transport.pendingInput > 0 || isHalfClosed { readRequests() }
        case .flushing: finishFlushing()
        case .answering, .streaming, .lingering, .closed: break
        }
    }

    func didReceive(_ event: Transport.Event) {
        guard phase != .closed else { return }
        switch event {
        case .handshakeCompleted:
            guard phase == .reading, let table else { return }
            deadline = Instant.now + table.timeouts.idle
        case .inputEnded: didHalfClose()
        case .failed:
            // The refusal goes as plain as the request came, so that a person can read it.
            guard phase == .reading, transport.fallBackToPlainHTTP() else { return close() }
            refuse(.plainHTTP)
        }
    }

    private func didHalfClose() {
        isHalfClosed = true
        transport.resumeWriting()
        switch phase {
        case .reading: finishHalfClosed()
        case .answering: if onEnd != nil { abandon() }
        case .streaming, .lingering: close()
        case .flushing, .closed: break
        }
    }

    // MARK: Requests

    /// Reads requests until one stays open, the input or the quota of the turn ends, or much output waits.
    func readRequests() {
        guard !isReadingRequests, !isPostponed, let table, let reader else { return }
        isReadingRequests = true
        var needsInput = false
        var quota = table.requestQuota
        // The bytes stay where they are until they are consumed below: only this function touches the input,
        // and a connection that closes itself is freed only after this turn.
        if let bytes = transport.input {
            var consumed = 0
            while phase == .reading, !needsInput, quota > 0,
                transport.pendingOutput < table.settings.outputBytes
            {
                let (count, outcome) = reader.parse(bytes.part(consumed..<bytes.count))
                consumed += count
                quota -= 1
                needsInput = handle(outcome, table)
            }
            transport.consume(consumed)
        }
        if quota == 0, phase == .reading, !needsInput, transport.pendingInput > 0 {
            isPostponed = true
            table.postpone(self)
        }
        isReadingRequests = false
        table.writer.flush(self)
        settle()
    }

    /// Goes on with requests that were postponed to this turn.
    func resumeRequests() {
        isPostponed = false
        readRequests()
    }

    /// Acts on an outcome of the parser; returns whether it needs more bytes.
    private func handle(_ outcome: HTTPParserOutcome, _ table: ConnectionTable) -> Bool {
        switch outcome {
        case .needsMore: return true
        case .request(let request): begin(request, table)
        case .refused(let refusal): refuse(refusal)
        case .expectsContinue: table.writer.writeContinue(to: self)
        }
        return false
    }

    private func begin(_ request: HTTPRequest, _ table: ConnectionTable) {
        reader?.didFinishRequest()
        deadline = .never
        exchange.begin(request)
        if exchange.serial >= table.settings.requestsPerConnection, table.canAccept { exchange.linger() }
        phase = .answering
        if table.isDraining {
            refuse(.shuttingDown)
        } else if reader?.isServed(request.authority, by: table.publicHosts, on: transport) == true {
            table.handler.handle(HTTPExchange(request: request, connection: self, serial: exchange.serial))
        } else {
            refuse(.misdirected)
        }
    }

    /// Answers a request that reaches no handler, and closes.
    func refuse(_ refusal: HTTPRefusal) {
        guard let table else { return }
        table.handler.observe(.refused(refusal))
        if phase == .reading, let head = reader?.head { exchange.begin(unfinished: head) }
        exchange.linger()
        write(table.handler.response(to: refusal))
        if !isReadingRequests { flushAndSettle() }
    }

    /// After reading or writing: decides what the connection waits for now.
    private func settle() {
        // While requests are being read the input is in use; `readRequests` settles when it is done.
        guard !isReadingRequests else { return }
        switch phase {
        case .reading where isHalfClosed: finishHalfClosed()
        case .reading: awaitRequest()
        case .answering: limitPipelinedInput()
        case .flushing: finishFlushing()
        case .streaming, .lingering: discardInput()
        case .closed: break
        }
    }

    private func awaitRequest() {
        guard let table, let reader else { return }
        let isFull = transport.pendingInput >= table.settings.pipelineBytes
        if isFull { limitPipelinedInput() } else { transport.resumeReading() }
        deadline = reader.deadline(hasInput: transport.pendingInput > 0, table.timeouts)
    }

    /// Keeps the input bounded while a request is being answered.
    private func limitPipelinedInput() {
        guard let table, !transport.isReadingPaused, transport.pendingInput >= table.settings.pipelineBytes
        else { return }
        // A parked client must be read from, or its leaving would go unnoticed.
        if onEnd != nil { close(.talkative) } else { transport.pauseReading() }
    }

    // MARK: Answers

    /// Sends the answer to the open exchange; no effect when the client has left.
    func answer(_ response: HTTPResponse, to serial: UInt32) {
        guard serial == exchange.serial else { return }
        onEnd = nil
        guard phase == .answering else { return }
        write(response)
        if !isReadingRequests { flushAndSettle() }
    }

    /// Answers 500 for an exchange that its handler dropped.
    func dropExchange(_ serial: UInt32) {
        guard serial == exchange.serial else { return }
        onEnd = nil
        guard phase == .answering, let table else { return }
        table.handler.observe(.unanswered)
        refuse(.unanswered)
    }

    /// Watches for the client's leaving until the exchange is answered.
    func park(_ serial: UInt32, _ onAbandon: @escaping @Sendable () -> Void) {
        guard serial == exchange.serial, phase == .answering || phase == .closed else { return }
        onEnd = onAbandon
        if phase == .closed {
            notifyAbandoned()
        } else if isHalfClosed || transport.isReadingPaused {
            abandon()
        }
    }

    /// The client of a parked exchange has left; answers before it that still wait are sent all the same.
    private func abandon() {
        guard transport.pendingOutput > 0 || table?.writer.isLent(to: self) == true else { return close() }
        notifyAbandoned()
        phase = .flushing
    }

    /// Tells the owner of a parked exchange after this turn, so that it is never called inside its own calls.
    private func notifyAbandoned() {
        loop.afterTurn { [self] in
            guard let onAbandon = onEnd else { return }
            onEnd = nil
            table?.handler.observe(.abandoned)
            onAbandon()
        }
    }

    /// Writes a whole answer, unless too much waits for its client, and moves on to the next phase.
    private func write(_ response: HTTPResponse) {
        guard let table else { return }
        guard exchange.isHead || table.hasRoom(for: response.body.count, to: peer) else {
            table.handler.observe(.refused(.tooMuchUnread))
            return write(table.handler.response(to: .tooMuchUnread))
        }
        if response.closes || table.isDraining { exchange.close() }
        let bytes = table.writer.writeAnswer(response, to: self, in: exchange)
        table.handler.observe(.answered(status: response.status, bytes: bytes))
        // Writing may have found the connection broken.
        guard phase != .closed else { return }
        phase = exchange.closes ? .flushing : .reading
    }

    /// Sends what was written outside of reading and goes on with requests that waited.
    private func flushAndSettle() {
        table?.writer.flush(self)
        if phase == .reading { readRequests() } else { settle() }
    }

    // MARK: The stream

    /// Sends the head of a stream; a stream whose client has left is closed at once.
    func beginStream(
        _ response: HTTPResponse, for serial: UInt32, onClose: @escaping @Sendable () -> Void
    ) {
        guard serial == exchange.serial, phase == .answering, let table else {
            if stream.end() { loop.afterTurn(onClose) }
            return
        }
        reader = nil
        onEnd = onClose
        isChunked = exchange.isVersion11
        // No request can follow a stream on its connection.
        exchange.linger()
        table.writer.sendHead(ofStream: response, to: self, in: exchange)
        guard phase != .closed else { return }
        phase = .streaming
        table.handler.observe(.streamOpened)
        continueStream(response)
        settle()
    }

    /// Sends the first bytes of the body, or ends a stream that cannot go on.
    private func continueStream(_ response: HTTPResponse) {
        let hasBody = response.mayHaveBody && !exchange.isHead
        if !hasBody || isHalfClosed || !stream.isOpen {
            isChunked = isChunked && hasBody
            closeStream()
        } else if !response.body.isEmpty {
            send(StreamBytes(response.body))
        }
    }

    /// Sends bytes on the stream; no effect when there is none.
    func send(_ bytes: StreamBytes) {
        guard phase == .streaming, bytes.count > 0, let table else { return }
        guard didSend(transport.send(shared: bytes, isChunked: isChunked)) == .queued else { return }
        stream.setQueued(transport.pendingOutput)
        if transport.pendingOutput > table.settings.streamBacklogBytes { close(.slow) }
    }

    /// Ends the body and then the connection.
    func closeStream() {
        guard phase == .streaming else { return }
        phase = .flushing
        if isChunked { sendOrQueue(StreamBytes.lastChunk) }
        endStream(.closed)
        settle()
    }

    /// Tells the stream's owner once, after this turn, that it is over.
    private func endStream(_ end: HTTPObservation.StreamEnd) {
        // Without a reader the connection carries a stream, or did until its end.
        guard reader == nil, let onClose = onEnd else { return }
        onEnd = nil
        _ = stream.end()
        table?.handler.observe(.streamClosed(end))
        loop.afterTurn(onClose)
    }

    // MARK: Output

    /// Gives bytes to the kernel and queues a copy of those that it does not take.
    func sendOrQueue(_ bytes: UnsafeRawBufferPointer) {
        if phase != .closed { didSend(transport.send(bytes)) }
    }

    @discardableResult
    private func didSend(_ result: Transport.SendResult) -> Transport.SendResult {
        if result == .queued { chargeOutput() } else if result == .broken { close() }
        return result
    }

    /// Charges the address with the output that waits here.
    private func chargeOutput() {
        guard let table else { return }
        let change = transport.takeCharge(step: table.settings.longAnswerBytes)
        if change != 0 { table.addUnread(change, to: peer) }
    }

    // MARK: The end

    /// The client closed its side and every whole request is answered: the rest can never become one.
    private func finishHalfClosed() {
        // Requests may still wait for their turn or for room in the output; `didSendOutput` returns here.
        if isPostponed { return }
        if let table, transport.pendingOutput >= table.settings.outputBytes { return }
        phase = .flushing
        finishFlushing()
    }

    /// Once all output is out, closes, or lets a client that may still be sending read the answer first.
    private func finishFlushing() {
        guard phase == .flushing, transport.pendingOutput == 0, let table else { return }
        guard exchange.lingers || transport.pendingInput > 0, !isHalfClosed else { return close() }
        // Closing with unread input would reset the connection and could destroy the answer on its way.
        phase = .lingering
        transport.finishOutput()
        deadline = Instant.now + table.timeouts.linger
        discardInput()
    }

    /// Discards input where none is expected, and ends a connection whose input exceeds its limit.
    private func discardInput() {
        guard let table else { return }
        let discarded = transport.discardInput()
        transport.resumeReading()
        if phase == .streaming {
            if discarded > table.settings.streamInputBytes { close(.talkative) }
        } else if discarded > table.settings.lingerBytes {
            close()
        }
    }

    /// Ends a connection that is past its time.
    func checkDeadlines(at now: Instant) {
        guard let table, phase != .closed else { return }
        if transport.isStalled(at: now, limit: table.timeouts.stall) {
            close(.slow)
        } else if now >= deadline {
            didMissDeadline()
        }
    }

    private func didMissDeadline() {
        switch phase {
        case .reading where !isIdle: refuse(.requestTimeout)
        // A client that still reads an answer is watched by the progress of the output instead.
        case .reading: if transport.pendingOutput == 0 { close() }
        case .lingering: close()
        case .answering, .streaming, .flushing, .closed: break
        }
    }

    /// Whether no request has begun on this connection, so that closing it loses nothing.
    private var isIdle: Bool {
        phase == .reading && reader?.isInsideRequest != true && transport.pendingInput == 0
    }

    /// Closes an idle connection in a way that does not reset a request that is on its way.
    func closeIdle() {
        guard isIdle else { return }
        exchange.linger()
        phase = .flushing
        settle()
    }
}

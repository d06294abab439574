import Synchronization

/// One accepted connection: its transport, its parser and its current request.
final class TCPConnection: @unchecked Sendable {
    // @unchecked Sendable: used on its loop's thread only. Exchanges and streams on other threads hold the
    // reference and return to the loop through `EventLoop.perform`.

    let loop: EventLoop
    let peer: SocketAddress

    // The flags fill the padding after the address: there can be thousands of connections.
    private var phase = ConnectionPhase.reading
    /// Whether `readRequests` is on the call stack.
    private var isReadingRequests = false
    /// Whether reading requests continues in the next turn.
    private var isPostponed = false
    /// Whether the pending input is less than a request.
    private var needsInput = true
    private var (isHalfClosed, isChunked) = (false, false)
    /// Whether `close` has been called, for other threads.
    let isClosed = Atomic(false)
    @exclusivity(unchecked) var exchange = CurrentExchange()

    /// The owner; nil after `release`, so that a retained exchange does not retain the server.
    private var table: ConnectionTable?
    /// The connection's index in the table, which sets it.
    var index = 0
    /// Reads requests; nil once a stream has begun, because no request can follow it.
    private var reader: RequestReader?
    // Unchecked like `exchange`: their methods never call the connection, so accesses cannot overlap.
    @exclusivity(unchecked) private var transport: Transport
    /// The state shared with the owner of the stream, on any thread.
    let stream = StreamState()
    /// Called once, when the client of a parked exchange leaves or when the stream ends.
    private var onEnd: (@Sendable () -> Void)?
    /// The object that the handler has attached to the request; nil once its end is reported.
    var context: (any AnyObject & Sendable)?
    @exclusivity(unchecked) private var deadline: ConnectionDeadline

    init(_ transport: consuming Transport, peer: SocketAddress, table: ConnectionTable) {
        self.peer = peer
        self.table = table
        loop = table.loop
        reader = RequestReader(limits: table.settings.limits, hosts: table.hosts)
        deadline = ConnectionDeadline(isSecure: transport.isSecure, table.timeouts)
        self.transport = transport
        self.transport.open(for: self)
        reportMemory()
    }

    deinit { assert(transport.isReleased, "a connection was dropped before its descriptor was closed") }

    /// Ends the connection at once; the transport is released after this turn, never inside a callback.
    func close(_ end: HTTPObservation.StreamEnd = .left) {
        guard phase != .closed else { return }
        let wasAnswering = phase == .answering
        phase = .closed
        isClosed.store(true, ordering: .relaxed)
        deadline.stop()
        endStream(end)
        if wasAnswering { table?.report(HTTPAnswer.clientLeft, of: self) }
        if wasAnswering, onEnd != nil { notifyAbandoned() }
        transport.close()
        loop.afterTurn { [self] in release() }
    }

    private func release() {
        transport.release()
        reportMemory()
        table?.remove(self)
        table = nil
    }

    // MARK: Transport events

    func didBecomeReady(_ readiness: SocketReadiness) {
        if transport.sends(when: readiness), let event = transport.sendPending() { didReceive(event) }
        guard transport.receives(when: readiness), let table,
            let event = transport.receive(into: table.readMemory)
        else { return }
        didReceive(event)
        transport.keepInput()
        reportMemory()
    }

    private func didReceive(_ event: Transport.Event) {
        guard phase != .closed else { return }
        switch event {
        case .inputReceived: didReceiveInput()
        case .outputSent: didSendOutput()
        case .handshakeCompleted:
            if phase == .reading, let table { deadline.start(table.timeouts.idle) }
        case .inputEnded: didHalfClose()
        case .failed:
            // A client that sends plain HTTP to a TLS port gets the refusal in plain HTTP.
            guard phase == .reading, transport.fallBackToPlainHTTP() else { return close() }
            refuse(.plainHTTP)
        }
    }

    private func didReceiveInput() {
        switch phase {
        case .reading where !isPostponed: readRequests()
        case .reading, .answering: limitPipelinedInput()
        case .streaming, .flushing, .lingering: discardInput()
        case .closed: break
        }
    }

    private func didSendOutput() {
        reportMemory()
        transport.didProgress()
        if phase == .streaming { stream.setQueued(transport.pendingOutput) }
        switch phase {
        case .reading: if transport.pendingInput > 0 || isHalfClosed { readRequests() }
        case .flushing: finishFlushing()
        case .answering, .streaming, .lingering, .closed: break
        }
    }

    private func didHalfClose() {
        isHalfClosed = true
        switch phase {
        case .reading: finishHalfClosed()
        case .answering: if onEnd != nil { abandon() }
        case .streaming, .lingering: close()
        case .flushing, .closed: break
        }
    }

    // MARK: Requests

    /// Reads requests until one stays open, the input or the quota ends, or too much output is pending.
    func readRequests() {
        guard !isReadingRequests, !isPostponed, let table, let reader else { return }
        isReadingRequests = true
        var quota = table.requestQuota
        // `bytes` stays valid until `consume`: a connection that closes here is freed after this turn.
        needsInput = false
        if let bytes = transport.input {
            var consumed = 0
            while phase == .reading, !needsInput, quota > 0,
                table.readsRequests(of: peer, after: transport.pendingOutput)
            {
                let (count, outcome) = reader.parse(bytes.part(consumed..<bytes.count))
                consumed += count
                quota -= 1
                needsInput = handle(outcome, table)
            }
            transport.consume(consumed)
        }
        if transport.pendingInput == 0 { needsInput = true }
        if quota == 0, phase == .reading, !needsInput {
            isPostponed = true
            table.postpone(self)
        }
        isReadingRequests = false
        table.writer.flush(self)
        settle()
    }

    func resumeRequests() {
        isPostponed = false
        readRequests()
    }

    /// Acts on an outcome of the parser; returns whether the parser needs more input.
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
        deadline.stop()
        exchange.begin(request, table.nextID())
        if exchange.serial >= table.settings.requestsPerConnection, table.canAccept {
            exchange.lingerAfterAnswer()
        }
        phase = .answering
        if table.isDraining {
            refuse(.shuttingDown, request)
        } else if reader?.isServed(request.authority, at: transport.localAddress) == true {
            table.handler.handle(HTTPExchange(request: request, connection: self, serial: exchange.serial))
        } else {
            refuse(.misdirected, request)
        }
    }

    /// Answers with a refusal and closes the connection.
    func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest? = nil) {
        guard let table else { return }
        table.handler.observe(.refused(refusal))
        if phase == .reading, let head = reader?.head { exchange.begin(unfinished: head, table.nextID()) }
        exchange.lingerAfterAnswer()
        write(table.handler.response(to: refusal, of: request))
        if !isReadingRequests { flushAndSettle() }
    }

    /// Waits for a request, limits or discards input, or closes, as the phase requires.
    private func settle() {
        // `readRequests` is using the input and settles when it is done.
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
        let isFull = transport.pendingInput >= table.settings.pipelineBytes || !needsInput && !isPostponed
        if isFull { transport.pauseReading() } else { transport.resumeReading() }
        deadline.move(to: reader.updateDeadline(hasInput: transport.pendingInput > 0, table.timeouts))
    }

    /// Bounds the input that is buffered while a request is being answered.
    private func limitPipelinedInput() {
        guard let table, !transport.isReadingPaused, transport.pendingInput >= table.settings.pipelineBytes
        else { return }
        // Without reading, the departure of a parked client would go unnoticed.
        if onEnd != nil { close(.talkative) } else { transport.pauseReading() }
    }

    // MARK: Answers

    /// Sends the answer to the open exchange; no effect if the client has left.
    func answer(_ response: HTTPResponse, to serial: UInt32) {
        guard serial == exchange.serial else { return }
        onEnd = nil
        guard phase == .answering else { return }
        write(response)
        if !isReadingRequests { flushAndSettle() }
    }

    func dropExchange(_ serial: UInt32) {
        guard serial == exchange.serial else { return }
        onEnd = nil
        guard phase == .answering, let table else { return }
        table.handler.observe(.unanswered)
        refuse(.unanswered)
    }

    /// Calls `onAbandon` if the client leaves before the exchange is answered.
    func park(_ serial: UInt32, _ onAbandon: @escaping @Sendable () -> Void) {
        guard serial == exchange.serial, phase == .answering || phase == .closed else { return }
        onEnd = onAbandon
        if phase == .closed {
            notifyAbandoned()
        } else if isHalfClosed || transport.isReadingPaused {
            abandon()
        }
    }

    /// Ends a parked exchange whose client has left; pending answers before it are still sent.
    private func abandon() {
        guard transport.pendingOutput > 0 || table?.writer.holdsOutput(of: self) == true else {
            return close()
        }
        table?.report(HTTPAnswer.clientLeft, of: self)
        notifyAbandoned()
        phase = .flushing
    }

    /// Notifies the owner of a parked exchange after this turn, never inside the owner's own calls.
    private func notifyAbandoned() {
        loop.afterTurn { [self] in
            guard let onAbandon = onEnd else { return }
            onEnd = nil
            table?.handler.observe(.abandoned)
            onAbandon()
        }
    }

    /// Writes an answer, or 503 if too much output waits for the client, and enters the next phase.
    private func write(_ response: HTTPResponse) {
        guard let table else { return }
        guard exchange.isHead || table.hasRoom(for: response.body.count, to: peer) else {
            table.handler.observe(.refused(.tooMuchUnread))
            return write(table.handler.response(to: .tooMuchUnread, of: nil))
        }
        if response.closesConnection || table.isDraining { exchange.closeAfterAnswer() }
        exchange.sentBytes = table.writer.writeAnswer(response, to: self, in: exchange)
        table.handler.observe(.answered(status: response.status, bytes: exchange.sentBytes))
        table.report(response.status, of: self)
        // Writing may have closed a broken connection.
        guard phase != .closed else { return }
        phase = exchange.closesConnection ? .flushing : .reading
    }

    /// Sends output that was written outside `readRequests`, then continues with waiting requests.
    private func flushAndSettle() {
        table?.writer.flush(self)
        if phase == .reading { readRequests() } else { settle() }
    }

    // MARK: The stream

    /// Sends the head of a stream; closes the stream at once if the client has left.
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
        exchange.beginStream(status: response.status)
        table.writer.sendHead(ofStream: response, to: self, in: exchange)
        guard phase != .closed else { return }
        phase = .streaming
        table.handler.observe(.streamOpened)
        continueStream(response)
        settle()
    }

    /// Sends the first bytes of the body, or closes a stream without a body or a client.
    private func continueStream(_ response: HTTPResponse) {
        let hasBody = response.mayHaveBody && !exchange.isHead
        if !hasBody || isHalfClosed || !stream.isOpen {
            isChunked = isChunked && hasBody
            closeStream()
        } else if !response.body.isEmpty {
            send(StreamBytes(response.body))
        }
    }

    /// Sends bytes on the stream; no effect without an open stream.
    func send(_ bytes: StreamBytes) {
        guard phase == .streaming, bytes.count > 0, let table else { return }
        exchange.sentBytes += bytes.count
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

    /// Notifies the owner of the stream of its end, once and after this turn.
    private func endStream(_ end: HTTPObservation.StreamEnd) {
        // Only a connection whose stream has begun has no reader.
        guard reader == nil, let onClose = onEnd else { return }
        onEnd = nil
        _ = stream.end()
        table?.handler.observe(.streamClosed(end))
        table?.report(Int(exchange.streamStatus), of: self)
        loop.afterTurn(onClose)
    }

    // MARK: Output

    /// Sends bytes and queues a copy of those that the kernel does not take.
    func sendOrQueue(_ bytes: UnsafeRawBufferPointer) {
        if phase != .closed { didSend(transport.send(bytes)) }
    }

    @discardableResult private func didSend(_ result: Transport.SendResult) -> Transport.SendResult {
        switch result {
        case .sent: return .sent
        case .queued:
            reportMemory()
            // Neither the kernel nor the limit of the client's address has room for more.
            guard table?.isOutputFull(of: peer) == true else { return .queued }
            close(.slow)
        case .broken: close()
        }
        return .broken
    }

    /// Updates the count of the memory that the client's connections take.
    private func reportMemory() { table?.addMemory(transport.takeMemoryChange(), of: peer) }

    // MARK: Closing

    /// Closes after the client closed its side: the rest of its input can never become a complete request.
    private func finishHalfClosed() {
        // Complete requests may still wait for their turn or for the output, and reach this again.
        guard needsInput else { return }
        phase = .flushing
        finishFlushing()
    }

    /// Closes once all output is sent, or lingers first if the client may still be sending.
    private func finishFlushing() {
        guard phase == .flushing, transport.pendingOutput == 0, let table else { return }
        guard exchange.lingers || transport.pendingInput > 0, !isHalfClosed else { return close() }
        // Closing with unread input resets the connection, which can destroy the answer in transit.
        phase = .lingering
        transport.finishOutput()
        deadline.start(table.timeouts.linger)
        discardInput()
    }

    /// Discards unexpected input; closes a connection whose input exceeds its limit.
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

    func checkDeadline(at now: Instant) {
        guard let table, phase != .closed else { return }
        let readsRequests = table.readsRequests(of: peer, after: transport.pendingOutput)
        switch deadline.consequence(
            at: now, in: phase, isIdle: isIdle, readsRequests: readsRequests, of: transport, table.timeouts)
        {
        case .none: break
        case .refuse: refuse(.requestTimeout)
        case .close: close()
        case .cut: close(.slow)
        }
    }

    /// Whether no request has begun, so that closing the connection loses nothing.
    private var isIdle: Bool {
        phase == .reading && reader?.isInsideRequest != true && transport.pendingInput == 0
    }

    /// Closes an idle connection without resetting a request that is on its way.
    func closeIdle() {
        guard isIdle else { return }
        exchange.lingerAfterAnswer()
        phase = .flushing
        settle()
    }
}

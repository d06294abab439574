internal import CLibevent

// Bytes become requests, one at a time.
extension TCPConnection {
    /// Parses and hands over requests until one stays open, the input ends, too much output waits, or the
    /// connection has had its share of the turn.
    func readRequests() {
        guard !isReadingRequests, !isPostponed, let table, let reading else { return }
        isReadingRequests = true
        var isStarved = false
        var share = table.share
        let length = pendingInput
        if length > 0, let start = evbuffer_pullup(input, -1) {
            // The bytes stay where they are until the drain below: nobody else touches the input meanwhile,
            // and a connection that closes itself is freed only after this turn.
            let bytes = UnsafeRawBufferPointer(start: start, count: length)
            var consumed = 0
            while phase == .reading, !isStarved, share > 0, pendingOutput < table.settings.outputBytes {
                let (count, outcome) = reading.parser.parse(bytes.part(consumed..<length))
                consumed += count
                share -= 1
                isStarved = take(outcome, table)
            }
            evbuffer_drain(input, consumed)
        }
        if share == 0, phase == .reading, !isStarved, pendingInput > 0 { table.postpone(self) }
        isReadingRequests = false
        if table.scratch.holder === self { table.scratch.flush() }
        settle()
    }

    /// Acts on an outcome of the parser and says whether it needs more bytes.
    private func take(_ outcome: HTTPParserOutcome, _ table: ConnectionTable) -> Bool {
        switch outcome {
        case .needsMore: return true
        case .request(let request): begin(request, table)
        case .refused(let refusal): refuse(refusal)
        case .expectsContinue:
            table.scratch.lend(to: self)
            table.scratch.write("HTTP/1.1 100 Continue\r\n\r\n")
        }
        return false
    }

    private func begin(_ request: HTTPRequest, _ table: ConnectionTable) {
        serial &+= 1
        reading?.start = nil
        deadline = .never
        isHead = request.method == .head
        isVersion11 = request.isVersion11
        keepsAlive = request.keepsAlive
        if serial >= table.settings.requestsPerConnection, table.canAccept {
            keepsAlive = false
            lingers = true
        }
        phase = .answering
        if table.isDraining {
            refuse(.shuttingDown)
        } else if !isOurs(request.authority, table) {
            refuse(.misdirected)
        } else {
            table.handler.handle(HTTPExchange(request: request, connection: self, serial: serial))
        }
    }

    /// Whether an authority is `localhost`, our own address on this connection, or a public name of the
    /// server.
    private func isOurs(_ authority: String, _ table: ConnectionTable) -> Bool {
        if authority == reading?.acceptedAuthority { return true }
        // Only HTTP/1.0 can come without any Host; no browser does, so there is nothing to rebind.
        let isOurs =
            authority.isEmpty || authority == "localhost" || table.publicHosts.contains(authority)
            || authority == SocketAddress(localOf: descriptor)?.authority
        if isOurs { reading?.acceptedAuthority = authority }
        return isOurs
    }

    /// Answers what nobody handles, and closes.
    func refuse(_ refusal: HTTPRefusal) {
        guard let table else { return }
        table.handler.observe(.refused(refusal))
        if phase == .reading, let head = reading?.parser.head {
            // No request came of it: what is known of the method and version is what the parser has read.
            isHead = head.method == .head
            isVersion11 = head.isVersion11
        }
        keepsAlive = false
        lingers = true
        write(table.handler.response(to: refusal))
        if !isReadingRequests { flushAndSettle() }
    }

    /// After reading or writing: decides what the connection waits for now.
    func settle() {
        // While requests are being read the input is in use; `readRequests` settles when it is done.
        guard !isReadingRequests else { return }
        switch phase {
        case .reading where hasEnded: finishAfterEnd()
        case .reading: awaitRequest()
        case .answering: boundWaitingInput()
        case .flushing: finishFlushing()
        case .streaming, .lingering: dropStrayInput()
        case .closed: break
        }
    }

    private func awaitRequest() {
        guard let table, let reading else { return }
        if pendingInput < table.settings.pipelineBytes { resumeReading() } else { boundWaitingInput() }
        guard reading.parser.isInsideRequest || pendingInput > 0 else {
            reading.start = nil
            deadline = Instant.now + table.timeouts.idle
            return
        }
        let start = reading.start ?? .now
        reading.start = start
        deadline = start + (reading.parser.isInsideBody ? table.timeouts.request : table.timeouts.header)
    }

    /// The client closed its side and every whole request is answered: what is left can never become one.
    func finishAfterEnd() {
        // Requests may still wait for their turn, or because the output is full; `didWrite` comes back here.
        if isPostponed { return }
        if let table, pendingOutput >= table.settings.outputBytes { return }
        phase = .flushing
        finishFlushing()
    }

    /// Keeps the input bounded while a request is being answered.
    func boundWaitingInput() {
        guard let table, !isPaused, pendingInput >= table.settings.pipelineBytes else { return }
        if whenGone != nil {
            // A parked client must be read from, or nobody would notice that it left.
            close(.talkative)
            return
        }
        isPaused = true
        bufferevent_disable(bufferevent, Int16(EV_READ))
    }

    /// Reads again after too much input waited.
    func resumeReading() {
        guard isPaused else { return }
        isPaused = false
        bufferevent_enable(bufferevent, Int16(EV_READ))
    }
}

internal import CLibevent

// An answer without end.
extension TCPConnection {
    /// Sends the head of a stream; a stream whose client has left is closed at once.
    func beginStream(
        _ response: HTTPResponse, _ state: StreamState, for serial: UInt64,
        onClose: @escaping @Sendable () -> Void
    ) {
        streamClosed = serial == self.serial && phase == .answering ? onClose : nil
        guard streamClosed != nil, let table else {
            if state.end() { loop.afterTurn(onClose) }
            return
        }
        abandoned = nil
        stream = state
        isChunked = isVersion11
        // Whether the client asked for it or not: nothing can follow a stream on its connection.
        keepsAlive = false
        lingers = true
        table.scratch.lend(to: self)
        table.writeHead(
            ResponseHead(
                status: response.status, headers: response.headers,
                framing: isChunked && response.mayHaveBody ? .chunked : .none, closes: true,
                isVersion11: isVersion11))
        table.scratch.flush()
        guard phase != .closed else { return }
        phase = .streaming
        table.handler.observe(.streamOpened)
        continueStream(response, state)
        settle()
    }

    /// Sends what the head brought along, or ends a stream that cannot go on.
    private func continueStream(_ response: HTTPResponse, _ state: StreamState) {
        if isHead || !response.mayHaveBody || hasEnded || !state.isOpen {
            isChunked = isChunked && !isHead && response.mayHaveBody
            closeStream(state)
        } else if !response.body.isEmpty {
            send(StreamBytes(response.body), on: state)
        }
    }

    func send(_ bytes: StreamBytes, on state: StreamState) {
        guard phase == .streaming, stream === state, bytes.count > 0, let table else { return }
        guard let rest = sendNow(isChunked ? bytes.chunk : bytes.raw), !rest.isEmpty, let output else {
            return
        }
        bytes.lend(rest, to: output)
        noteQueued(rest.count)
        state.isQueued(pendingOutput)
        if pendingOutput > table.settings.streamBacklogBytes { close(.slow) }
    }

    /// Ends the body and then the connection.
    func closeStream(_ state: StreamState) {
        guard phase == .streaming, stream === state else { return }
        phase = .flushing
        if isChunked {
            let end: StaticString = "0\r\n\r\n"
            sendOrQueue(UnsafeRawBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount))
        }
        endStream(.closed)
        settle()
    }

    /// Tells the stream's owner that it is over, once, after this turn.
    func endStream(_ end: HTTPObservation.StreamEnd) {
        guard let state = stream else { return }
        stream = nil
        _ = state.end()
        table?.handler.observe(.streamClosed(end))
        guard let closed = streamClosed else { return }
        streamClosed = nil
        loop.afterTurn(closed)
    }
}

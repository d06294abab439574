internal import CLibevent

// An answer without end.
extension TCPConnection {
    /// Sends the head of a stream; a stream whose client has left is closed at once.
    func beginStream(
        _ response: HTTPResponse, for serial: UInt32, onClose: @escaping @Sendable () -> Void
    ) {
        guard serial == self.serial, phase == .answering, let table else {
            if stream.end() { loop.afterTurn(onClose) }
            return
        }
        // No request can follow a stream.
        reading = nil
        whenGone = onClose
        isChunked = isVersion11
        // Whether the client asked for it or not: nothing can follow a stream on its connection.
        keepsAlive = false
        lingers = true
        table.scratch.lend(to: self)
        table.writeHead(
            ResponseHead(
                status: response.status, lines: response.lines,
                framing: isChunked && response.mayHaveBody ? .chunked : .none, closes: true,
                isVersion11: isVersion11))
        table.scratch.flush()
        guard phase != .closed else { return }
        phase = .streaming
        table.handler.observe(.streamOpened)
        continueStream(response)
        settle()
    }

    /// Sends what the head brought along, or ends a stream that cannot go on.
    private func continueStream(_ response: HTTPResponse) {
        if isHead || !response.mayHaveBody || hasEnded || !stream.isOpen {
            isChunked = isChunked && !isHead && response.mayHaveBody
            closeStream()
        } else if !response.body.isEmpty {
            send(StreamBytes(response.body))
        }
    }

    func send(_ bytes: StreamBytes) {
        guard phase == .streaming, bytes.count > 0, let table else { return }
        guard let rest = sendNow(isChunked ? bytes.chunk : bytes.raw), !rest.isEmpty, let output else {
            return
        }
        bytes.lend(rest, to: output)
        noteQueued(rest.count)
        stream.setQueued(pendingOutput)
        if pendingOutput > table.settings.streamBacklogBytes { close(.slow) }
    }

    /// Sends bytes that came from another thread.
    func sendArrived(_ bytes: StreamBytes) {
        stream.removeInFlight(bytes.count)
        send(bytes)
    }

    /// Ends the body and then the connection.
    func closeStream() {
        guard phase == .streaming else { return }
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
        guard isStream, let closed = whenGone else { return }
        whenGone = nil
        _ = stream.end()
        table?.handler.observe(.streamClosed(end))
        loop.afterTurn(closed)
    }
}

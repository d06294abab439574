internal import CLibevent

// Requests become answers, each once.
extension TCPConnection {
    /// Sends the answer to the open exchange; nothing when the client has left.
    func answer(_ response: HTTPResponse, to serial: UInt32) {
        guard serial == self.serial else { return }
        whenGone = nil
        guard phase == .answering else { return }
        write(response)
        if !isReadingRequests { flushAndSettle() }
    }

    /// Answers 500 for an exchange that its handler dropped.
    func dropExchange(_ serial: UInt32) {
        guard serial == self.serial else { return }
        whenGone = nil
        guard phase == .answering, let table else { return }
        table.handler.observe(.unanswered)
        refuse(.unanswered)
    }

    /// Watches for the client's leaving until the exchange is answered.
    func park(_ serial: UInt32, _ gone: @escaping @Sendable () -> Void) {
        guard serial == self.serial, phase == .answering || phase == .closed else { return }
        whenGone = gone
        if phase == .closed {
            tellAbandoned()
        } else if hasEnded || isPaused {
            abandon()
        }
    }

    /// Tells the owner of a parked exchange after this turn, so that it is never called inside its own calls.
    func tellAbandoned() {
        loop.afterTurn { [self] in
            guard let gone = whenGone else { return }
            whenGone = nil
            table?.handler.observe(.abandoned)
            gone()
        }
    }

    /// Writes a whole answer into the scratch, unless too much waits for its client, and moves on to the next
    /// phase.
    func write(_ response: HTTPResponse) {
        guard let table else { return }
        guard isHead || table.hasRoom(for: response.body.count, to: peer) else {
            table.handler.observe(.refused(.tooMuchUnread))
            return write(table.handler.response(to: .tooMuchUnread))
        }
        if response.closes || table.isDraining {
            lingers = lingers || keepsAlive
            keepsAlive = false
        }
        let scratch = table.scratch
        scratch.lend(to: self)
        scratch.written = 0
        table.writeHead(
            ResponseHead(
                status: response.status, lines: response.lines,
                framing: framing(of: response),
                closes: !keepsAlive, isVersion11: isVersion11))
        if response.mayHaveBody, !isHead { scratch.write(response.body) }
        table.handler.observe(.answered(status: response.status, bytes: scratch.written))
        // Writing may have found the connection broken.
        guard phase != .closed else { return }
        phase = keepsAlive ? .reading : .flushing
    }

    private func framing(of response: HTTPResponse) -> ResponseHead.Framing {
        guard response.mayHaveBody else { return .none }
        guard response.isEndless, isHead else { return .length(response.body.count) }
        return isVersion11 ? .chunked : .none
    }

    /// Sends what was written outside of reading and goes on with requests that waited.
    func flushAndSettle() {
        if table?.scratch.holder === self { table?.scratch.flush() }
        if phase == .reading { readRequests() } else { settle() }
    }
}

internal import CLibevent

// What the sweep looks at.
extension TCPConnection {
    /// Whether no request has begun on this connection, so that closing it loses nothing.
    var isIdle: Bool {
        phase == .reading && reading?.parser.isInsideRequest != true && pendingInput == 0
    }

    /// Ends what is past its time.
    func checkDeadlines(at now: Instant) {
        guard let table, phase != .closed else { return }
        if isStalled(at: now, table) {
            close(.slow)
        } else if now >= deadline {
            didMissDeadline()
        }
    }

    private func isStalled(at now: Instant, _ table: ConnectionTable) -> Bool {
        pendingOutput > 0 && now >= progress + table.timeouts.stall
    }

    private func didMissDeadline() {
        switch phase {
        case .reading where !isIdle: refuse(.requestTimeout)
        // A client that still reads an answer is watched by the progress of the output instead.
        case .reading: if pendingOutput == 0 { close() }
        case .lingering: close()
        case .answering, .streaming, .flushing, .closed: break
        }
    }

    /// Closes an idle connection in a way that does not reset a request that is on its way.
    func closeIdle() {
        guard isIdle else { return }
        lingers = true
        phase = .flushing
        settle()
    }
}

/// The time at which a server stops waiting for the client of one connection.
struct ConnectionDeadline {
    /// What the server does with a connection whose client has taken too long.
    enum Consequence {
        case none
        /// Answers with 408, because a request has begun.
        case refuse
        case close
        /// Closes without waiting for the client to take what is pending.
        case cut
    }

    private var end: Instant

    /// Gives a new client time for the handshake of TLS, or for its first request.
    init(isSecure: Bool, _ timeouts: Timeouts) {
        end = Instant.now + (isSecure ? timeouts.header : timeouts.idle)
    }

    mutating func start(_ time: Milliseconds) { end = Instant.now + time }

    mutating func move(to instant: Instant) { end = instant }

    mutating func stop() { end = .never }

    /// What to do at `now` with a connection that is open.
    ///
    /// - Parameter isIdle: Whether no request has begun.
    /// - Parameter readsRequests: Whether the next request is read, and not left until output is sent.
    func consequence(
        at now: Instant, in phase: ConnectionPhase, isIdle: Bool, readsRequests: Bool,
        of transport: borrowing Transport, _ timeouts: Timeouts
    ) -> Consequence {
        if transport.isStalled(at: now, limit: timeouts.stall) { return .cut }
        guard now >= end else { return .none }
        switch phase {
        // The stall timeout covers a client that is still reading answers.
        case .reading where isIdle: return transport.pendingOutput == 0 ? .close : .none
        case .reading: return readsRequests ? .refuse : .none
        case .lingering: return .close
        case .answering, .streaming, .flushing, .closed: return .none
        }
    }
}

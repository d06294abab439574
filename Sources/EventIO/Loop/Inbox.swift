/// Work that other threads hand to a loop: the only part of a loop that is behind a lock.
final class Inbox: Sendable {
    /// One thing to do.
    enum Work {
        case call(@Sendable () -> Void)
        /// Bytes for the stream of a connection: an event has thousands of these, and none allocates.
        case send(StreamBytes, TCPConnection)

        func perform() {
            switch self {
            case .call(let work): work()
            case .send(let bytes, let connection): connection.sendArrived(bytes)
            }
        }
    }

    private struct State {
        var work: [Work] = []
        /// Whether the loop already knows that there is work.
        var isAnnounced = false
        var isClosed = false
    }

    private let state = Locked(State())

    init() {}

    /// Adds work and says whether the loop must be woken for it; a closed inbox drops the work.
    func add(_ work: Work) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.work.append(work)
            defer { state.isAnnounced = true }
            return !state.isAnnounced
        }
    }

    /// Takes all the work; the inbox stays announced until `settle`.
    func take() -> [Work] {
        state.withLock { state in
            defer { state.work = [] }
            return state.work
        }
    }

    /// Ends the announcement, or says that work came meanwhile and the loop must be woken again.
    func settle() -> Bool {
        state.withLock { state in
            state.isAnnounced = !state.work.isEmpty
            return state.isAnnounced
        }
    }

    /// Takes the last work and drops what comes later: it would keep the loop alive and never run.
    func close() -> [Work] {
        state.withLock { state in
            state.isClosed = true
            defer { state.work = [] }
            return state.work
        }
    }
}

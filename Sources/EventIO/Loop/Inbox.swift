/// Work that other threads hand to a loop: the only part of a loop that is behind a lock.
final class Inbox: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        /// Whether the loop already knows that there is work.
        var isAnnounced = false
        var isClosed = false
    }

    private let state = Locked(State())

    init() {}

    /// Adds work and says whether the loop must be woken for it; a closed inbox drops the work.
    func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.work.append(work)
            defer { state.isAnnounced = true }
            return !state.isAnnounced
        }
    }

    /// Takes all the work; the inbox stays announced until `settle`.
    func take() -> [@Sendable () -> Void] {
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
    func close() -> [@Sendable () -> Void] {
        state.withLock { state in
            state.isClosed = true
            defer { state.work = [] }
            return state.work
        }
    }
}

/// Work that other threads hand to a loop: the only part of a loop that is behind a lock.
final class Inbox: @unchecked Sendable {
    // @unchecked Sendable: everything mutable is touched inside `lock.locked` only.

    private let lock = Lock()
    private var work: [@Sendable () -> Void] = []
    /// Whether the loop already knows that there is work.
    private var isAnnounced = false
    private var isClosed = false

    init() {}

    /// Adds work and says whether the loop must be woken for it; a closed inbox drops the work.
    func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        lock.locked {
            guard !isClosed else { return false }
            self.work.append(work)
            defer { isAnnounced = true }
            return !isAnnounced
        }
    }

    /// Takes all the work; the inbox stays announced until `settle`.
    func take() -> [@Sendable () -> Void] {
        lock.locked {
            defer { work = [] }
            return work
        }
    }

    /// Ends the announcement, or says that work came meanwhile and the loop must be woken again.
    func settle() -> Bool {
        lock.locked {
            isAnnounced = !work.isEmpty
            return isAnnounced
        }
    }

    /// Takes the last work and drops what comes later: it would keep the loop alive and never run.
    func close() -> [@Sendable () -> Void] {
        lock.locked {
            isClosed = true
            defer { work = [] }
            return work
        }
    }
}

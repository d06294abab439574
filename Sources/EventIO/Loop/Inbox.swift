/// Work that other threads hand to a loop: the only part of a loop that is behind a lock.
final class Inbox: @unchecked Sendable {
    // @unchecked Sendable: everything mutable is touched inside `lock.locked` only.

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

    private let lock = Lock()
    private var work: [Work] = []
    /// Whether the loop already knows that there is work.
    private var isAnnounced = false
    private var isClosed = false

    init() {}

    /// Adds work and says whether the loop must be woken for it; a closed inbox drops the work.
    func add(_ work: Work) -> Bool {
        lock.locked {
            guard !isClosed else { return false }
            self.work.append(work)
            defer { isAnnounced = true }
            return !isAnnounced
        }
    }

    /// Takes all the work; the inbox stays announced until `settle`.
    func take() -> [Work] {
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
    func close() -> [Work] {
        lock.locked {
            isClosed = true
            defer { work = [] }
            return work
        }
    }
}

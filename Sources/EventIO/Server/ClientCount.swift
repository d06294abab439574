/// How many connections each client has, and how many bytes wait for it, over all servers of a process that
/// share this.
///
/// Any thread. A client is an IPv4 address or an IPv6 network of 64 bits.
public final class ClientCount: Sendable {
    private struct Load {
        var connections = 0
        var unreadBytes = 0
    }

    private let loads = Locked<[String: Load]>([:])

    /// Nobody is connected yet.
    public init() {}

    /// How many connections `client` has.
    func of(_ client: String) -> Int {
        loads.withLock { $0[client]?.connections ?? 0 }
    }

    /// One more.
    func add(_ client: String) {
        loads.withLock { $0[client, default: Load()].connections += 1 }
    }

    /// One less; a client without connections is forgotten.
    func remove(_ client: String) {
        loads.withLock { loads in
            loads[client]?.connections -= 1
            if loads[client]?.connections == 0 { loads[client] = nil }
        }
    }

    /// Roughly how many bytes `client` has not taken yet.
    func unreadBytes(of client: String) -> Int {
        loads.withLock { $0[client]?.unreadBytes ?? 0 }
    }

    /// So many bytes more, or less, wait for `client`, which is connected.
    func addUnread(_ bytes: Int, to client: String) {
        loads.withLock { $0[client]?.unreadBytes += bytes }
    }
}

/// How many connections each client has, over all servers of a process that share it.
///
/// Any thread. A client is an IPv4 address or an IPv6 network of 64 bits.
public final class ClientCount: Sendable {
    private let connections = Locked<[String: Int]>([:])

    /// Nobody is connected yet.
    public init() {}

    /// How many connections `client` has.
    func of(_ client: String) -> Int {
        connections.withLock { $0[client] ?? 0 }
    }

    /// One more.
    func add(_ client: String) {
        connections.withLock { $0[client, default: 0] += 1 }
    }

    /// One less; a client without connections is forgotten.
    func remove(_ client: String) {
        connections.withLock { connections in
            let left = (connections[client] ?? 1) - 1
            connections[client] = left > 0 ? left : nil
        }
    }
}

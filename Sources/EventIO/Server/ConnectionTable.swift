import Glibc
import Synchronization

/// The connections of one server and what they share: settings, handler, writer and sweep.
final class ConnectionTable: @unchecked Sendable {
    // @unchecked Sendable: touched on its loop's thread only, apart from `count`, which is atomic.

    let loop: EventLoop
    let settings: HTTPServerSettings
    let timeouts: Timeouts
    let publicHosts: Set<String>
    let handler: any HTTPHandler
    let writer = ResponseWriter()
    let count = Atomic<Int>(0)

    var isDraining = false
    /// Called when accepting must stop (false) or may go on (true).
    var onAcceptingChange: ((Bool) -> Void)?
    /// Called once when the last connection is gone.
    var onEmpty: (() -> Void)?

    private(set) var connections: [TCPConnection] = []
    private let clients: ClientCount
    /// The number of connections at which accepting stops.
    private let limit: Int
    private var sweep: LoopTimer?
    /// Connections whose requests go on in the next turn, and what brings that turn about.
    private var postponed: [TCPConnection] = []
    private var nextTurn: LoopTimer?
    /// Number of requests that one connection may make in this turn.
    private(set) var requestQuota: Int
    /// Whether accepting is stopped because there are too many connections.
    private(set) var isFull = false
    /// Whether the system had no descriptor for the last client that came.
    var isAcceptFailing = false
    /// Whether a client that is disconnected now could come back.
    var canAccept: Bool { !isFull && !isAcceptFailing }

    init(
        loop: EventLoop, settings: HTTPServerSettings, clients: ClientCount, handler: any HTTPHandler
    ) {
        self.loop = loop
        self.clients = clients
        self.settings = settings
        self.handler = handler
        timeouts = Timeouts(settings)
        requestQuota = max(1, settings.requestsPerTurn)
        publicHosts = Set(settings.publicHosts.map { $0.lowercased() })
        let descriptors = DescriptorLimit.raise()
        limit = max(1, settings.connections ?? descriptors - settings.spareDescriptors)
    }

    /// Takes over an accepted descriptor.
    func accept(_ descriptor: Int32, from peer: SocketAddress) {
        isAcceptFailing = false
        let already = isLimited(peer) ? clients.of(peer.client) : 0
        // Clients past the limit are refused in words, but only so many.
        guard already < settings.connectionsPerAddress * 2,
            let transport = Transport(descriptor, loop: loop, settings: settings)
        else {
            Glibc.close(descriptor)
            return
        }
        let connection = TCPConnection(transport, peer: peer, table: self)
        add(connection)
        handler.observe(.connectionOpened)
        if already >= settings.connectionsPerAddress { connection.refuse(.tooManyConnections) }
    }

    private func isLimited(_ peer: SocketAddress) -> Bool {
        settings.addressLimits && !settings.unlimitedAddresses.contains { $0.contains(peer.host) }
    }

    /// Whether a body of `count` bytes may wait for `peer`, with all that waits for it already.
    func hasRoom(for count: Int, to peer: SocketAddress) -> Bool {
        guard count > settings.longAnswerBytes, isLimited(peer) else { return true }
        return clients.unreadBytes(of: peer.client) + count <= settings.unreadBytesPerAddress
    }

    /// So many bytes more, or less, wait for `peer`.
    func addUnread(_ bytes: Int, to peer: SocketAddress) {
        clients.addUnread(bytes, to: peer.client)
    }

    private func add(_ connection: TCPConnection) {
        connection.index = connections.count
        connections.append(connection)
        clients.add(connection.peer.client)
        didChangeCount()
    }

    /// Forgets a connection whose bufferevent is freed.
    func remove(_ connection: TCPConnection) {
        let last = connections.removeLast()
        if last !== connection {
            connections[connection.index] = last
            last.index = connection.index
        }
        clients.remove(connection.peer.client)
        handler.observe(.connectionClosed)
        didChangeCount()
    }

    private func didChangeCount() {
        count.store(connections.count, ordering: .relaxed)
        if connections.isEmpty {
            sweep = nil
        } else if sweep == nil {
            sweep = loop.timer(after: timeouts.sweep, repeating: true) { [unowned self] in didSweep() }
        }
        if isFull ? connections.count * 100 < limit * settings.resumePercentage : connections.count >= limit {
            isFull.toggle()
            handler.observe(isFull ? .acceptingStopped : .acceptingResumed)
            onAcceptingChange?(!isFull)
        }
        if connections.isEmpty, let onEmpty {
            self.onEmpty = nil
            onEmpty()
        }
    }

    private func didSweep() {
        let now = Instant.now
        for connection in connections { connection.checkDeadlines(at: now) }
    }

    /// Resumes a connection's requests once all others that are ready have had their turn.
    func postpone(_ connection: TCPConnection) {
        postponed.append(connection)
        // libevent looks at timers after the sockets: connections that are ready come first.
        if nextTurn == nil {
            nextTurn = loop.timer(after: .zero) { [unowned self] in didReachNextTurn() }
        }
    }

    private func didReachNextTurn() {
        nextTurn = nil
        let ready = postponed
        postponed = []
        requestQuota = max(1, settings.requestsPerTurn / ready.count)
        for connection in ready { connection.resumeRequests() }
    }

    /// Cuts every connection; their descriptors close with this turn, or with the loop when it does not run.
    func closeAll() {
        for connection in connections { connection.close(.drained) }
        if !loop.isRunning { loop.runAfterTurn() }
    }
}

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

/// The process's limit of open descriptors.
enum DescriptorLimit {
    /// Raises the soft limit to the hard one and returns it.
    static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return Int(min(limit.rlim_cur, 1_000_000_000))
    }
}

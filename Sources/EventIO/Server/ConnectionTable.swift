import Glibc
import Synchronization

/// The connections of one server, with the settings, handler, writer and deadline checks that they share.
final class ConnectionTable: @unchecked Sendable {
    // @unchecked Sendable: used on its loop's thread only, except `count`, which is atomic.

    let loop: EventLoop
    let settings: HTTPServerSettings
    let timeouts: Timeouts
    let hosts: ServedHosts
    let handler: any HTTPHandler
    let writer = ResponseWriter()
    /// The memory into which every connection receives, each for the time of one callback.
    let readMemory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
    let count = Atomic<Int>(0)
    let onAnswer: (@Sendable (HTTPAnswer) -> Void)?

    var isDraining = false
    /// Called with false when accepting must stop, and with true when it may resume.
    var onAcceptingChange: ((Bool) -> Void)?
    var onEmpty: (() -> Void)?

    private(set) var connections: [TCPConnection] = []
    private let clients: ClientLoads
    private var heap = FreedMemory()
    /// Number of connections at which accepting stops.
    private let limit: Int
    private var lastID = RequestID.random()
    private var sweepTimer: LoopTimer?
    /// Connections that continue reading requests when `nextTurnTimer` fires.
    private var postponed: [TCPConnection] = []
    private var nextTurnTimer: LoopTimer?
    /// Number of requests that one connection may read in this turn.
    private(set) var requestQuota: Int
    /// Whether accepting is stopped by the connection limit.
    private(set) var isFull = false
    /// Whether the last `accept` failed, for example for lack of descriptors.
    var isAcceptFailing = false
    /// Whether a client that is disconnected now can connect again.
    var canAccept: Bool { !isFull && !isAcceptFailing }

    init(
        loop: EventLoop, settings: HTTPServerSettings, clients: ClientLoads, handler: any HTTPHandler
    ) {
        self.loop = loop
        self.clients = clients
        self.settings = settings
        self.handler = handler
        onAnswer = settings.onAnswer
        timeouts = Timeouts(settings)
        requestQuota = max(1, settings.requestsPerTurn)
        hosts = ServedHosts(publicHosts: settings.publicHosts)
        let descriptors = DescriptorLimit.raise()
        limit = max(1, settings.connections ?? descriptors - settings.spareDescriptors)
    }

    deinit { readMemory.deallocate() }

    func accept(_ descriptor: Int32, from peer: SocketAddress) {
        isAcceptFailing = false
        let open = isLimited(peer) ? clients.connections(of: peer.clientKey) : 0
        // Between the limit and twice the limit the client gets an answer.
        let most = settings.connectionsPerAddress * 2
        guard open < most, !isLimited(peer) || clients.countArrival(of: peer.clientKey) <= most,
            let transport = Transport(descriptor, settings: settings)
        else {
            Glibc.close(descriptor)
            return
        }
        let connection = TCPConnection(transport, peer: peer, table: self)
        add(connection)
        handler.observe(.connectionOpened)
        if open >= settings.connectionsPerAddress { connection.refuse(.tooManyConnections) }
    }

    /// Reports the end of the current request of `connection`.
    func report(_ status: Int, of connection: TCPConnection) {
        guard let onAnswer else { return }
        let answer = HTTPAnswer(
            id: connection.exchange.id, peer: connection.peer, status: status,
            bytes: connection.exchange.sentBytes, context: connection.context)
        connection.context = nil
        onAnswer(answer)
    }

    func nextID() -> RequestID {
        lastID = lastID.next
        return lastID
    }

    private func isLimited(_ peer: SocketAddress) -> Bool {
        settings.enforcesAddressLimits && !settings.unlimitedAddresses.contains { $0.contains(peer.host) }
    }

    /// Whether a body of `count` bytes fits into the output that may wait for `peer`.
    ///
    /// A body of at most ``HTTPServerSettings/longAnswerBytes`` always fits, so that a client at the limit
    /// still gets short answers; it is disconnected if the kernel does not take one.
    func hasRoom(for count: Int, to peer: SocketAddress) -> Bool {
        guard count > settings.longAnswerBytes, isLimited(peer) else { return true }
        // Reserves room for heads, buffers and short answers.
        let wanted = count + settings.longAnswerBytes
        return clients.unreadBytes(of: peer.clientKey) + wanted <= settings.unreadBytesPerAddress
    }

    /// Whether the output that waits for `peer` has reached its limit.
    func isOutputFull(of peer: SocketAddress) -> Bool {
        isLimited(peer) && clients.unreadBytes(of: peer.clientKey) >= settings.unreadBytesPerAddress
    }

    /// Whether the next request of a connection is read, while `pending` bytes of its output wait.
    func readsRequests(of peer: SocketAddress, after pending: Int) -> Bool {
        pending == 0 || pending < settings.outputBytes && !isOutputFull(of: peer)
    }

    /// Adds to the memory of the output that waits for `peer`; negative when the client has taken some.
    func addMemory(_ bytes: Int, of peer: SocketAddress) {
        guard bytes != 0 else { return }
        clients.addUnread(bytes, to: peer.clientKey)
        if bytes < 0 { heap.didFree(-bytes) }
    }

    private func add(_ connection: TCPConnection) {
        connection.index = connections.count
        connections.append(connection)
        clients.addConnection(of: connection.peer.clientKey)
        didChangeCount()
    }

    func remove(_ connection: TCPConnection) {
        let last = connections.removeLast()
        if last !== connection {
            connections[connection.index] = last
            last.index = connection.index
        }
        clients.removeConnection(of: connection.peer.clientKey)
        handler.observe(.connectionClosed)
        didChangeCount()
    }

    private func didChangeCount() {
        count.store(connections.count, ordering: .relaxed)
        if connections.isEmpty {
            sweepTimer = nil
            heap.trim()
        } else if sweepTimer == nil {
            sweepTimer = loop.timer(after: timeouts.sweep, repeating: true) { [unowned self] in
                checkDeadlines()
            }
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

    private func checkDeadlines() {
        let now = Instant.now
        for connection in connections { connection.checkDeadline(at: now) }
        heap.trim()
    }

    /// Lets a connection continue reading requests after all other ready connections had their turn.
    func postpone(_ connection: TCPConnection) {
        postponed.append(connection)
        // libevent runs timers after socket events, so ready connections come first.
        if nextTurnTimer == nil {
            nextTurnTimer = loop.timer(after: .zero) { [unowned self] in resumePostponed() }
        }
    }

    private func resumePostponed() {
        nextTurnTimer = nil
        let ready = postponed
        postponed = []
        requestQuota = max(1, settings.requestsPerTurn / ready.count)
        for connection in ready { connection.resumeRequests() }
    }

    func closeAll() {
        for connection in connections { connection.close(.drained) }
        // A loop that does not run has no end of a turn.
        if !loop.isRunning { loop.runAfterTurn() }
    }
}

/// The number of connections of each client and the memory of its unread output, for limits per address.
///
/// Servers on several loops can share one value. Safe on any thread. ``SocketAddress/clientKey`` identifies a
/// client.
public final class ClientLoads: Sendable {
    private struct Loads {
        var connections = ClientCounts()
        /// The new connections of the current second.
        var arrivals = ClientCounts()
        var second: Int64 = 0
        var unreadBytes = ClientCounts()
    }

    private let loads = Locked(Loads())

    /// Creates an empty table.
    public init() {}

    func connections(of client: String) -> Int { loads.withLock { $0.connections[client] } }

    func addConnection(of client: String) { loads.withLock { $0.connections.add(1, to: client) } }

    /// Counts a new connection of `client`; returns the number in the current second.
    func countArrival(of client: String) -> Int {
        let second = Instant.now.milliseconds / 1000
        return loads.withLock { loads in
            if loads.second != second { (loads.second, loads.arrivals) = (second, ClientCounts()) }
            loads.arrivals.add(1, to: client)
            return loads.arrivals[client]
        }
    }

    func removeConnection(of client: String) { loads.withLock { $0.connections.add(-1, to: client) } }

    /// The memory of the output that `client` has not taken yet, in bytes.
    func unreadBytes(of client: String) -> Int { loads.withLock { $0.unreadBytes[client] } }

    /// Adds to the memory of the output that waits for `client`; negative to subtract.
    func addUnread(_ bytes: Int, to client: String) {
        loads.withLock { $0.unreadBytes.add(bytes, to: client) }
    }
}

/// The limit of open descriptors of the process (`RLIMIT_NOFILE`).
enum DescriptorLimit {
    /// Raises the soft limit to the hard limit and returns it.
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

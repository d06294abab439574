import Glibc
import Synchronization

/// An HTTP/1.1 server on one loop: its listeners and its connections.
///
/// Used on the loop's thread only, apart from `connectionCount`. It keeps its handler alive; dropping it
/// closes its listeners and cuts its connections.
public final class HTTPServer: @unchecked Sendable {
    // @unchecked Sendable: touched on its loop's thread only, which `requireCurrent` checks; carried to it by
    // `perform`.

    /// The loop that serves.
    public let loop: EventLoop
    private let table: ConnectionTable
    private var listeners: [Listener] = []
    private var drainTimers: [LoopTimer] = []

    /// A server without listeners yet; raises the process's soft descriptor limit to the hard one.
    ///
    /// Servers on several loops share `clients`, so that the limit per address is one of them all.
    public init(
        loop: EventLoop, settings: HTTPServerSettings, clients: ClientCount = ClientCount(),
        handler: any HTTPHandler
    ) {
        self.loop = loop
        table = ConnectionTable(loop: loop, settings: settings, clients: clients, handler: handler)
        table.onAcceptingChange = { [weak self] isAccepting in
            self?.listeners.forEach { $0.setAccepting(isAccepting) }
        }
    }

    deinit {
        // Listeners and timers belong to the loop's thread, so they go there with the connections.
        let remains = Remains(table: table, listeners: listeners, timers: drainTimers)
        if loop.isCurrent { remains.close() } else { loop.perform { remains.close() } }
    }

    /// Number of open connections; from any thread.
    public var connectionCount: Int { table.count.load(ordering: .relaxed) }

    /// Binds and listens, and gives the address with the port that was picked when `port` is 0.
    ///
    /// `host` is an address of either family or a name. `sharesPort` sets `SO_REUSEPORT`, for one listener on
    /// each of several loops. Throws what the system says, for example that the address is in use.
    @discardableResult
    public func listen(
        host: String, port: UInt16, sharesPort: Bool = false
    ) throws(EventIOError) -> SocketAddress {
        loop.requireCurrent()
        let descriptor = try ListeningSocket.bind(host: host, port: port, sharesPort: sharesPort)
        return try add(Listener(descriptor, backlog: table.settings.backlog, table: table))
    }

    /// Throws when another process listens on that address, which `sharesPort` alone would not notice.
    ///
    /// Any thread; a port of 0 is always free.
    public static func requireFree(host: String, port: UInt16) throws(EventIOError) {
        guard port != 0 else { return }
        Glibc.close(try ListeningSocket.bind(host: host, port: port, sharesPort: false))
    }

    /// Serves a listening socket that was inherited from another process, and owns it from here on.
    @discardableResult
    public func listen(descriptor: Int32) throws(EventIOError) -> SocketAddress {
        loop.requireCurrent()
        try ListeningSocket.adopt(descriptor)
        return try add(Listener(descriptor, backlog: 0, table: table))
    }

    private func add(_ listener: Listener) -> SocketAddress {
        listeners.append(listener)
        return listener.address
    }

    /// Stops accepting and calls `done` once all connections are gone, at the latest after the limit.
    ///
    /// New requests on live connections get 503 and close; open exchanges and streams are for their owners to
    /// answer and close; idle connections stay for the settings' `drainGrace`. What is left at the limit is
    /// cut.
    public func drain(within limit: Duration, then done: @escaping () -> Void) {
        loop.requireCurrent()
        guard !table.isDraining else { return }
        table.isDraining = true
        listeners.forEach { $0.drain() }
        listeners = []
        guard connectionCount > 0 else {
            loop.afterTurn(done)
            return
        }
        table.onEmpty = { [weak self] in
            self?.drainTimers = []
            done()
        }
        let table = table
        drainTimers = [
            loop.timer(after: min(table.settings.drainGrace, limit)) {
                for connection in table.connections { connection.closeIdle() }
            },
            loop.timer(after: limit) { table.closeAll() },
        ]
    }

    /// Closes the listeners and cuts every connection; the descriptors are closed with this turn.
    public func close() {
        loop.requireCurrent()
        listeners = []
        drainTimers = []
        table.closeAll()
    }
}

/// What a dropped server leaves to its loop.
private final class Remains: @unchecked Sendable {
    // @unchecked Sendable: made where the server is dropped, used once on the loop's thread.

    private let table: ConnectionTable
    private var listeners: [Listener]
    private var timers: [LoopTimer]

    init(table: ConnectionTable, listeners: [Listener], timers: [LoopTimer]) {
        self.table = table
        self.listeners = listeners
        self.timers = timers
    }

    func close() {
        listeners = []
        timers = []
        table.closeAll()
    }
}

import Glibc
import Synchronization

/// An HTTP/1.1 server on one event loop.
///
/// ```swift
/// let loop = try EventLoop()
/// let server = HTTPServer(loop: loop, settings: HTTPServerSettings(), handler: handler)
/// let address = try server.listen(host: "127.0.0.1", port: 8080)
/// loop.run()
/// ```
///
/// Loop's thread only, except ``connectionCount``. Dropping the server, on any thread, closes its listeners
/// and cuts its connections. The server retains its handler.
public final class HTTPServer: @unchecked Sendable {
    // @unchecked Sendable: used on its loop's thread only, which `requireCurrent` checks.

    /// The loop of the server.
    public let loop: EventLoop
    private let table: ConnectionTable
    private var listeners: [Listener] = []
    private var drainTimers: [LoopTimer] = []

    /// Creates a server without listeners, and raises the process's soft descriptor limit to the hard limit.
    ///
    /// - Parameters:
    ///   - loop: The loop that serves the connections.
    ///   - settings: The limits and timeouts.
    ///   - clients: Pass one value to the servers of several loops, so that the limits per address apply to
    ///     all of them together.
    ///   - handler: The application; retained by the server.
    public init(
        loop: EventLoop, settings: HTTPServerSettings, clients: ClientLoads = ClientLoads(),
        handler: any HTTPHandler
    ) {
        self.loop = loop
        table = ConnectionTable(loop: loop, settings: settings, clients: clients, handler: handler)
        table.onAcceptingChange = { [weak self] isAccepting in
            self?.listeners.forEach { $0.setAccepting(isAccepting) }
        }
    }

    deinit {
        // Connections, listeners and timers must be closed on the loop's thread.
        let teardown = Teardown(table: table, listeners: listeners, timers: drainTimers)
        if loop.isCurrent { teardown.close() } else { loop.perform { teardown.close() } }
    }

    /// The number of open connections; safe on any thread.
    public var connectionCount: Int { table.count.load(ordering: .relaxed) }

    /// Listens on an address, and returns it with the actual port.
    ///
    /// - Parameters:
    ///   - host: An IPv4 or IPv6 address, or a name. `::` serves IPv4 too.
    ///   - port: The port, or 0 for any free port.
    ///   - sharesPort: Sets `SO_REUSEPORT`, so that servers on several loops can listen on one port.
    /// - Throws: ``EventIOError``, for example if the address is in use.
    @discardableResult
    public func listen(
        host: String, port: UInt16, sharesPort: Bool = false
    ) throws(EventIOError) -> SocketAddress {
        loop.requireCurrent()
        let descriptor = try ListeningSocket.bind(host: host, port: port, sharesPort: sharesPort)
        return try add(Listener(descriptor, backlog: table.settings.backlog, table: table))
    }

    /// Throws ``EventIOError`` if another process listens on an address.
    ///
    /// Listening with `sharesPort` would not notice that process. Safe on any thread.
    public static func requireFree(host: String, port: UInt16) throws(EventIOError) {
        guard port != 0 else { return }
        Glibc.close(try ListeningSocket.bind(host: host, port: port, sharesPort: false))
    }

    /// Takes ownership of an inherited listening socket and serves it; throws if it is not one.
    @discardableResult
    public func listen(descriptor: Int32) throws(EventIOError) -> SocketAddress {
        loop.requireCurrent()
        try ListeningSocket.adopt(descriptor)
        return try add(Listener(descriptor, backlog: 0, table: table))
    }

    private func add(_ listener: Listener) -> SocketAddress {
        listeners.append(listener)
        table.hosts.didListen(at: listener.address)
        return listener.address
    }

    /// Stops accepting and calls `done` when all connections are closed, at the latest after `limit`.
    ///
    /// New requests get 503, and idle connections are closed after ``HTTPServerSettings/drainGrace``. Open
    /// exchanges and streams end when their owners answer or close them; those left at the limit are cut. A
    /// second call is ignored, with its `done`.
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

    /// Closes the listeners and cuts every connection; the descriptors close at the end of this turn.
    public func close() {
        loop.requireCurrent()
        listeners = []
        drainTimers = []
        table.closeAll()
    }
}

/// The parts of a dropped server that are closed on its loop's thread.
private final class Teardown: @unchecked Sendable {
    // @unchecked Sendable: created in the server's `deinit` and then used once, on the loop's thread.

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

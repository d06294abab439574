/// The limits and timeouts of a server, its connections and its streams.
public struct HTTPServerSettings: Sendable {
    /// The size limits of one request.
    public var limits = HTTPLimits()

    /// Time for the head of a request from its first byte, 408 if exceeded; also time for a TLS handshake.
    public var headerTimeout = Duration.seconds(10)
    /// Time for a complete request from its first byte; 408 if exceeded.
    public var requestTimeout = Duration.seconds(20)
    /// Time after which a connection without a request is closed.
    public var idleTimeout = Duration.seconds(30)
    /// Time after which a connection is cut if the client takes none of its pending output.
    public var stallTimeout = Duration.seconds(30)
    /// Time that sent bytes may stay unacknowledged (`TCP_USER_TIMEOUT`).
    public var tcpUserTimeout = Duration.seconds(30)
    /// Time to keep reading from a refused client, so that a reset does not destroy the refusal.
    public var lingerTimeout = Duration.seconds(2)
    /// Time to wait after `accept` fails, for example because the process is out of descriptors.
    public var acceptPause = Duration.milliseconds(100)
    /// Time that idle connections stay open in a drain, to answer requests that are already on their way.
    public var drainGrace = Duration.milliseconds(500)

    /// Number of requests after which a connection is closed, unless the server is full.
    public var requestsPerConnection = 1000
    /// Number of connections to accept in one turn of the loop; others wait in the kernel meanwhile.
    public var acceptsPerTurn = 16
    /// Number of pipelined requests in one turn of the loop, over all connections, but at least one each.
    public var requestsPerTurn = 32
    /// Maximum number of connections; nil means the descriptor limit minus ``spareDescriptors``.
    public var connections: Int?
    /// Number of descriptors reserved for files when ``connections`` is nil.
    public var spareDescriptors = 64
    /// Percentage of the maximum number of connections below which a full server accepts again.
    public var resumePercentage = 90
    /// Maximum number of connections of one ``SocketAddress/clientKey``; more get 503 and are closed.
    ///
    /// Beyond twice the maximum, open at once or made in one second, they are closed without an answer.
    public var connectionsPerAddress = 256
    /// Bytes of a body above which ``unreadBytesPerAddress`` applies to an answer.
    public var longAnswerBytes = 65_536
    /// Memory of pending bytes and of TLS for one ``SocketAddress/clientKey``, in bytes.
    ///
    /// With the default, one client takes at most 16 MiB, including its connections and the allocator's
    /// overhead. A long answer that would exceed the limit becomes 503. At the limit no further request is
    /// read while a connection's output waits, and a connection is cut if the kernel does not take the rest
    /// of an answer.
    public var unreadBytesPerAddress = 10 << 20
    /// Addresses that are exempt from the limits per address, for example a reverse proxy.
    public var unlimitedAddresses: [AddressBlock] = []
    /// Whether the limits per address apply; false for benchmarks.
    public var enforcesAddressLimits = true
    /// Maximum number of connections that wait in the kernel to be accepted.
    public var backlog: Int32 = 1024

    /// Bytes of pipelined requests to buffer while one is being answered; reading stops above it.
    ///
    /// The client of a parked exchange (``HTTPExchange/onAbandon(_:)``) is disconnected instead.
    public var pipelineBytes = 32_768
    /// Bytes of pending output above which the next request of a connection waits.
    public var outputBytes = 65_536
    /// Bytes of output that the kernel holds for a connection until it may send them (`TCP_NOTSENT_LOWAT`).
    ///
    /// Without this limit the kernel would accept megabytes for a client that does not read, and TLS would
    /// encrypt them for nothing.
    public var unsentBytes = 131_072
    /// Bytes that a refused client may still send during ``lingerTimeout``.
    ///
    /// About as many as the kernel buffers for it: a reset while the client is still sending would destroy
    /// the answer.
    public var lingerBytes = 4 << 20
    /// Bytes that a client may send during a stream; the stream ends if exceeded.
    public var streamInputBytes = 4096
    /// Bytes of a stream that may wait for a slow client; the stream ends if exceeded.
    public var streamBacklogBytes = 262_144

    /// The host names of the server, besides `localhost` and the local address of each connection.
    ///
    /// A server that listens beyond loopback also answers to the machine's own name and to names that no public
    /// site can carry: those without a dot, and those in `local`, `lan`, `home.arpa` and `internal`.
    /// A request for any other host gets 421, which prevents DNS rebinding. Case, a port and a dot at the end are
    /// ignored.
    public var publicHosts: Set<String> = []
    /// The certificate and key for HTTPS; nil serves plain HTTP.
    public var tls: TLSContext?

    /// Called for every answer and for every client that leaves before its answer; nil costs nothing.
    ///
    /// Called on the connection's loop; for a stream when it ends.
    public var onAnswer: (@Sendable (HTTPAnswer) -> Void)?

    /// Creates the default settings.
    public init() {}

    /// Sets ``connections`` to an equal share of the process's descriptors for each of several servers.
    public mutating func shareDescriptors(among servers: Int) {
        connections = max(1, (DescriptorLimit.raise() - spareDescriptors) / max(servers, 1))
    }
}

/// The timeouts of the settings, converted once for the deadline checks.
struct Timeouts: Sendable {
    let header: Milliseconds
    let request: Milliseconds
    let idle: Milliseconds
    let stall: Milliseconds
    let linger: Milliseconds
    /// Interval of the deadline checks: a quarter of the shortest timeout, at most a second.
    let sweep: Duration

    init(_ settings: HTTPServerSettings) {
        header = Milliseconds(settings.headerTimeout)
        request = Milliseconds(settings.requestTimeout)
        idle = Milliseconds(settings.idleTimeout)
        stall = Milliseconds(settings.stallTimeout)
        linger = Milliseconds(settings.lingerTimeout)
        let shortest = min(
            settings.headerTimeout, settings.requestTimeout, settings.idleTimeout, settings.stallTimeout,
            settings.lingerTimeout)
        sweep = min(max(shortest / 4, .milliseconds(5)), .seconds(1))
    }
}

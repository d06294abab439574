/// Every limit and timeout of the connections and streams of one server.
public struct HTTPServerSettings: Sendable {
    /// The bounds of one request.
    public var limits = HTTPLimits()

    /// Time for a request's head from its first byte; past it 408.
    public var headerTimeout = Duration.seconds(10)
    /// Time for a whole request from its first byte; past it 408.
    public var requestTimeout = Duration.seconds(20)
    /// Time that a connection may stay without a request; past it the connection is closed.
    public var idleTimeout = Duration.seconds(30)
    /// Time that pending output may stay without the client taking a byte; past it the connection is cut.
    public var stallTimeout = Duration.seconds(30)
    /// Time that sent bytes may stay without acknowledgement (`TCP_USER_TIMEOUT`).
    public var userTimeout = Duration.seconds(30)
    /// Time that a refused client is still read from, so that the refusal reaches it.
    public var lingerTimeout = Duration.seconds(2)
    /// Time that accepting pauses when the process has no descriptors left.
    public var acceptPause = Duration.milliseconds(100)
    /// Time that idle connections stay open in a drain, to answer requests that were already on their way.
    public var drainGrace = Duration.milliseconds(500)

    /// Number of requests of one connection; the last of them closes it, if there is room to come back.
    public var requestsPerConnection = 1000
    /// Number of requests that are answered in one turn of the loop to those who sent many at once, shared by
    /// all of them; at least one each.
    public var requestsPerTurn = 32
    /// Number of connections of this server; nil takes the descriptor limit less `spareDescriptors`.
    public var connections: Int?
    /// Number of descriptors kept for files when `connections` is nil.
    public var spareDescriptors = 64
    /// Percentage of the connections below which accepting goes on after it had to stop.
    public var resumePercentage = 90
    /// Number of connections from one address (IPv6: one /64 network); past it 503 and close.
    public var connectionsPerAddress = 256
    /// Bytes of a body past which an answer is a long one.
    public var longAnswerBytes = 65_536
    /// Bytes that may wait for one address, over all its connections; past it a long answer is 503.
    public var unreadBytesPerAddress = 16 << 20
    /// Addresses to which the limits per address do not apply: a proxy speaks for many.
    public var unlimitedAddresses: [AddressBlock] = []
    /// Whether the limits per address hold; off for benchmarks.
    public var addressLimits = true
    /// Number of connections that may wait to be accepted.
    public var backlog: Int32 = 1024

    /// Bytes of further requests that are kept while one is being answered; a parked client that sends more
    /// is taken for gone, any other is not read from until its answer is out.
    public var pipelineBytes = 32_768
    /// Bytes of pending output past which no further request of a connection is begun.
    public var outputBytes = 262_144
    /// Bytes that a refused client may still send while the server lingers.
    public var lingerBytes = 262_144
    /// Bytes that a client may send into an open stream; past it the stream ends.
    public var streamInputBytes = 4096
    /// Bytes of a stream that wait for the kernel; past it the stream ends.
    public var streamBacklogBytes = 262_144

    /// The names under which the server is reached, besides `localhost` and each connection's own local
    /// address.
    public var publicHosts: Set<String> = []
    /// What TLS is spoken with; nil speaks plain HTTP.
    ///
    /// A handshake has the time of a request's head.
    public var tls: TLSContext?

    /// The default limits.
    public init() {}

    /// Gives each of `servers` in one process its share of the process's descriptors.
    public mutating func shareDescriptors(among servers: Int) {
        connections = max(1, (DescriptorLimit.raise() - spareDescriptors) / max(servers, 1))
    }
}

/// The timeouts of the settings as the sweep needs them.
struct Timeouts: Sendable {
    let header: Milliseconds
    let request: Milliseconds
    let idle: Milliseconds
    let stall: Milliseconds
    let linger: Milliseconds
    /// How often deadlines are looked at: often enough for the shortest of them.
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

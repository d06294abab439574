/// Reads the requests of a connection, which drops it when a stream begins.
final class RequestReader {
    private var parser: HTTPParser
    private let hosts: ServedHosts
    /// When the first byte of the current request arrived.
    private var start: Instant?
    /// The last accepted authority, so that most requests are checked with one comparison.
    private var servedAuthority = "localhost"

    init(limits: HTTPLimits, hosts: ServedHosts) {
        self.hosts = hosts
        parser = HTTPParser(limits: limits)
    }

    var isInsideRequest: Bool { parser.isInsideRequest }

    var head: RequestHead { parser.head }

    func parse(_ input: UnsafeRawBufferPointer) -> (consumed: Int, outcome: HTTPParserOutcome) {
        parser.parse(input)
    }

    func didFinishRequest() {
        start = nil
    }

    /// Returns the deadline of the current request, or of the wait for one.
    func updateDeadline(hasInput: Bool, _ timeouts: Timeouts) -> Instant {
        guard parser.isInsideRequest || hasInput else {
            start = nil
            return Instant.now + timeouts.idle
        }
        let start = start ?? .now
        self.start = start
        return start + (parser.isInsideBody ? timeouts.request : timeouts.header)
    }

    /// Whether an authority is one of the server's names, or the local address of the connection.
    ///
    /// - Parameter localAddress: Evaluated, with a system call, only for an authority of another kind.
    func isServed(_ authority: String, at localAddress: @autoclosure () -> SocketAddress?) -> Bool {
        if authority == servedAuthority { return true }
        // Only HTTP/1.0 may omit the Host. Browsers do not send it, so DNS rebinding is not possible.
        let isServed =
            authority.isEmpty || hosts.contains(authority) || authority == localAddress()?.authority
        if isServed { servedAuthority = authority }
        return isServed
    }
}

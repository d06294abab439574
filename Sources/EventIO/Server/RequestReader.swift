/// The part of a connection that reads requests; a connection drops it when it begins a stream.
final class RequestReader {
    private var parser: HTTPParser
    /// When the first byte of the request that is being read came.
    private var start: Instant?
    /// The last authority that was found to be served, so that most requests are checked by one comparison.
    private var servedAuthority = "localhost"

    init(limits: HTTPLimits) {
        parser = HTTPParser(limits: limits)
    }

    /// Whether a request has begun, apart from bytes that are not consumed yet.
    var isInsideRequest: Bool { parser.isInsideRequest }

    /// What is known of a request that is not whole.
    var head: RequestHead { parser.head }

    func parse(_ input: UnsafeRawBufferPointer) -> (consumed: Int, outcome: HTTPParserOutcome) {
        parser.parse(input)
    }

    func didFinishRequest() {
        start = nil
    }

    /// The time at which the request that is being read, or the wait for one, must be over.
    func deadline(hasInput: Bool, _ timeouts: Timeouts) -> Instant {
        guard parser.isInsideRequest || hasInput else {
            start = nil
            return Instant.now + timeouts.idle
        }
        let start = start ?? .now
        self.start = start
        return start + (parser.isInsideBody ? timeouts.request : timeouts.header)
    }

    /// Whether an authority is `localhost`, this end's own address, or a public name of the server.
    func isServed(_ authority: String, by publicHosts: Set<String>, on transport: Transport) -> Bool {
        if authority == servedAuthority { return true }
        // Only HTTP/1.0 can come without any Host; no browser does, so there is nothing to rebind.
        let isServed =
            authority.isEmpty || authority == "localhost" || publicHosts.contains(authority)
            || authority == transport.localAddress?.authority
        if isServed { servedAuthority = authority }
        return isServed
    }
}

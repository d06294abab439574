/// What a connection needs while it reads requests; one that carries a stream has let it go.
final class RequestReading {
    var parser: HTTPParser
    /// When the first byte of the request that is being read came.
    var start: Instant?
    /// The last authority that was found to be ours, so that most requests are checked by one comparison.
    var acceptedAuthority = "localhost"

    init(limits: HTTPLimits) {
        parser = HTTPParser(limits: limits)
    }
}

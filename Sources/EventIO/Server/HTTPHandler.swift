/// What a server asks of the program that it serves; called on the server's loop.
public protocol HTTPHandler: AnyObject, Sendable {
    /// Takes one request; called exactly once for each, on the loop's thread.
    func handle(_ exchange: consuming HTTPExchange)
    /// How a refusal looks; the server sets nothing but the connection's headers.
    func response(to refusal: HTTPRefusal) -> HTTPResponse
    /// Hears what happens, for metrics; must be cheap.
    func observe(_ observation: HTTPObservation)
}

extension HTTPHandler {
    /// The refusal's sentence as plain text.
    public func response(to refusal: HTTPRefusal) -> HTTPResponse {
        HTTPResponse(
            status: refusal.status, headers: [("Content-Type", "text/plain; charset=utf-8")],
            body: Array("\(refusal.code): \(refusal.detail)\n".utf8))
    }

    /// Ignores the observation.
    public func observe(_ observation: HTTPObservation) {}
}

/// One thing that happened to a server's connections.
public enum HTTPObservation: Sendable, Equatable {
    /// Why a stream ended.
    public enum StreamEnd: String, Sendable {
        /// The owner closed it.
        case closed
        /// The client left or the connection broke.
        case left
        /// The client sent more than it may into a stream.
        case talkative
        /// The client took the bytes too slowly.
        case slow
        /// The server's drain ran out of time.
        case drained
    }

    /// A connection was accepted.
    case connectionOpened
    /// A connection is gone.
    case connectionClosed
    /// The parser or the server refused something by itself.
    case refused(HTTPRefusal)
    /// An answer was written: its status and the bytes of head and body.
    case answered(status: Int, bytes: Int)
    /// A stream began.
    case streamOpened
    /// A stream ended.
    case streamClosed(StreamEnd)
    /// A parked client left before its answer.
    case abandoned
    /// A handler dropped a request without an answer; the server answered 500.
    case unanswered
    /// Accepting stopped at the limit of connections.
    case acceptingStopped
    /// Accepting went on.
    case acceptingResumed
    /// The system refused to accept, for example because the process has no descriptors left.
    case acceptFailed(code: Int32)
}

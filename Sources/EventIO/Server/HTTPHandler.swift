/// The application behind an ``HTTPServer``.
///
/// The server calls all methods on its loop's thread, so they must not block.
public protocol HTTPHandler: AnyObject, Sendable {
    /// Receives a request, which must be answered through `exchange`.
    ///
    /// The exchange can be answered inside the call or later, on any thread. Dropping it answers 500.
    func handle(_ exchange: consuming HTTPExchange)
    /// Returns the answer for a refusal by the server.
    ///
    /// Default: the code and the sentence of the refusal as plain text.
    ///
    /// - Parameters:
    ///   - refusal: What is refused, and why.
    ///   - request: The refused request; nil if it was not read to its end.
    func response(to refusal: HTTPRefusal, of request: HTTPRequest?) -> HTTPResponse
    /// Receives an observation, for metrics.
    ///
    /// Called for every connection and every answer, so it must be cheap. Default: no effect.
    func observe(_ observation: HTTPObservation)
}

extension HTTPHandler {
    /// Returns the code and the sentence of the refusal as plain text.
    public func response(to refusal: HTTPRefusal, of request: HTTPRequest?) -> HTTPResponse {
        HTTPResponse(
            status: refusal.status, headers: [("Content-Type", "text/plain; charset=utf-8")],
            body: Array("\(refusal.code): \(refusal.detail)\n".utf8))
    }

    /// Ignores the observation.
    public func observe(_ observation: HTTPObservation) {}
}

/// An event on the connections of a server.
public enum HTTPObservation: Sendable, Equatable {
    /// The reason for the end of a stream.
    public enum StreamEnd: String, Sendable {
        /// The application closed or dropped the stream.
        case closed
        /// The client left, or the connection broke.
        case left
        /// The client sent more than ``HTTPServerSettings/streamInputBytes``.
        case talkative
        /// The client read too slowly.
        case slow
        /// The server was closed, or its drain reached the limit.
        case drained
    }

    /// A connection was accepted.
    case connectionOpened
    /// A connection was closed.
    case connectionClosed
    /// The parser or the server refused a request or a connection.
    case refused(HTTPRefusal)
    /// An answer was written, with the number of bytes of its head and body.
    case answered(status: Int, bytes: Int)
    /// A stream began.
    case streamOpened
    /// A stream ended.
    case streamClosed(StreamEnd)
    /// The client of a parked exchange left before the answer.
    case abandoned
    /// A handler dropped an exchange without an answer, and the server answered 500.
    case unanswered
    /// Accepting stopped at the connection limit.
    case acceptingStopped
    /// Accepting resumed.
    case acceptingResumed
    /// `accept` failed with an `errno`, for example because the process is out of descriptors.
    case acceptFailed(code: Int32)
}

/// The end of one request, for an access log; see ``HTTPServerSettings/onAnswer``.
public struct HTTPAnswer: Sendable {
    /// The status of a request whose client left before the answer.
    public static let clientLeft = 499

    /// The id of the request.
    public let id: RequestID
    /// The address of the client.
    public let peer: SocketAddress
    /// The status of the answer, or ``clientLeft``.
    public let status: Int
    /// The number of bytes of the answer's head and body; of a stream, of its body without the framing.
    public let bytes: Int
    /// The object that the handler has attached to the exchange; nil for a refusal without the handler.
    public let context: (any AnyObject & Sendable)?
}

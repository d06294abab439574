/// What the parser or the server refuses by itself, before any handler sees a request.
public struct HTTPRefusal: Error, Sendable, Equatable {
    /// The HTTP status of the answer, for example 400.
    public let status: Int
    /// A stable name in kebab-case, for example `bare-line-feed`.
    public let code: String
    /// One plain sentence for the person who wrote the client.
    public let detail: String

    /// A refusal with its status, its stable name and its sentence.
    public init(status: Int, code: String, detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    /// Every refusal there is, so that a program can say what each means.
    public static let all: [HTTPRefusal] = [
        .bareLineFeed, .bareCarriageReturn, .requestLineTooLong, .malformedRequestLine, .malformedMethod,
        .unknownMethod, .unsupportedVersion, .malformedTarget, .spaceInTarget, .controlByteInTarget,
        .eightBitByteInTarget, .fragmentInTarget, .badPercentEncoding, .encodedNul, .headersTooLarge,
        .tooManyHeaders, .obsoleteFolding, .missingColon, .emptyName, .malformedName, .spaceBeforeColon,
        .controlByteInValue, .missingHost, .duplicateHost, .malformedHost, .misdirected,
        .unsupportedExpectation, .duplicateLength, .malformedLength, .lengthWithTransferEncoding,
        .unsupportedTransferEncoding, .transferEncodingOnOldVersion, .bodyTooLarge, .malformedChunkSize,
        .chunkExtensionTooLong, .controlByteInExtension, .malformedChunkEnd, .trailersTooLarge,
        .requestTimeout, .tooManyConnections, .tooMuchUnread, .shuttingDown, .unanswered, .plainHTTP,
    ]

    private init(_ status: Int, _ code: String, _ detail: String) {
        self.init(status: status, code: code, detail: detail)
    }
}

// The lines of a message.
extension HTTPRefusal {
    static let bareLineFeed = Self(400, "bare-line-feed", "A line ends with LF alone; lines end with CR LF.")
    static let bareCarriageReturn = Self(400, "bare-carriage-return", "A CR stands without its LF.")
    static let requestLineTooLong = Self(414, "request-line-too-long", "The request line is too long.")
    static let malformedRequestLine = Self(
        400, "malformed-request-line", "A request line is a method, a target and a version.")
    static let malformedMethod = Self(400, "malformed-method", "The method is not a token.")
    static let unknownMethod = Self(501, "unknown-method", "This server does not know the method.")
    static let unsupportedVersion = Self(
        505, "unsupported-version", "The version is neither HTTP/1.1 nor HTTP/1.0.")
}

// The target.
extension HTTPRefusal {
    static let malformedTarget = Self(
        400, "malformed-target", "The target is neither a path nor an absolute http address.")
    static let spaceInTarget = Self(400, "space-in-target", "The target contains a space.")
    static let controlByteInTarget = Self(
        400, "control-byte-in-target", "The target contains a control byte.")
    static let eightBitByteInTarget = Self(
        400, "eight-bit-byte-in-target", "The target contains a byte that must be percent-encoded.")
    static let fragmentInTarget = Self(400, "fragment-in-target", "The target contains a fragment.")
    static let badPercentEncoding = Self(
        400, "bad-percent-encoding", "A percent sign in the target lacks its two hexadecimal digits.")
    static let encodedNul = Self(400, "encoded-nul", "The target contains %00.")
}

// The header fields.
extension HTTPRefusal {
    static let headersTooLarge = Self(431, "headers-too-large", "The header fields are too large.")
    static let tooManyHeaders = Self(431, "too-many-headers", "There are too many header lines.")
    static let obsoleteFolding = Self(
        400, "obsolete-folding", "A header line starts with a space or a tab.")
    static let missingColon = Self(400, "missing-colon", "A header line has no colon.")
    static let emptyName = Self(400, "empty-header-name", "A header has no name.")
    static let malformedName = Self(400, "malformed-header-name", "A header name is not a token.")
    static let spaceBeforeColon = Self(
        400, "space-before-colon", "A space or a tab stands before the colon of a header.")
    static let controlByteInValue = Self(
        400, "control-byte-in-value", "A header value contains a control byte.")
    static let missingHost = Self(400, "missing-host", "A request of HTTP/1.1 has a Host.")
    static let duplicateHost = Self(400, "duplicate-host", "There is more than one Host.")
    static let malformedHost = Self(400, "malformed-host", "The Host is not a name or an address.")
    static let misdirected = Self(421, "wrong-host", "This server does not go by that Host.")
    static let unsupportedExpectation = Self(
        417, "unsupported-expectation", "The only expectation that is met is 100-continue.")
}

// The body.
extension HTTPRefusal {
    static let duplicateLength = Self(
        400, "duplicate-content-length", "There is more than one Content-Length.")
    static let malformedLength = Self(
        400, "malformed-content-length", "Content-Length is one to nine digits.")
    static let lengthWithTransferEncoding = Self(
        400, "length-with-transfer-encoding", "Content-Length and Transfer-Encoding exclude each other.")
    static let unsupportedTransferEncoding = Self(
        501, "unsupported-transfer-encoding", "The only transfer encoding is one chunked.")
    static let transferEncodingOnOldVersion = Self(
        400, "transfer-encoding-on-http-1.0", "HTTP/1.0 has no Transfer-Encoding.")
    static let bodyTooLarge = Self(413, "body-too-large", "The body is larger than is allowed here.")
    static let malformedChunkSize = Self(
        400, "malformed-chunk-size", "A chunk size is one to eight hexadecimal digits.")
    static let chunkExtensionTooLong = Self(
        400, "chunk-extension-too-long", "The chunk extensions are too long.")
    static let controlByteInExtension = Self(
        400, "control-byte-in-chunk-extension", "A chunk extension contains a control byte.")
    static let malformedChunkEnd = Self(
        400, "malformed-chunk-end", "The data of a chunk is not followed by CR LF.")
    static let trailersTooLarge = Self(431, "trailers-too-large", "The trailer fields are too large.")
}

// What the server, not the parser, refuses.
extension HTTPRefusal {
    static let requestTimeout = Self(408, "request-timeout", "The request did not arrive in time.")
    static let tooManyConnections = Self(
        503, "too-many-connections", "There are too many connections from this address.")
    static let tooMuchUnread = Self(
        503, "too-much-unread", "This address has not read enough of the answers before; read on first.")
    static let shuttingDown = Self(503, "shutting-down", "The server is shutting down; try again soon.")
    static let plainHTTP = Self(
        400, "plain-http", "This port speaks HTTPS only: the address begins with https://.")
    static let unanswered = Self(500, "unanswered", "The server failed to answer this request.")
}

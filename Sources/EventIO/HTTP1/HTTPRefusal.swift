/// An error answer that the server gives without the handler, for example to a malformed request.
///
/// ``HTTPHandler/response(to:of:)`` decides how it looks.
public struct HTTPRefusal: Error, Sendable, Equatable {
    /// The HTTP status, for example 400.
    public let status: Int
    /// A stable identifier in kebab-case, for example `bare-line-feed`.
    public let code: String
    /// One sentence for the author of the client.
    public let detail: String

    /// Creates a refusal.
    public init(status: Int, code: String, detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    /// Every refusal of the parser and the server, for example to document the codes.
    public static let all: [HTTPRefusal] = [
        .bareLineFeed, .bareCarriageReturn, .requestLineTooLong, .malformedRequestLine, .malformedMethod,
        .unknownMethod, .unsupportedVersion, .malformedTarget, .spaceInTarget, .controlByteInTarget,
        .eightBitByteInTarget, .fragmentInTarget, .badPercentEncoding, .encodedNul, .headersTooLarge,
        .tooManyHeaders, .obsoleteFolding, .missingColon, .emptyName, .malformedName, .spaceBeforeColon,
        .controlByteInValue, .missingHost, .duplicateHost, .malformedHost, .misdirected,
        .unsupportedExpectation, .duplicateLength, .malformedLength, .lengthWithTransferEncoding,
        .unsupportedTransferEncoding, .transferEncodingOnOldVersion, .bodyTooLarge, .malformedChunkSize,
        .chunkExtensionTooLong, .controlByteInExtension, .malformedChunkExtension, .malformedChunkEnd,
        .chunkedNotLast, .trailersTooLarge,
        .requestTimeout, .tooManyConnections, .tooMuchUnread, .shuttingDown, .unanswered, .plainHTTP,
    ]

    private init(_ status: Int, _ code: String, _ detail: String) {
        self.init(status: status, code: code, detail: detail)
    }
}

// Line ends and the request line.
extension HTTPRefusal {
    static let bareLineFeed = Self(400, "bare-line-feed", "A line ends in LF alone; lines must end in CR LF.")
    static let bareCarriageReturn = Self(400, "bare-carriage-return", "A CR is not followed by LF.")
    static let requestLineTooLong = Self(414, "request-line-too-long", "The request line is too long.")
    static let malformedRequestLine = Self(
        400, "malformed-request-line", "The request line must be a method, a target and a version.")
    static let malformedMethod = Self(400, "malformed-method", "The method is not a valid token.")
    static let unknownMethod = Self(501, "unknown-method", "This server does not support the method.")
    static let unsupportedVersion = Self(
        505, "unsupported-version", "The version must be HTTP/1.1 or HTTP/1.0.")
}

// The target.
extension HTTPRefusal {
    static let malformedTarget = Self(
        400, "malformed-target", "The target must be a path or an absolute http address.")
    static let spaceInTarget = Self(400, "space-in-target", "The target contains a space.")
    static let controlByteInTarget = Self(
        400, "control-byte-in-target", "The target contains a control byte.")
    static let eightBitByteInTarget = Self(
        400, "eight-bit-byte-in-target", "The target contains a byte that must be percent-encoded.")
    static let fragmentInTarget = Self(400, "fragment-in-target", "The target contains a fragment.")
    static let badPercentEncoding = Self(
        400, "bad-percent-encoding", "A percent sign in the target lacks two hexadecimal digits.")
    static let encodedNul = Self(400, "encoded-nul", "The target contains %00.")
}

// The header fields.
extension HTTPRefusal {
    static let headersTooLarge = Self(431, "headers-too-large", "The header fields are too large.")
    static let tooManyHeaders = Self(431, "too-many-headers", "There are too many header lines.")
    static let obsoleteFolding = Self(
        400, "obsolete-folding", "A header line starts with a space or a tab.")
    static let missingColon = Self(400, "missing-colon", "A header line has no colon.")
    static let emptyName = Self(400, "empty-header-name", "A header line has no name.")
    static let malformedName = Self(400, "malformed-header-name", "A header name is not a valid token.")
    static let spaceBeforeColon = Self(
        400, "space-before-colon", "A header name is followed by a space or a tab.")
    static let controlByteInValue = Self(
        400, "control-byte-in-value", "A header value contains a control byte.")
    static let missingHost = Self(400, "missing-host", "An HTTP/1.1 request must have a Host header.")
    static let duplicateHost = Self(400, "duplicate-host", "There is more than one Host header.")
    static let malformedHost = Self(400, "malformed-host", "The Host is not a valid name or address.")
    static let misdirected = Self(421, "wrong-host", "This server does not serve that host.")
    static let unsupportedExpectation = Self(
        417, "unsupported-expectation", "The only supported expectation is 100-continue.")
}

// The body.
extension HTTPRefusal {
    static let duplicateLength = Self(
        400, "duplicate-content-length", "There is more than one Content-Length header.")
    static let malformedLength = Self(
        400, "malformed-content-length", "Content-Length must be one to nine digits.")
    static let lengthWithTransferEncoding = Self(
        400, "length-with-transfer-encoding", "Content-Length and Transfer-Encoding cannot be combined.")
    static let unsupportedTransferEncoding = Self(
        501, "unsupported-transfer-encoding", "Transfer-Encoding must be chunked, applied once.")
    static let chunkedNotLast = Self(
        400, "chunked-not-last", "Without chunked as the last Transfer-Encoding, the body has no end.")
    static let transferEncodingOnOldVersion = Self(
        400, "transfer-encoding-on-http-1.0", "An HTTP/1.0 request cannot use Transfer-Encoding.")
    static let bodyTooLarge = Self(413, "body-too-large", "The body is larger than allowed here.")
    static let malformedChunkSize = Self(
        400, "malformed-chunk-size", "A chunk size must be one to eight hexadecimal digits.")
    static let chunkExtensionTooLong = Self(
        400, "chunk-extension-too-long", "The chunk extensions are too long.")
    static let controlByteInExtension = Self(
        400, "control-byte-in-chunk-extension", "A chunk extension contains a control byte.")
    static let malformedChunkExtension = Self(
        400, "malformed-chunk-extension", "A chunk extension must be a name, or a name and a value.")
    static let malformedChunkEnd = Self(
        400, "malformed-chunk-end", "Chunk data is not followed by CR LF.")
    static let trailersTooLarge = Self(431, "trailers-too-large", "The trailer fields are too large.")
}

// Refusals by the server rather than the parser.
extension HTTPRefusal {
    static let requestTimeout = Self(408, "request-timeout", "The request did not arrive in time.")
    static let tooManyConnections = Self(
        503, "too-many-connections", "There are too many connections from this address.")
    static let tooMuchUnread = Self(
        503, "too-much-unread", "Too much output waits for this address; read the earlier answers first.")
    static let shuttingDown = Self(503, "shutting-down", "The server is shutting down; try again soon.")
    static let plainHTTP = Self(
        400, "plain-http", "This port accepts HTTPS only; use an address that starts with https://.")
    static let unanswered = Self(500, "unanswered", "The server failed to answer this request.")
}

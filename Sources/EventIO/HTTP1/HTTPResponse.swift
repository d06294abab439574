/// A complete answer, or the head of a stream.
///
/// The server sets `Date`, `X-Request-Id`, `Content-Length`, `Transfer-Encoding` and `Connection`, and drops
/// them from ``headers``. It also drops CR, LF and NUL from header names and values.
public struct HTTPResponse: Sendable {
    /// The status code, 200 to 599; other values are clamped to that range.
    public var status: Int
    /// The headers, in the order in which they are sent.
    public var headers: [(name: String, value: String)] { didSet { prepared = nil } }
    /// The body; not sent for HEAD, 204 and 304, but HEAD sends its length.
    public var body: [UInt8]
    /// The offset in ``body`` at which the server inserts the 16 digits of the request's id; not for streams.
    public var requestIDOffset: Int? {
        get { idOffset == .max ? nil : Int(idOffset) }
        set { idOffset = newValue.map { UInt32(clamping: $0) } ?? .max }
    }
    /// Omits `Content-Length` from the answer to HEAD, for a resource whose GET is answered with a stream.
    public var hasUnknownLength = false
    /// Closes the connection after this answer.
    public var closesConnection = false
    /// `requestIDOffset`, small because responses are copied often; the maximum means nil.
    private var idOffset = UInt32.max
    /// The header lines, if `preparedForReuse` has serialized them.
    private var prepared: [UInt8]?

    /// Creates an answer.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns the answer with its headers already serialized, for an answer that is sent often.
    ///
    /// Changing ``headers`` afterwards discards the serialized form.
    public func preparedForReuse() -> HTTPResponse {
        var answer = self
        answer.prepared = HeaderLines.bytes(of: headers)
        return answer
    }

    /// Calls `write` with the header lines, part by part, except those that only the server sets.
    @inline(__always)
    func forEachPartOfLines(_ write: (UnsafeRawBufferPointer) -> Void) {
        if let prepared {
            prepared.withUnsafeBytes(write)
        } else {
            HeaderLines.forEachPart(of: headers, write)
        }
    }

    /// The number of bytes of the body, with the id of the request.
    var length: Int { body.count + (idOffset == .max ? 0 : RequestID.length) }

    /// Whether the status allows a body.
    var mayHaveBody: Bool { status != 204 && status != 304 && status >= 200 }
}

private enum HeaderLines {
    /// The lines of all headers except those that only the server sets.
    static func bytes(of headers: [(name: String, value: String)]) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(256)
        forEachPart(of: headers) { lines.append(contentsOf: $0) }
        return lines
    }

    /// Calls `write` with the parts of the lines of all headers except those that only the server sets.
    @inline(__always)
    static func forEachPart(
        of headers: [(name: String, value: String)], _ write: (UnsafeRawBufferPointer) -> Void
    ) {
        for (name, value) in headers where !isSetByServer(name) {
            writePart(name, write)
            write(UnsafeRawBufferPointer(start: colon.utf8Start, count: colon.utf8CodeUnitCount))
            writePart(value, write)
            write(UnsafeRawBufferPointer(start: lineEnd.utf8Start, count: lineEnd.utf8CodeUnitCount))
        }
    }

    private static let colon: StaticString = ": "
    private static let lineEnd: StaticString = "\r\n"

    /// Writes a text without CR, LF and NUL, which could end its line early.
    @inline(__always)
    private static func writePart(_ text: String, _ write: (UnsafeRawBufferPointer) -> Void) {
        var text = text
        text.withUTF8 { bytes in
            if bytes.contains(where: endsLine) {
                bytes.filter { !endsLine($0) }.withUnsafeBytes(write)
            } else {
                write(UnsafeRawBufferPointer(bytes))
            }
        }
    }

    private static func endsLine(_ byte: UInt8) -> Bool {
        // The first comparison decides for nearly every byte.
        byte <= Byte.carriageReturn && (byte == Byte.carriageReturn || byte == Byte.lineFeed || byte == 0)
    }

    /// Whether only the server sets this header: a second one could contradict it.
    private static func isSetByServer(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: equal(name, "date")
        case 10: equal(name, "connection")
        case 12: equal(name, "x-request-id")
        case 14: equal(name, "content-length")
        case 17: equal(name, "transfer-encoding")
        default: false
        }
    }

    private static func equal(_ name: String, _ lowercased: StaticString) -> Bool {
        var name = name
        return name.withUTF8 { UnsafeRawBufferPointer($0).spells(lowercased) }
    }
}

/// The text after the status code on the status line, which clients ignore.
enum ReasonPhrase {
    static func of(_ status: Int) -> StaticString {
        switch status {
        case 200..<300: success(status)
        case 300..<400: redirection(status)
        case 400..<500: clientError(status)
        default: serverError(status)
        }
    }

    private static func success(_ status: Int) -> StaticString {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        default: "Success"
        }
    }

    private static func redirection(_ status: Int) -> StaticString {
        switch status {
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        default: "Redirection"
        }
    }

    private static func clientError(_ status: Int) -> StaticString {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        default: "Client Error"
        }
    }

    private static func serverError(_ status: Int) -> StaticString {
        switch status {
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        case 507: "Insufficient Storage"
        default: "Server Error"
        }
    }
}

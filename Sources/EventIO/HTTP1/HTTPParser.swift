/// What became of the bytes given to a parser.
public enum HTTPParserOutcome: Sendable {
    /// All usable bytes are consumed; give the rest again with more behind it.
    case needsMore
    /// The head is whole and the client waits for "100 Continue" before it sends the body.
    case expectsContinue
    /// One whole request; bytes after it belong to the next one.
    case request(HTTPRequest)
    /// The bytes are refused, and so is everything after them.
    case refused(HTTPRefusal)
}

/// A strict, bounded parser of HTTP/1.0 and HTTP/1.1 requests: a value over bytes, without sockets or clocks.
///
/// It works line by line, so that a line's verdict depends on its own bytes only and every way to split the
/// input gives the same outcomes; limits are checked before a line's content. Bytes that it did not consume
/// stay with the caller, who gives them again with more behind them. Not bound to a thread.
public struct HTTPParser: Sendable {
    /// Where in a request the next byte belongs.
    enum Stage: Sendable {
        case requestLine, fieldLine, fixedBody, chunkLine, chunkData, chunkEnd, trailerLine
        case whole
        case refused(HTTPRefusal)
    }

    /// What the header lines said about the body's framing and the request's host.
    struct Framing: Sendable {
        var contentLength: Int?
        var isChunked = false
        var hosts = 0
        var expectsContinue = false
    }

    let limits: HTTPLimits
    var stage = Stage.requestLine
    var head = RequestHead()
    var framing = Framing()
    var fields = HTTPFields()
    var body: [UInt8] = []
    /// Bytes of the unfinished line that are known to hold no line feed.
    var scanned = 0
    /// Bytes of header or trailer lines so far.
    var lineBytes = 0
    var trailerLines = 0
    var sawEmptyLine = false
    /// Bytes of the fixed body or of the chunk's data that are still to come.
    var remaining = 0
    var bodyLimit = 0
    var extensionBytes = 0

    /// A parser at the start of a connection.
    public init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
    }

    /// Whether a request has begun and is not whole yet, apart from bytes that were not consumed.
    public var isInsideRequest: Bool {
        if case .requestLine = stage { return sawEmptyLine }
        return true
    }

    /// Whether the head of the request is whole and its body is being read.
    public var isInsideBody: Bool {
        switch stage {
        case .requestLine, .fieldLine, .refused: false
        default: true
        }
    }

    /// Consumes bytes up to the next outcome and says how many.
    ///
    /// Complexity: linear in the bytes; a line that comes in pieces is searched for its end only once.
    public mutating func parse(
        _ input: UnsafeRawBufferPointer
    ) -> (consumed: Int, outcome: HTTPParserOutcome) {
        var consumed = 0
        do {
            while true {
                guard let step = try advance(input.part(consumed..<input.count)) else {
                    return (consumed, .needsMore)
                }
                consumed += step
                if case .whole = stage { return (consumed, .request(finish())) }
                if framing.expectsContinue, isInsideBody {
                    framing.expectsContinue = false
                    return (consumed, .expectsContinue)
                }
            }
        } catch {
            stage = .refused(error)
            return (consumed, .refused(error))
        }
    }

    /// Takes one step and gives the bytes it consumed, or nil when it needs more of them.
    private mutating func advance(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        switch stage {
        case .requestLine: try takeRequestLine(input)
        case .fieldLine: try takeFieldLine(input)
        case .fixedBody: try takeFixedBody(input)
        case .chunkLine: try takeChunkLine(input)
        case .chunkData: try takeChunkData(input)
        case .chunkEnd: try takeChunkEnd(input)
        case .trailerLine: try takeTrailerLine(input)
        case .whole: nil
        case .refused(let refusal): throw refusal
        }
    }

    /// The content of the next line, or nil when its end is not there yet.
    ///
    /// The limit counts the line's bytes with CR LF and is checked before the content.
    mutating func line(
        in input: UnsafeRawBufferPointer, atMost limit: Int, or tooLong: HTTPRefusal
    ) throws(HTTPRefusal) -> UnsafeRawBufferPointer? {
        guard let end = input.firstIndex(of: Byte.lineFeed, from: scanned) else {
            guard input.count <= limit else { throw tooLong }
            scanned = input.count
            return nil
        }
        guard end < limit else { throw tooLong }
        guard end > 0, input[end - 1] == Byte.carriageReturn else { throw .bareLineFeed }
        let content = input.part(0..<end - 1)
        guard content.firstIndex(of: Byte.carriageReturn, from: 0) == nil else { throw .bareCarriageReturn }
        scanned = 0
        return content
    }

    /// Hands the request over and starts the next one.
    private mutating func finish() -> HTTPRequest {
        let request = HTTPRequest(head: head, fields: fields, body: body)
        stage = .requestLine
        head = RequestHead()
        framing = Framing()
        fields = HTTPFields(asLargeAs: fields)
        body = []
        lineBytes = 0
        trailerLines = 0
        sawEmptyLine = false
        extensionBytes = 0
        return request
    }
}

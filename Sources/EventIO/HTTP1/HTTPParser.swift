/// The result of ``HTTPParser/parse(_:)``.
public enum HTTPParserOutcome: Sendable {
    /// The input ends within a request; pass the unconsumed bytes again, followed by more.
    case needsMore
    /// The head is complete and the client waits for `100 Continue` before it sends the body.
    case expectsContinue
    /// A complete request; the bytes after it belong to the next one.
    case request(HTTPRequest)
    /// The input is invalid or over a limit; the parser refuses all further input too.
    case refused(HTTPRefusal)
}

/// A strict, bounded parser of HTTP/1.0 and HTTP/1.1 requests (RFC 9112).
///
/// The parser is a value without sockets or clocks: pass it the bytes of a connection as they arrive. The
/// outcomes do not depend on how the input is split. The limits of a line are checked before its content.
public struct HTTPParser: Sendable {
    private enum Stage: Sendable {
        case requestLine, fieldLine, fixedBody, chunkLine, chunkData, chunkEnd, trailerLine
        case complete
        case refused(HTTPRefusal)
    }

    /// The header values that decide the framing of the body and the host of the request.
    private struct Framing: Sendable {
        var contentLength: Int?
        /// Whether there is a Transfer-Encoding, whether its last coding is chunked, and whether that is its only one.
        var (hasCodings, endsChunked, isChunked) = (false, false, false)
        var hostLines = 0
        var expectsContinue = false
    }

    private typealias Field = (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)

    private let limits: HTTPLimits
    private var stage = Stage.requestLine
    private(set) var head = RequestHead()
    private var framing = Framing()
    private var fields = HTTPFields()
    private var body: [UInt8] = []
    /// Number of bytes of the incomplete line that were searched for a line feed.
    private var scannedBytes = 0
    private var lineBytes = 0
    private var trailerLines = 0
    private var skippedEmptyLine = false
    /// Number of bytes that the fixed-length body or the current chunk still lacks.
    private var remaining = 0
    private var bodyLimit = 0
    private var extensionBytes = 0

    /// Creates a parser for a new connection.
    public init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
    }

    /// Whether the parser has consumed part of a request.
    public var isInsideRequest: Bool {
        if case .requestLine = stage { return skippedEmptyLine }
        return true
    }

    /// Whether the head of a request is complete and its body is not.
    public var isInsideBody: Bool {
        switch stage {
        case .requestLine, .fieldLine, .refused: false
        default: true
        }
    }

    /// Consumes input up to the next outcome, and returns the number of bytes consumed.
    ///
    /// Pass the unconsumed bytes again: at once after a request or an expectation, because they may contain
    /// the next outcome, otherwise followed by more. The parser keeps no reference to `input`.
    ///
    /// - Complexity: Linear in the length of `input`. A line that arrives in pieces is searched only once.
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
                if case .complete = stage { return (consumed, .request(takeRequest())) }
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

    /// Takes one step and returns the number of bytes consumed, or nil if more input is needed.
    private mutating func advance(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        switch stage {
        case .requestLine: try consumeRequestLine(input)
        case .fieldLine: try consumeFieldLine(input)
        case .fixedBody: consumeData(input, then: .complete)
        case .chunkLine: try consumeChunkLine(input)
        case .chunkData: consumeData(input, then: .chunkEnd)
        case .chunkEnd: try consumeChunkEnd(input)
        case .trailerLine: try consumeTrailerLine(input)
        case .complete: nil
        case .refused(let refusal): throw refusal
        }
    }

    /// Returns the next line without its CR LF, or nil if the line is incomplete.
    ///
    /// `limit` includes CR LF.
    private mutating func nextLine(
        in input: UnsafeRawBufferPointer, atMost limit: Int, or tooLong: HTTPRefusal
    ) throws(HTTPRefusal) -> UnsafeRawBufferPointer? {
        guard let end = input.firstIndex(of: Byte.lineFeed, from: scannedBytes) else {
            guard input.count <= limit else { throw tooLong }
            scannedBytes = input.count
            return nil
        }
        guard end < limit else { throw tooLong }
        guard end > 0, input[end - 1] == Byte.carriageReturn else { throw .bareLineFeed }
        let content = input.part(0..<end - 1)
        guard content.firstIndex(of: Byte.carriageReturn, from: 0) == nil else { throw .bareCarriageReturn }
        scannedBytes = 0
        return content
    }

    /// Returns the complete request and resets the parser for the next one.
    private mutating func takeRequest() -> HTTPRequest {
        let request = HTTPRequest(head: head, fields: fields, body: body)
        stage = .requestLine
        head = RequestHead()
        framing = Framing()
        fields = HTTPFields(withCapacityOf: fields)
        body = []
        lineBytes = 0
        trailerLines = 0
        skippedEmptyLine = false
        extensionBytes = 0
        return request
    }

    // MARK: The request line

    private mutating func consumeRequestLine(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        guard let line = try nextLine(in: input, atMost: limits.requestLine, or: .requestLineTooLong) else {
            return nil
        }
        if line.isEmpty, !skippedEmptyLine {
            // RFC 9112, section 2.2, asks servers to ignore one empty line before a request.
            skippedEmptyLine = true
            return 2
        }
        try readRequestLine(line)
        stage = .fieldLine
        return line.count + 2
    }

    private mutating func readRequestLine(_ line: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        guard let methodEnd = line.firstIndex(of: Byte.space, from: 0),
            let targetEnd = line.lastIndex(of: Byte.space), targetEnd > methodEnd
        else { throw .malformedRequestLine }
        let method = line.part(0..<methodEnd)
        guard !method.isEmpty, method.allSatisfy({ Byte.isToken($0) }) else { throw .malformedMethod }
        let target = line.part(methodEnd + 1..<targetEnd)
        guard target.firstIndex(of: Byte.space, from: 0) == nil else { throw .spaceInTarget }
        try readVersion(line.part(targetEnd + 1..<line.count))
        guard let known = HTTPMethod(method) else { throw .unknownMethod }
        head.method = known
        try readTarget(target)
    }

    private mutating func readVersion(_ version: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        guard version.count == 8 else { throw .unsupportedVersion }
        switch UInt64(bigEndian: version.loadUnaligned(as: UInt64.self)) {
        case 0x4854_5450_2F31_2E31: head.isVersion11 = true  // HTTP/1.1
        case 0x4854_5450_2F31_2E30: head.isVersion11 = false  // HTTP/1.0
        default: throw .unsupportedVersion
        }
    }

    private mutating func readTarget(_ target: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        try checkTarget(target)
        guard let first = target.first else { throw .malformedTarget }
        if first == 0x2F {
            splitPath(target)
        } else if first == 0x2A, target.count == 1, head.method == .options {
            head.path = "*"
        } else {
            try readAbsoluteTarget(target)
        }
    }

    private func checkTarget(_ target: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        var index = 0
        while index < target.count {
            let byte = target[index]
            if byte == 0x25 {
                try checkPercent(target, at: index)
            } else if byte < 0x21 || byte > 0x7E || byte == 0x23 {
                throw byte == 0x23
                    ? .fragmentInTarget : byte > 0x7F ? .eightBitByteInTarget : .controlByteInTarget
            }
            index += 1
        }
    }

    private func checkPercent(_ target: UnsafeRawBufferPointer, at index: Int) throws(HTTPRefusal) {
        guard index + 2 < target.count, let high = Byte.hexadecimal(target[index + 1]),
            let low = Byte.hexadecimal(target[index + 2])
        else { throw .badPercentEncoding }
        guard high + low > 0 else { throw .encodedNul }
    }

    /// Reads `http://authority/path?query`, as proxies send it; its authority overrides the Host header.
    private mutating func readAbsoluteTarget(_ target: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        guard let colon = target.firstIndex(of: Byte.colon, from: 0),
            target.part(0..<colon).spells("http") || target.part(0..<colon).spells("https"),
            target.count >= colon + 3, target[colon + 1] == 0x2F, target[colon + 2] == 0x2F
        else { throw .malformedTarget }
        let rest = target.part(colon + 3..<target.count)
        let end = rest.firstIndex { $0 == 0x2F || $0 == 0x3F } ?? rest.count
        guard let host = Authority.host(in: rest.part(0..<end)) else { throw .malformedTarget }
        head.authority = host
        splitPath(rest.part(end..<rest.count))
    }

    private mutating func splitPath(_ target: UnsafeRawBufferPointer) {
        let question = target.firstIndex(of: 0x3F, from: 0)
        let path = target.part(0..<(question ?? target.count))
        // An absolute target without a path means the root (RFC 9112, section 3.2.1).
        head.path = path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
        if let question {
            head.query = String(decoding: target.part(question + 1..<target.count), as: UTF8.self)
        }
    }

    // MARK: The header lines

    private mutating func consumeFieldLine(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        let room = limits.headerBytes - lineBytes
        guard let line = try nextLine(in: input, atMost: room, or: .headersTooLarge) else { return nil }
        let length = line.count + 2
        lineBytes += length
        guard !line.isEmpty else {
            try finishHead()
            return length
        }
        guard fields.count < limits.headerLines else { throw .tooManyHeaders }
        let field = try readField(line)
        try readFraming(field)
        fields.append(name: field.name, value: field.value)
        return length
    }

    /// Splits a header or trailer line into its name and its trimmed value, and validates both.
    private func readField(_ line: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Field {
        guard line[0] != Byte.space, line[0] != Byte.tab else { throw .obsoleteFolding }
        var end = 0
        while end < line.count, Byte.isToken(line[end]) { end += 1 }
        guard end < line.count, line[end] == Byte.colon else { throw nameRefusal(line, stoppedAt: end) }
        guard end > 0 else { throw .emptyName }
        let value = line.part(end + 1..<line.count).trimmed()
        guard !value.contains(where: { Byte.isControl($0) }) else { throw .controlByteInValue }
        return (line.part(0..<end), value)
    }

    private func nameRefusal(_ line: UnsafeRawBufferPointer, stoppedAt end: Int) -> HTTPRefusal {
        guard let colon = line.firstIndex(of: Byte.colon, from: end) else { return .missingColon }
        return line.part(end..<colon).trimmed().isEmpty ? .spaceBeforeColon : .malformedName
    }

    /// Reads the headers that decide the framing of the body, the host and keep-alive.
    private mutating func readFraming(_ field: Field) throws(HTTPRefusal) {
        switch field.name.count {
        case 4 where field.name.spells("host"): try readHost(field.value)
        case 6 where field.name.spells("expect"): try readExpectation(field.value)
        case 10 where field.name.spells("connection"): readConnection(field.value)
        case 14 where field.name.spells("content-length"): try readContentLength(field.value)
        case 17 where field.name.spells("transfer-encoding"): try readTransferEncoding(field.value)
        default: break
        }
    }

    private mutating func readHost(_ value: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        framing.hostLines += 1
        guard framing.hostLines == 1 else { throw .duplicateHost }
        guard let host = Authority.host(in: value) else { throw .malformedHost }
        if head.authority.isEmpty { head.authority = host }
    }

    private mutating func readExpectation(_ value: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        // HTTP/1.0 has no `100 Continue`, so the expectation is ignored (RFC 9110, section 10.1.1).
        guard head.isVersion11 else { return }
        guard value.spells("100-continue") else { throw .unsupportedExpectation }
        framing.expectsContinue = true
    }

    private mutating func readConnection(_ value: UnsafeRawBufferPointer) {
        for option in value.split(separator: 0x2C) {
            let option = UnsafeRawBufferPointer(rebasing: option).trimmed()
            if option.spells("close") { head.asksToClose = true }
            if option.spells("keep-alive") { head.asksToKeepAlive = true }
        }
    }

    private mutating func readContentLength(_ value: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        guard framing.contentLength == nil else { throw .duplicateLength }
        guard !framing.hasCodings else { throw .lengthWithTransferEncoding }
        guard (1...9).contains(value.count), value.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .malformedLength
        }
        framing.contentLength = value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func readTransferEncoding(_ value: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        guard head.isVersion11 else { throw .transferEncodingOnOldVersion }
        guard framing.contentLength == nil else { throw .lengthWithTransferEncoding }
        let codings = value.split(separator: 0x2C).map { UnsafeRawBufferPointer(rebasing: $0).trimmed() }
        // Several lines are one list (RFC 9110, section 5.3), of which only chunked alone can be decoded.
        framing.endsChunked = codings.last?.spells("chunked") ?? false
        framing.isChunked = framing.endsChunked && !framing.hasCodings && value.spells("chunked")
        framing.hasCodings = true
    }

    /// Decides the framing of the body at the end of the head.
    private mutating func finishHead() throws(HTTPRefusal) {
        guard framing.hostLines == 1 || !head.isVersion11 else { throw .missingHost }
        bodyLimit = limits.body(of: head.method, at: head.path)
        lineBytes = 0
        if framing.hasCodings {
            // The end of the body cannot be known then (RFC 9112, section 6.3).
            guard framing.endsChunked else { throw .chunkedNotLast }
            guard framing.isChunked else { throw .unsupportedTransferEncoding }
            stage = .chunkLine
        } else if let length = framing.contentLength, length > 0 {
            guard length <= bodyLimit else { throw .bodyTooLarge }
            remaining = length
            stage = .fixedBody
        } else {
            stage = .complete
        }
    }

    // MARK: The body

    /// Appends the available bytes of a fixed-length body or a chunk, and enters `next` after the last one.
    private mutating func consumeData(_ input: UnsafeRawBufferPointer, then next: Stage) -> Int? {
        guard !input.isEmpty else { return nil }
        let count = min(remaining, input.count)
        body.append(contentsOf: input.part(0..<count))
        remaining -= count
        if remaining == 0 { stage = next }
        return count
    }

    private mutating func consumeChunkEnd(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        guard let first = input.first else { return nil }
        guard first == Byte.carriageReturn else { throw .malformedChunkEnd }
        guard input.count > 1 else { return nil }
        guard input[1] == Byte.lineFeed else { throw .malformedChunkEnd }
        stage = .chunkLine
        return 2
    }

    private mutating func consumeChunkLine(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        guard let line = try nextLine(in: input, atMost: limits.chunkLine, or: .chunkExtensionTooLong) else {
            return nil
        }
        let digits = line.firstIndex { Byte.hexadecimal($0) == nil } ?? line.count
        guard (1...8).contains(digits) else { throw .malformedChunkSize }
        try checkExtensions(line.part(digits..<line.count))
        let size = line.prefix(digits).reduce(0) { $0 << 4 + (Byte.hexadecimal($1) ?? 0) }
        guard size <= bodyLimit - body.count else { throw .bodyTooLarge }
        remaining = size
        stage = size > 0 ? .chunkData : .trailerLine
        return line.count + 2
    }

    private mutating func checkExtensions(_ bytes: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        guard !bytes.isEmpty else { return }
        let first = bytes.first { $0 != Byte.space && $0 != Byte.tab }
        guard first == 0x3B else { throw .malformedChunkSize }
        guard !bytes.contains(where: { Byte.isControl($0) }) else { throw .controlByteInExtension }
        extensionBytes += bytes.count
        guard extensionBytes <= limits.chunkExtensions else { throw .chunkExtensionTooLong }
        guard ChunkExtensions.isValid(bytes) else { throw .malformedChunkExtension }
    }

    /// Validates a trailer line and drops it: a trailer must not change the request before it.
    private mutating func consumeTrailerLine(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        let room = limits.trailerBytes - lineBytes
        guard let line = try nextLine(in: input, atMost: room, or: .trailersTooLarge) else { return nil }
        lineBytes += line.count + 2
        guard !line.isEmpty else {
            stage = .complete
            return 2
        }
        guard trailerLines < limits.trailerLines else { throw .trailersTooLarge }
        trailerLines += 1
        _ = try readField(line)
        return line.count + 2
    }
}

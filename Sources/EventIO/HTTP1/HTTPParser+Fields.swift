// The header lines.
extension HTTPParser {
    mutating func takeFieldLine(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        let room = limits.headerBytes - lineBytes
        guard let line = try line(in: input, atMost: room, or: .headersTooLarge) else { return nil }
        let length = line.count + 2
        lineBytes += length
        guard !line.isEmpty else {
            try endHead()
            return length
        }
        guard fields.places.count < limits.headerLines else { throw .tooManyHeaders }
        let field = try readField(line)
        try note(field)
        fields.append(name: field.name, value: field.value)
        return length
    }

    /// Splits a header or trailer line into its name and its trimmed value, both found valid.
    func readField(
        _ line: UnsafeRawBufferPointer
    ) throws(HTTPRefusal) -> (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        guard line[0] != Byte.space, line[0] != Byte.tab else { throw .obsoleteFolding }
        var end = 0
        while end < line.count, Byte.isToken(line[end]) { end += 1 }
        guard end < line.count, line[end] == Byte.colon else { throw refusalOfName(line, stoppedAt: end) }
        guard end > 0 else { throw .emptyName }
        let value = line.part(end + 1..<line.count).trimmed()
        guard !value.contains(where: { Byte.isControl($0) }) else { throw .controlByteInValue }
        return (line.part(0..<end), value)
    }

    private func refusalOfName(_ line: UnsafeRawBufferPointer, stoppedAt end: Int) -> HTTPRefusal {
        guard let colon = line.firstIndex(of: Byte.colon, from: end) else { return .missingColon }
        return line.part(end..<colon).trimmed().isEmpty ? .spaceBeforeColon : .malformedName
    }

    /// Reads the fields that decide where a request ends, whose it is and whether the connection stays.
    private mutating func note(
        _ field: (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)
    ) throws(HTTPRefusal) {
        switch field.name.count {
        case 4 where field.name.spells("host"): try noteHost(field.value)
        case 6 where field.name.spells("expect"): try noteExpectation(field.value)
        case 10 where field.name.spells("connection"): noteConnection(field.value)
        case 14 where field.name.spells("content-length"): try noteLength(field.value)
        case 17 where field.name.spells("transfer-encoding"): try noteTransferEncoding(field.value)
        default: break
        }
    }

    private mutating func noteHost(_ value: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        framing.hosts += 1
        guard framing.hosts == 1 else { throw .duplicateHost }
        guard let host = Authority.host(in: value) else { throw .malformedHost }
        if head.authority.isEmpty { head.authority = host }
    }

    private mutating func noteExpectation(_ value: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        // A client of HTTP/1.0 cannot read a "100 Continue" (RFC 9110, section 10.1.1).
        guard head.isVersion11 else { return }
        guard value.spells("100-continue") else { throw .unsupportedExpectation }
        framing.expectsContinue = true
    }

    private mutating func noteConnection(_ value: UnsafeRawBufferPointer) {
        for option in value.split(separator: 0x2C) {
            let option = UnsafeRawBufferPointer(rebasing: option).trimmed()
            if option.spells("close") { head.asksToClose = true }
            if option.spells("keep-alive") { head.asksToKeepAlive = true }
        }
    }

    private mutating func noteLength(_ value: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        guard framing.contentLength == nil else { throw .duplicateLength }
        guard !framing.isChunked else { throw .lengthWithTransferEncoding }
        guard (1...9).contains(value.count), value.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .malformedLength
        }
        framing.contentLength = value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func noteTransferEncoding(_ value: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        guard head.isVersion11 else { throw .transferEncodingOnOldVersion }
        guard !framing.isChunked, value.spells("chunked") else { throw .unsupportedTransferEncoding }
        guard framing.contentLength == nil else { throw .lengthWithTransferEncoding }
        framing.isChunked = true
    }

    /// Decides at the empty line how the body is framed.
    private mutating func endHead() throws(HTTPRefusal) {
        guard framing.hosts == 1 || !head.isVersion11 else { throw .missingHost }
        bodyLimit = limits.body(of: head.method, at: head.path)
        lineBytes = 0
        if framing.isChunked {
            stage = .chunkLine
        } else if let length = framing.contentLength, length > 0 {
            guard length <= bodyLimit else { throw .bodyTooLarge }
            remaining = length
            stage = .fixedBody
        } else {
            stage = .whole
        }
    }
}

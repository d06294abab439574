// The request line: method, target, version.
extension HTTPParser {
    mutating func takeRequestLine(_ input: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
        guard let line = try line(in: input, atMost: limits.requestLine, or: .requestLineTooLong) else {
            return nil
        }
        if line.isEmpty, !sawEmptyLine {
            // One empty line before a request is forgiven (RFC 9112, section 2.2), a second one is not.
            sawEmptyLine = true
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

    /// `http://authority/path?query`, as proxies send it; the authority wins over the Host line.
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
}

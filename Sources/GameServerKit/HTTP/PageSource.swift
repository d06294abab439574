import Glibc

/// The page's scripts and style sheets as the server sends them.
nonisolated enum PageSource {
    /// `source` without indentation and without comments on lines of their own; the other lines keep their numbers.
    ///
    /// Comments and indentation would be a fifth of a visit's bytes. A source is sent unchanged if it has a
    /// template literal over several lines, in which white space counts, or a comment that starts behind code
    /// and ends on a later line. O(length).
    static func compacted(_ source: [UInt8], type: String) -> [UInt8] {
        let isScript = type.hasPrefix("text/javascript")
        guard isScript || type.hasPrefix("text/css") else { return source }
        return source.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return source }
            return compacted(Code(start: start, count: bytes.count), isScript: isScript) ?? source
        }
    }

    private static func compacted(_ source: Code, isScript: Bool) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var (rest, isComment): (Code?, Bool) = (source, false)
        while let lines = rest {
            let end = lines.firstIndex(of: "\n")
            var code = lines.prefix(end ?? lines.count).trimmed
            if isComment || code.starts(with: "/*") {
                let comment = code.dropFirst(isComment ? 0 : 2)
                let close = comment.firstIndex(of: "*/")
                isComment = close == nil
                code = close.map { comment.dropFirst($0 + 2).trimmed } ?? comment.prefix(0)
            }
            if !isScript || !code.starts(with: "//") {
                guard code.endsItsTemplates, code.endsItsComments else { return nil }
                result += UnsafeBufferPointer(start: code.start, count: code.count)
            }
            rest = end.map { lines.dropFirst($0 + 1) }
            if rest != nil { result.append(UInt8(ascii: "\n")) }
        }
        return result
    }
}

/// A part of a source.
///
/// The C library searches it: without optimisation, the searches of collections take a quarter of the server's start.
nonisolated private struct Code {
    let start: UnsafePointer<UInt8>
    let count: Int

    func prefix(_ length: Int) -> Code { Code(start: start, count: length) }
    func dropFirst(_ length: Int) -> Code { Code(start: start + length, count: count - length) }

    func starts(with text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    func firstIndex(of text: StaticString) -> Int? {
        var rest = self
        while let found = memchr(rest.start, Int32(text.utf8Start.pointee), rest.count) {
            rest = rest.dropFirst(UnsafeRawPointer(found) - UnsafeRawPointer(rest.start))
            if rest.starts(with: text) { return rest.start - start }
            rest = rest.dropFirst(1)
        }
        return nil
    }

    var trimmed: Code {
        var (first, end) = (0, count)
        while first < end, Self.isSpace(start[first]) { first += 1 }
        while end > first, Self.isSpace(start[end - 1]) { end -= 1 }
        return Code(start: start + first, count: end - first)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    var endsItsTemplates: Bool {
        var (rest, isOpen) = (self, false)
        while let next = rest.firstIndex(of: "`") { (rest, isOpen) = (rest.dropFirst(next + 1), !isOpen) }
        return !isOpen
    }

    var endsItsComments: Bool {
        var rest = self
        while let next = rest.firstIndex(of: "/*") {
            rest = rest.dropFirst(next + 2)
            if rest.firstIndex(of: "/*") == nil { return rest.firstIndex(of: "*/") != nil }
        }
        return true
    }
}

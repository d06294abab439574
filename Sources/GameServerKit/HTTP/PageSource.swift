import Glibc

/// The page's scripts and style sheets as the server sends them.
nonisolated enum PageSource {
    /// `source` without indentation and without comments on lines of their own; the other lines keep their numbers.
    ///
    /// A fifth of a visit's bytes are comments and indentation, which browsers skip; those who read the code have
    /// the repository. A source with a template literal over several lines, where white space counts, or with a
    /// comment that starts behind code and ends on a later line stays as it is. O(length).
    static func compacted(_ source: [UInt8], type: String) -> [UInt8] {
        let isScript = type.hasPrefix("text/javascript")
        guard isScript || type.hasPrefix("text/css") else { return source }
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var isComment = false
        for (number, line) in source.split(separator: newline, omittingEmptySubsequences: false).enumerated()
        {
            if number > 0 { result.append(newline) }
            var code = trimmed(line)
            if isComment || code.starts(with: opening) {
                let comment = code.dropFirst(isComment ? 0 : opening.count)
                let end = contains(comment, asterisk) ? comment.firstRange(of: closing) : nil
                isComment = end == nil
                code = trimmed(end.map { code[$0.upperBound...] } ?? [])
            }
            if isScript && code.starts(with: lineComment) { continue }
            guard endsItsTemplates(code), endsItsComments(code) else { return source }
            result += code
        }
        return result
    }

    private static let newline = UInt8(ascii: "\n")
    private static let backtick = UInt8(ascii: "`")
    private static let asterisk = UInt8(ascii: "*")
    private static let opening = Array("/*".utf8)
    private static let closing = Array("*/".utf8)
    private static let lineComment = Array("//".utf8)

    private static func endsItsTemplates(_ code: ArraySlice<UInt8>) -> Bool {
        guard contains(code, backtick) else { return true }
        return code.count { $0 == backtick }.isMultiple(of: 2)
    }

    private static func endsItsComments(_ code: ArraySlice<UInt8>) -> Bool {
        guard contains(code, asterisk), let last = code.ranges(of: opening).last else { return true }
        return code[last.upperBound...].contains(closing)
    }

    /// Most lines have neither a template nor a comment; the collection's own searches take half of a start.
    private static func contains(_ code: ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
        code.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            return memchr(start, Int32(byte), bytes.count) != nil
        }
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == 0x0D }
        let code = line.drop(while: isSpace)
        return code.prefix((code.lastIndex { !isSpace($0) } ?? code.startIndex - 1) + 1 - code.startIndex)
    }
}

/// The grammar of chunk extensions (RFC 9112, section 7.1.1), whose values the parser ignores.
enum ChunkExtensions {
    /// Whether `bytes` are extensions: `;name`, `;name=token` or `;name="text"`, any number of them, with white space
    /// around `;` and `=`.
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard skipSign(0x3B, in: &rest), skipToken(&rest) else { return false }
            guard skipSign(0x3D, in: &rest) else { continue }
            guard rest.first == quote ? skipQuoted(&rest) : skipToken(&rest) else { return false }
        }
        return true
    }

    private static let quote: UInt8 = 0x22
    private static let backslash: UInt8 = 0x5C

    /// Skips `sign` and the white space around it; without it, skips nothing.
    private static func skipSign(_ sign: UInt8, in rest: inout Slice<UnsafeRawBufferPointer>) -> Bool {
        let isSpace = { (byte: UInt8) in byte == Byte.space || byte == Byte.tab }
        let found = rest.drop(while: isSpace)
        guard found.first == sign else { return false }
        rest = found.dropFirst().drop(while: isSpace)
        return true
    }

    /// - Returns: whether there was a token.
    private static func skipToken(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Bool {
        let start = rest.startIndex
        rest = rest.drop { Byte.isToken($0) }
        return rest.startIndex > start
    }

    /// - Returns: whether the quoted text ended.
    private static func skipQuoted(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Bool {
        rest.removeFirst()
        while let byte = rest.popFirst() {
            if byte == quote { return true }
            if byte == backslash, rest.popFirst() == nil { return false }
        }
        return false
    }
}

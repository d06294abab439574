/// The header lines of an answer as they go out.
enum HeaderLines {
    /// Each of `headers` on a line with its end, but for those that only the server sets.
    static func bytes(of headers: [(name: String, value: String)]) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(256)
        for (name, value) in headers where !isServersOwn(name) {
            append(name, to: &lines)
            lines.append(Byte.colon)
            lines.append(Byte.space)
            append(value, to: &lines)
            lines.append(Byte.carriageReturn)
            lines.append(Byte.lineFeed)
        }
        return lines
    }

    /// Appends a text without the bytes that would end its line: CR, LF and NUL.
    private static func append(_ text: String, to lines: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            if bytes.contains(where: endsLine) {
                lines.append(contentsOf: bytes.lazy.filter { !endsLine($0) })
            } else {
                lines.append(contentsOf: bytes)
            }
        }
    }

    private static func endsLine(_ byte: UInt8) -> Bool {
        // Nearly every byte is a visible one, which one comparison tells.
        byte <= Byte.carriageReturn && (byte == Byte.carriageReturn || byte == Byte.lineFeed || byte == 0)
    }

    /// Whether only the server sets this header: two of them would contradict each other.
    private static func isServersOwn(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: equal(name, "date")
        case 10: equal(name, "connection")
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

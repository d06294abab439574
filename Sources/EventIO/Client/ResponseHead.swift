/// The status and the Retry-After header of a response.
struct ResponseHead {
    /// The result of looking at what has arrived so far.
    enum Reading {
        case incomplete
        case malformed
        case complete(ResponseHead)
    }

    let status: Int
    /// The value of Retry-After, at most 100 bytes of it.
    private(set) var retryAfter: String?

    /// Reads the first final head in `bytes`, after any interim ones (status 1xx).
    static func read(_ bytes: [UInt8]) -> Reading {
        var rest = bytes[...]
        while let end = end(of: rest) {
            guard let head = ResponseHead(rest[..<end]) else { return .malformed }
            guard (100...199).contains(head.status) else { return .complete(head) }
            rest = rest[end...]
        }
        let start = Array("HTTP/1.".utf8)
        return zip(rest, start).allSatisfy({ $0 == $1 }) ? .incomplete : .malformed
    }

    /// The index after the empty line that ends a head.
    private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        let mark: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        guard bytes.count >= mark.count else { return nil }
        for start in bytes.startIndex...(bytes.endIndex - mark.count)
        where bytes[start..<(start + mark.count)].elementsEqual(mark) {
            return start + mark.count
        }
        return nil
    }

    private init?(_ bytes: ArraySlice<UInt8>) {
        let lines = bytes.split(separator: 0x0A).map { line in line.last == 0x0D ? line.dropLast() : line }
        guard let first = lines.first, first.starts(with: "HTTP/1.".utf8) else { return nil }
        let words = first.split(separator: 0x20, maxSplits: 2)
        guard words.count >= 2, words[0].count == 8, words[1].count == 3,
            let status = Int(String(decoding: words[1], as: UTF8.self)), (100...599).contains(status)
        else { return nil }
        self.status = status
        for line in lines.dropFirst() {
            let parts = line.split(separator: 0x3A, maxSplits: 1)
            guard parts.count == 2,
                String(decoding: parts[0], as: UTF8.self).lowercased() == "retry-after"
            else { continue }
            retryAfter = String(
                decoding: parts[1].drop { $0 == 0x20 || $0 == 0x09 }.prefix(100), as: UTF8.self)
        }
    }
}

/// Reads a flat list of texts, one after the other, as the functions in Redis write it.
nonisolated struct FieldReader {
    private var fields: ArraySlice<[UInt8]>

    /// The fields of a list.
    init(_ elements: some Collection<RedisReply>) throws(RedisFailure) {
        var fields: [[UInt8]] = []
        for element in elements {
            guard case .bytes(let bytes) = element else { throw .malformed }
            fields.append(bytes)
        }
        self.fields = fields[...]
    }

    /// The fields of a message: each with its length and a colon before it.
    init(framed message: [UInt8]) throws(RedisFailure) {
        var (fields, rest) = ([[UInt8]](), message[...])
        while !rest.isEmpty {
            guard let colon = rest.prefix(20).firstIndex(of: UInt8(ascii: ":")),
                let length = Int(String(decoding: rest[..<colon], as: UTF8.self)),
                (0..<rest.endIndex - colon).contains(length)
            else { throw .malformed }
            fields.append(Array(rest[(colon + 1)...].prefix(length)))
            rest = rest[(colon + 1 + length)...]
        }
        self.fields = fields[...]
    }

    var isAtEnd: Bool { fields.isEmpty }

    mutating func bytes() throws(RedisFailure) -> [UInt8] {
        guard let field = fields.popFirst() else { throw .malformed }
        return field
    }

    mutating func text() throws(RedisFailure) -> String {
        guard let text = String(validating: try bytes(), as: UTF8.self) else { throw .malformed }
        return text
    }

    mutating func number() throws(RedisFailure) -> Int {
        guard let number = Int(try text()) else { throw .malformed }
        return number
    }

    /// What `read` finds as often as the number before says; nil when that is negative.
    mutating func list<Element>(
        _ read: (inout FieldReader) throws -> Element
    ) throws -> [Element]? {
        let count = try number()
        guard count >= 0 else { return nil }
        // Each element takes a field at least: a number alone must not make room for anything.
        guard count <= fields.count else { throw RedisFailure.malformed }
        return try (0..<count).map { _ in try read(&self) }
    }
}

/// Writes what `FieldReader` reads from a message.
nonisolated struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ text: String) {
        bytes += "\(text.utf8.count):".utf8
        bytes += text.utf8
    }
}

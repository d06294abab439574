import CHiredis
import GameCore
import GameJSON
import GameStore

/// A command in Redis's protocol: a list of arguments, each of any bytes.
nonisolated struct RedisCommand: Sendable {
    private var count = 0
    private var encodedArguments: [UInt8] = []

    init(_ arguments: String...) {
        for argument in arguments { add(argument) }
    }

    mutating func add(_ argument: String) {
        var argument = argument
        argument.withUTF8 { add(bytes: $0) }
    }

    mutating func add(_ number: some BinaryInteger) { add(String(number)) }

    mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { add(bytes: $0) } }

    private mutating func add(bytes: UnsafeBufferPointer<UInt8>) {
        count += 1
        encodedArguments += "$\(bytes.count)\r\n".utf8
        encodedArguments += bytes
        encodedArguments += "\r\n".utf8
    }

    /// Adds the number of words of `command`, then its words: the argument of a function that executes it.
    mutating func add(_ command: RedisCommand) {
        add(command.count)
        count += command.count
        encodedArguments += command.encodedArguments
    }

    /// The encoded command.
    var bytes: [UInt8] { Array("*\(count)\r\n".utf8) + encodedArguments }
}

/// A reply or push from Redis.
nonisolated enum RedisReply: Equatable, Sendable {
    case null
    case number(Int)
    /// A bulk string or a status.
    case bytes([UInt8])
    case list([RedisReply])
    /// An error text, which starts with the kind of error in capitals.
    case error(String)

    /// The text; nil for other replies and for bytes that are not UTF-8.
    var text: String? {
        if case .bytes(let bytes) = self { String(validating: bytes, as: UTF8.self) } else { nil }
    }

    /// The elements of a list; empty for other replies.
    var elements: [RedisReply] {
        if case .list(let elements) = self { elements } else { [] }
    }

    /// The number of an integer reply, or of a decimal text.
    var number: Int? {
        if case .number(let number) = self { number } else { text.flatMap { Int($0) } }
    }
}

nonisolated extension RedisReply {
    /// Copies a reply that hiredis has parsed; hiredis limits the nesting to nine levels.
    init(_ read: UnsafePointer<redisReply>) {
        let reply = read.pointee
        switch reply.type {
        case REDIS_REPLY_INTEGER: self = .number(Int(reply.integer))
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .bytes(Self.bytes(reply))
        case REDIS_REPLY_ERROR: self = .error(String(decoding: Self.bytes(reply), as: UTF8.self))
        case REDIS_REPLY_ARRAY:
            self = .list(
                (0..<reply.elements).map { reply.element[$0].map { RedisReply($0) } ?? .null })
        default: self = .null
        }
    }

    private static func bytes(_ reply: redisReply) -> [UInt8] {
        guard let start = reply.str else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: reply.len))
    }
}

/// Why a command has no usable reply.
nonisolated enum RedisFailure: Error, Equatable, Sendable {
    /// The connection ended first: the outcome of the command is unknown.
    case lost
    /// Redis replied with this error.
    case refused(String)
    /// The reply is invalid.
    case unreadable(StoreFailure)

    /// The reply has an unexpected form.
    static let malformed = RedisFailure.unreadable(StoreFailure(reason: "The data in Redis is invalid."))

    /// Wraps an error thrown while a reply was decoded.
    init(_ error: any Error) {
        self = error as? RedisFailure ?? .unreadable(StoreFailure(error))
    }

    /// Whether the same command may succeed later, because the cause is the state of Redis.
    var isTransient: Bool {
        switch self {
        case .lost: true
        case .unreadable: false
        case .refused(let text):
            ["LOADING", "BUSY", "OOM", "MISCONF", "READONLY", "NOREPLICAS", "MASTERDOWN", "TRYAGAIN"]
                .contains { text.hasPrefix($0) } || lacksFunctions
        }
    }

    /// Whether the function library was deleted from Redis; a reconnection loads it again.
    var lacksFunctions: Bool {
        if case .refused(let text) = self { text.contains("Function not found") } else { false }
    }
}

nonisolated extension StoreFailure {
    /// Keeps Redis's error text out of the reason, which clients see.
    init(_ failure: RedisFailure) {
        switch failure {
        case .lost: self.init(reason: "The connection to Redis was lost.")
        case .refused(let text): self.init(reason: "Redis rejected a command.", detail: text)
        case .unreadable(let failure): self = failure
        }
    }
}

/// Reads the flat list of fields that the Redis functions return or publish.
nonisolated struct FieldReader {
    private var fields: ArraySlice<[UInt8]>

    /// Reads the elements of a reply.
    init(_ elements: some Collection<RedisReply>) throws(RedisFailure) {
        var fields: [[UInt8]] = []
        for element in elements {
            guard case .bytes(let bytes) = element else { throw .malformed }
            fields.append(bytes)
        }
        self.fields = fields[...]
    }

    /// Reads a published message, in which a length and a colon precede each field.
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

    /// Reads a count, then that many elements; nil when the count is negative.
    mutating func list<Element>(
        _ read: (inout FieldReader) throws -> Element
    ) throws -> [Element]? {
        let count = try number()
        guard count >= 0 else { return nil }
        // Each element takes at least one field, so a forged count cannot allocate memory.
        guard count <= fields.count else { throw RedisFailure.malformed }
        return try (0..<count).map { _ in try read(&self) }
    }
}

/// Writes the fields of a published message, for `FieldReader`.
nonisolated struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ text: String) {
        bytes += "\(text.utf8.count):".utf8
        bytes += text.utf8
    }
}

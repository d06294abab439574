import CHiredis
import GameCore
import GameJSON
import GameStore

/// A command in Redis's protocol, word by word; words are any bytes.
nonisolated struct RedisCommand: Sendable {
    private var count = 0
    private var words: [UInt8] = []

    init(_ words: String...) {
        for word in words { add(word) }
    }

    mutating func add(_ word: String) {
        var word = word
        word.withUTF8 { add(bytes: $0) }
    }

    mutating func add(_ number: some BinaryInteger) { add(String(number)) }

    mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { add(bytes: $0) } }

    private mutating func add(bytes: UnsafeBufferPointer<UInt8>) {
        count += 1
        words += "$\(bytes.count)\r\n".utf8
        words += bytes
        words += "\r\n".utf8
    }

    /// As it is sent.
    var bytes: [UInt8] { Array("*\(count)\r\n".utf8) + words }
}

/// What Redis answers to a command, or tells by itself.
nonisolated enum RedisReply: Equatable, Sendable {
    case nothing
    case number(Int)
    /// A text or bytes; a status is one too.
    case bytes([UInt8])
    case list([RedisReply])
    /// Redis's own words, which begin with a word in capitals for the kind of error.
    case refused(String)

    /// The text of it; nil when it is something else, or no UTF-8.
    var text: String? {
        if case .bytes(let bytes) = self { String(validating: bytes, as: UTF8.self) } else { nil }
    }

    /// Its elements; none when it is no list.
    var elements: [RedisReply] {
        if case .list(let elements) = self { elements } else { [] }
    }

    /// A number, also when it was written as a text.
    var number: Int? {
        if case .number(let number) = self { number } else { text.flatMap { Int($0) } }
    }
}

nonisolated extension RedisReply {
    /// Copies what hiredis has read.
    ///
    /// It nests nine deep at most, as hiredis reads no deeper.
    init(_ read: UnsafePointer<redisReply>) {
        let reply = read.pointee
        switch reply.type {
        case REDIS_REPLY_INTEGER: self = .number(Int(reply.integer))
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .bytes(Self.bytes(reply))
        case REDIS_REPLY_ERROR: self = .refused(String(decoding: Self.bytes(reply), as: UTF8.self))
        case REDIS_REPLY_ARRAY:
            self = .list(
                (0..<reply.elements).map { reply.element[$0].map { RedisReply($0) } ?? .nothing })
        default: self = .nothing
        }
    }

    private static func bytes(_ reply: redisReply) -> [UInt8] {
        guard let start = reply.str else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: reply.len))
    }
}

/// Why a command has no answer that can be used.
nonisolated enum RedisFailure: Error, Equatable, Sendable {
    /// The connection ended first: what became of the command is not known.
    case lost
    /// Redis has refused it, in these words.
    case refused(String)
    /// The answer cannot be right.
    case unreadable(StoreFailure)

    /// An answer that has another form than its question asks for.
    static let malformed = RedisFailure.unreadable(
        StoreFailure(reason: "What Redis holds cannot be right."))

    /// What went wrong while an answer was read.
    init(_ error: any Error) {
        self = error as? RedisFailure ?? .unreadable(StoreFailure(error))
    }

    /// Whether the same command may succeed a little later: what is wrong is Redis's state, not the command.
    var isPassing: Bool {
        switch self {
        case .lost: true
        case .unreadable: false
        case .refused(let words):
            ["LOADING", "BUSY", "OOM", "MISCONF", "READONLY", "NOREPLICAS", "MASTERDOWN", "TRYAGAIN"]
                .contains { words.hasPrefix($0) } || lacksFunctions
        }
    }

    /// Whether somebody has taken the functions away, which a new connection brings.
    var lacksFunctions: Bool {
        if case .refused(let words) = self { words.contains("Function not found") } else { false }
    }
}

nonisolated extension StoreFailure {
    /// What may be told of `failure`; Redis's own words are for the log.
    init(_ failure: RedisFailure) {
        switch failure {
        case .lost: self.init(reason: "The connection to Redis is lost.")
        case .refused(let words): self.init(reason: "Redis refuses to save or tell.", detail: words)
        case .unreadable(let failure): self = failure
        }
    }
}

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

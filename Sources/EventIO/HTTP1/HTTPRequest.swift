/// One whole request, as the parser accepted it.
public struct HTTPRequest: Sendable {
    /// The method.
    public let method: HTTPMethod
    /// The raw path, still percent-encoded; starts with "/", or is "*" for `OPTIONS *`.
    public let path: String
    /// The raw text after "?", or nil when there is none.
    public let query: String?
    /// The host that the client asked for, in lower case and without its port.
    ///
    /// An absolute target's authority wins over the Host line. Empty on HTTP/1.0 without a Host.
    public let authority: String
    /// Whether the version is HTTP/1.1 rather than HTTP/1.0.
    public let isVersion11: Bool
    /// Whether the client wants the connection to stay open after the answer.
    public let keepsAlive: Bool
    /// The body with its transfer encoding removed.
    public let body: [UInt8]

    let fields: HTTPFields

    init(head: RequestHead, fields: HTTPFields, body: [UInt8]) {
        method = head.method
        path = head.path
        query = head.query
        authority = head.authority
        isVersion11 = head.isVersion11
        keepsAlive = head.keepsAlive
        self.body = body
        self.fields = fields
    }

    /// A request made by hand, for tests of routers without sockets.
    ///
    /// It is of HTTP/1.1 and keeps its connection alive; the authority is the `Host` among the headers,
    /// without its port, or "localhost".
    public init(
        method: HTTPMethod, path: String, query: String? = nil, headers: [(String, String)] = [],
        body: [UInt8] = []
    ) {
        var fields = HTTPFields()
        for (name, value) in headers {
            Array(name.utf8).withUnsafeBytes { name in
                Array(value.utf8).withUnsafeBytes { value in fields.append(name: name, value: value) }
            }
        }
        var head = RequestHead()
        head.method = method
        head.path = path
        head.query = query
        let host = Array((fields.value("host") ?? "localhost").utf8)
        head.authority = host.withUnsafeBytes { Authority.host(in: $0) } ?? ""
        self.init(head: head, fields: fields, body: body)
    }

    /// The value of a header by its name in lower case, or nil.
    ///
    /// Repeated fields are joined with ", "; values are trimmed; bytes outside ASCII are decoded as UTF-8
    /// with repair. Complexity: linear in the number of header lines.
    public func header(_ lowercasedName: String) -> String? {
        fields.value(lowercasedName)
    }
}

/// What the parser knows of a request before its body is whole.
struct RequestHead: Sendable {
    var method = HTTPMethod.get
    var path = ""
    var query: String?
    var authority = ""
    var isVersion11 = true
    var asksToClose = false
    var asksToKeepAlive = false

    var keepsAlive: Bool { !asksToClose && (isVersion11 || asksToKeepAlive) }
}

/// The request methods that the server knows; every other method is refused with 501.
public enum HTTPMethod: String, Sendable, CaseIterable {
    /// Reads a resource.
    case get = "GET"
    /// Reads a resource's headers only.
    case head = "HEAD"
    /// Acts on a resource.
    case post = "POST"
    /// Replaces a resource.
    case put = "PUT"
    /// Changes part of a resource.
    case patch = "PATCH"
    /// Removes a resource.
    case delete = "DELETE"
    /// Asks what may be done.
    case options = "OPTIONS"
    /// Echoes the request; known so that a router can refuse it.
    case trace = "TRACE"

    /// The method spelled by the bytes, exactly and in capitals, or nil.
    init?(_ bytes: UnsafeRawBufferPointer) {
        // GET first: it is nearly every request, and this is the hottest comparison of the server.
        if bytes.count == 3, bytes[0] == 0x47, bytes[1] == 0x45, bytes[2] == 0x54 {
            self = .get
            return
        }
        guard let method = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(bytes) }) else {
            return nil
        }
        self = method
    }

    /// Whether a body means nothing for this method, so that it has a limit of its own.
    var hasMeaninglessBody: Bool {
        self == .get || self == .head || self == .delete || self == .trace
    }
}

/// The header fields of one request: one run of bytes and the ranges in it, no `String` per field.
///
/// Names keep their spelling and are compared without regard to case; values are trimmed.
struct HTTPFields: Sendable {
    /// Where one field lies in `bytes`: the name from `start`, its value right after it.
    private struct Place: Sendable {
        let start: UInt32
        let nameLength: UInt32
        let valueLength: UInt32
    }

    private var bytes: [UInt8] = []
    private var places: [Place] = []

    /// Number of fields.
    var count: Int { places.count }

    init() {}

    /// Makes room for as much as another request needed, so that the next one of a connection allocates once.
    init(asLargeAs other: HTTPFields) {
        bytes.reserveCapacity(other.bytes.count)
        places.reserveCapacity(other.places.count)
    }

    /// Appends one field whose bytes were already found valid.
    mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        places.append(
            Place(
                start: UInt32(truncatingIfNeeded: bytes.count),
                nameLength: UInt32(truncatingIfNeeded: name.count),
                valueLength: UInt32(truncatingIfNeeded: value.count)))
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
    }

    /// The values of a name, joined with ", ", or nil when there is none.
    ///
    /// Complexity: linear in the number of fields.
    func value(_ lowercasedName: String) -> String? {
        let wanted = lowercasedName.utf8
        let length = wanted.count
        var found: String?
        for place in places where Int(place.nameLength) == length && spells(place, wanted) {
            let start = Int(place.start) + length
            let text = String(decoding: bytes[start..<start + Int(place.valueLength)], as: UTF8.self)
            found = found.map { $0 + ", " + text } ?? text
        }
        return found
    }

    private func spells(_ place: Place, _ wanted: String.UTF8View) -> Bool {
        var index = Int(place.start)
        for byte in wanted {
            guard Byte.lowercased(bytes[index]) == byte else { return false }
            index += 1
        }
        return true
    }
}

/// The host and port of a Host line or of an absolute target (RFC 3986, section 3.2, without user
/// information).
enum Authority {
    /// The host in lower case without its port, or nil when the bytes are no host with an optional port.
    ///
    /// A host is a name of letters, digits, ".", "-" and "_", an IPv4 address, or an IPv6 address in
    /// brackets, which stay. At most 255 bytes.
    static func host(in bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count > 0, bytes.count <= 261 else { return nil }
        guard let end = bytes[0] == 0x5B ? bracketedEnd(bytes) : nameEnd(bytes), end <= 255 else {
            return nil
        }
        guard isPort(bytes.part(end..<bytes.count)) else { return nil }
        return String(unsafeUninitializedCapacity: end) { room in
            for index in 0..<end { room[index] = Byte.lowercased(bytes[index]) }
            return end
        }
    }

    private static func nameEnd(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var end = 0
        while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
        return end > 0 ? end : nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }

    private static func bracketedEnd(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var end = 1
        while end < bytes.count, isAddressByte(bytes[end]) { end += 1 }
        guard end > 2, end < bytes.count, bytes[end] == 0x5D else { return nil }
        return end + 1
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        Byte.hexadecimal(byte) != nil || byte == Byte.colon || byte == 0x2E
    }

    /// Whether the bytes are nothing, or a colon and one to five digits.
    private static func isPort(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > 0 else { return true }
        guard bytes[0] == Byte.colon, (2...6).contains(bytes.count) else { return false }
        return bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// A complete request.
public struct HTTPRequest: Sendable {
    /// The request method.
    public let method: HTTPMethod
    /// The path, still percent-encoded: it starts with `/`, or is `*` for `OPTIONS *`.
    public private(set) var path: String
    /// The text after `?`, still percent-encoded, or nil if the target has no `?`.
    public let query: String?
    /// The requested host, in lower case and without its port.
    ///
    /// The authority of an absolute target overrides the Host header. Empty for HTTP/1.0 without a Host.
    public let authority: String
    /// Whether the version is HTTP/1.1; otherwise it is HTTP/1.0.
    public let isVersion11: Bool
    /// Whether the client asks to keep the connection open after the answer.
    public let keepsAlive: Bool
    /// The body without its transfer encoding; empty if the request has no body.
    public private(set) var body: [UInt8]

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

    /// Creates an HTTP/1.1 request without a connection, for tests of routers.
    ///
    /// The authority comes from the `Host` header, without its port, or is `localhost`.
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

    /// Returns the same request for another path, which must be percent-encoded.
    public func withPath(_ path: String) -> HTTPRequest {
        var request = self
        request.path = path
        return request
    }

    /// Returns the same request with another body.
    public func withBody(_ body: [UInt8]) -> HTTPRequest {
        var request = self
        request.body = body
        return request
    }

    /// Returns the value of a header, or nil if the request does not have it.
    ///
    /// Repeated headers are joined with ", ". Values are trimmed, and invalid UTF-8 is repaired. Linear in
    /// the number of header lines.
    ///
    /// - Parameter lowercasedName: The name in lower case. It matches any case in the request.
    public func header(_ lowercasedName: String) -> String? {
        fields.value(lowercasedName)
    }
}

/// The part of a request that is known before its body is complete.
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

/// The supported request methods; the parser refuses others with 501.
public enum HTTPMethod: String, Sendable, CaseIterable {
    /// Reads a resource.
    case get = "GET"
    /// Reads the headers of a resource.
    case head = "HEAD"
    /// Submits data to a resource.
    case post = "POST"
    /// Replaces a resource.
    case put = "PUT"
    /// Changes part of a resource.
    case patch = "PATCH"
    /// Removes a resource.
    case delete = "DELETE"
    /// Asks for the methods of a resource.
    case options = "OPTIONS"
    /// Echoes the request; parsed so that a router can refuse it.
    case trace = "TRACE"

    /// Parses a method name, which is case-sensitive.
    init?(_ bytes: UnsafeRawBufferPointer) {
        // GET first: nearly every request is one.
        if bytes.count == 3, bytes[0] == 0x47, bytes[1] == 0x45, bytes[2] == 0x54 {
            self = .get
            return
        }
        guard let method = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(bytes) }) else {
            return nil
        }
        self = method
    }

    /// Whether a body has no defined meaning for this method; ``HTTPLimits/meaninglessBody`` limits it.
    var hasMeaninglessBody: Bool {
        self == .get || self == .head || self == .delete || self == .trace
    }
}

/// The header fields of one request, in one byte array instead of a `String` for each name and value.
///
/// Names are compared without regard to case.
struct HTTPFields: Sendable {
    /// The position of one field in `bytes`: its name at `start`, directly followed by its value.
    private struct Place: Sendable {
        let start: UInt32
        let nameLength: UInt32
        let valueLength: UInt32
    }

    private var bytes: [UInt8] = []
    private var places: [Place] = []

    var count: Int { places.count }

    init() {}

    /// Creates an empty list with the capacity of another: the requests of one connection are similar.
    init(withCapacityOf other: HTTPFields) {
        bytes.reserveCapacity(other.bytes.count)
        places.reserveCapacity(other.places.count)
    }

    /// Appends a field that has been validated.
    mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        places.append(
            Place(
                start: UInt32(truncatingIfNeeded: bytes.count),
                nameLength: UInt32(truncatingIfNeeded: name.count),
                valueLength: UInt32(truncatingIfNeeded: value.count)))
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
    }

    /// The values of a name, joined with ", ", or nil if no field has the name.
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

/// The authority of a Host header or an absolute target (RFC 3986, section 3.2, without user information).
enum Authority {
    /// The host in lower case without its port, or nil if the bytes are not a host with an optional port.
    ///
    /// A host is a name of letters, digits, ".", "-" and "_", an IPv4 address, or an IPv6 address in
    /// brackets, which are part of the result. At most 255 bytes.
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

    /// Whether the bytes are empty, or a colon and one to five digits.
    private static func isPort(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > 0 else { return true }
        guard bytes[0] == Byte.colon, (2...6).contains(bytes.count) else { return false }
        return bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}

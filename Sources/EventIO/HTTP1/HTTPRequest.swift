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

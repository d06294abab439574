/// Where an outgoing request goes: the parts of an `http` or `https` URL.
///
/// Everything that a client, a proxy and a server could read differently is refused: user names, fragments, bytes
/// outside visible ASCII, and hosts that are neither a name nor an address in its usual form.
public struct OutgoingTarget: Sendable, Hashable {
    /// Scheme, host and port: what an allow-list compares.
    public struct Origin: Sendable, Hashable, CustomStringConvertible {
        /// Whether the scheme is `https`.
        public let isSecure: Bool
        /// The host in lower case; an IPv6 address has no brackets.
        public let host: String
        /// The port; the scheme's default unless the URL names another one.
        public let port: UInt16

        /// The host as an address; nil for a name.
        public var address: IPAddress? { IPAddress(host) }

        /// The host as in a Host header, with the port unless it is the scheme's default.
        public var authority: String {
            let name = host.contains(":") ? "[\(host)]" : host
            return port == Self.port(isSecure: isSecure) ? name : "\(name):\(port)"
        }

        /// The origin as in a URL, such as `https://discord.com`.
        public var description: String { (isSecure ? "https://" : "http://") + authority }

        /// Parses an origin, which is `https` unless it begins with `http://`; nil if the text is invalid.
        public init?(_ text: String) {
            guard let target = OutgoingTarget(text.contains("://") ? text : "https://" + text),
                target.path == "/", target.query.isEmpty, !text.hasSuffix("/")
            else { return nil }
            self = target.origin
        }

        fileprivate init?(isSecure: Bool, authority: Substring) {
            self.isSecure = isSecure
            let (host, port) = Self.parts(of: authority)
            guard let host, let port = port.map(Self.port) ?? Self.port(isSecure: isSecure) else {
                return nil
            }
            (self.host, self.port) = (host, port)
        }

        private static func port(isSecure: Bool) -> UInt16 { isSecure ? 443 : 80 }

        private static func port(_ digits: Substring) -> UInt16? {
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !digits.hasPrefix("0") else {
                return nil
            }
            return UInt16(digits)
        }

        private static func parts(of authority: Substring) -> (host: String?, port: Substring?) {
            if authority.hasPrefix("[") {
                let parts = authority.dropFirst().split(separator: "]", omittingEmptySubsequences: false)
                guard parts.count == 2, !parts[0].contains("%"), let address = IPAddress(String(parts[0])),
                    parts[1].isEmpty || parts[1].hasPrefix(":")
                else { return (nil, nil) }
                return (address.description, parts[1].isEmpty ? nil : parts[1].dropFirst())
            }
            let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2, let name = parts.first?.lowercased(), isHost(name) else {
                return (nil, nil)
            }
            return (name, parts.count == 2 ? parts[1] : nil)
        }

        /// Whether `name` is a name of the domain name system, or IPv4 with four decimal numbers.
        private static func isHost(_ name: String) -> Bool {
            let labels = name.split(separator: ".", omittingEmptySubsequences: false)
            let isName = labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { byte in
                        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
                    }
            }
            guard isName, name.utf8.count <= 253, let last = labels.last else { return false }
            // getaddrinfo reads names whose last label is a number, such as 127.1 and 0x7f000001, as IPv4
            // addresses.
            let isNumber = last.utf8.first.map { (0x30...0x39).contains($0) } ?? false
            return !isNumber || IPAddress(name)?.description == name
        }
    }

    /// The longest URL that is accepted, in bytes.
    public static let maximumBytes = 2000

    /// The scheme, host and port.
    public let origin: Origin
    /// The path, `/` if the URL has none.
    public let path: String
    /// The query with its question mark; empty if the URL has none.
    public let query: String

    /// Parses a URL; nil if it is invalid or ambiguous.
    public init?(_ url: String) {
        guard url.utf8.count <= Self.maximumBytes, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !url.utf8.contains(where: { "\\\"<>^`{|}#".utf8.contains($0) })
        else { return nil }
        let isSecure = url.lowercased().hasPrefix("https://")
        guard isSecure || url.lowercased().hasPrefix("http://") else { return nil }
        let rest = url.dropFirst(isSecure ? 8 : 7)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let origin = Origin(isSecure: isSecure, authority: authority) else { return nil }
        let tail = rest.dropFirst(authority.count)
        let path = tail.prefix { $0 != "?" }
        self.origin = origin
        self.path = path.isEmpty ? "/" : String(path)
        query = String(tail.dropFirst(path.count))
    }

    private init(_ origin: Origin, path: String, query: String) {
        (self.origin, self.path, self.query) = (origin, path, query)
    }

    /// The target below this one, with `segment` as the last part of the path.
    public func appending(_ segment: String) -> OutgoingTarget {
        OutgoingTarget(origin, path: path + (path.hasSuffix("/") ? "" : "/") + segment, query: query)
    }
}

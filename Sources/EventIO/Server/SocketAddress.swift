import Glibc

/// The address of one end of a connection.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address as text, without brackets: "127.0.0.1" or "::1".
    public let host: String
    /// The port.
    public let port: UInt16

    /// An address from its parts.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Host and port as they stand in an address bar: "127.0.0.1:8080" or "[::1]:8080".
    public var description: String { "\(authority):\(port)" }

    /// The host as it stands in a Host line: an IPv6 address is in brackets.
    var authority: String { host.contains(":") ? "[\(host)]" : host }
}

extension SocketAddress {
    /// The address in a C structure; an IPv4 address that came in over IPv6 is told as IPv4.
    init(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let failure = getnameinfo(
            address, length, &host, socklen_t(host.count), &port, socklen_t(port.count),
            NI_NUMERICHOST | NI_NUMERICSERV)
        guard failure == 0 else {
            self.init(host: "", port: 0)
            return
        }
        let text = Self.text(host)
        let mapped = text.hasPrefix("::ffff:") && text.contains(".")
        self.init(host: mapped ? String(text.dropFirst(7)) : text, port: UInt16(Self.text(port)) ?? 0)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The address to which a descriptor is bound, or nil when the system does not say.
    init?(localOf descriptor: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let address: SocketAddress? = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getsockname(descriptor, address, &length) == 0
                    ? SocketAddress(address, length: length) : nil
            }
        }
        guard let address else { return nil }
        self = address
    }

    /// What counts as one client for a limit: an IPv4 address, or the /64 network of an IPv6 address.
    public var client: String {
        // By bytes: it is asked of every request.
        guard host.utf8.contains(UInt8(ascii: ":")) else { return host }
        var address = in6_addr()
        guard inet_pton(AF_INET6, host, &address) == 1 else { return host }
        return withUnsafeBytes(of: &address) { bytes in
            bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
        }
    }
}

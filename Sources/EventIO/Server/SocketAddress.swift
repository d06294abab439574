import Glibc

/// The IP address and port of one end of a connection.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// The IP address as text, without brackets: `127.0.0.1` or `::1`.
    public let host: String
    /// The TCP port.
    public let port: UInt16

    /// Creates an address from its parts.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The address as in a URL: `127.0.0.1:8080` or `[::1]:8080`.
    public var description: String { "\(authority):\(port)" }

    /// Whether only programs of this machine can connect to the address.
    var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

    /// The host as in a Host header, with brackets around an IPv6 address.
    var authority: String { host.contains(":") ? "[\(host)]" : host }
}

extension SocketAddress {
    /// Converts a C address; an IPv4-mapped IPv6 address becomes IPv4.
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
        // The zone stays: without it, a link-local address cannot be opened.
        let address = text.contains("%") ? nil : IPAddress(text)
        self.init(host: address?.description ?? text, port: UInt16(Self.text(port)) ?? 0)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The address to which a socket is bound, or nil if the system cannot tell.
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

    /// The key for limits per client: the IPv4 address, or the /64 network of an IPv6 address.
    public var clientKey: String {
        // Searches bytes instead of characters: this runs for every request.
        guard host.utf8.contains(UInt8(ascii: ":")) else { return host }
        return IPAddress(host)?.clientKey ?? host
    }

    /// The IPv6 site of the ``clientKey`` `client`: its network of 48 bits; nil for an IPv4 address.
    public static func site(of client: String) -> String? {
        guard client.utf8.contains(UInt8(ascii: ":")) else { return nil }
        return client.split(separator: ":").prefix(6).joined(separator: ":")
    }
}

/// A block of IP addresses in CIDR notation: `10.0.0.0/8`, `2001:db8::/32`, or a single address.
///
/// An IPv4-mapped IPv6 address counts as IPv4.
public struct AddressBlock: Sendable, Hashable {
    /// 16 bytes, zero after the prefix.
    private let network: [UInt8]
    /// Number of leading bits that must match.
    private let prefix: Int

    /// Parses an address or a network; nil if the text is invalid.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ IPAddress(String($0)) }) else { return nil }
        let width = address.isVersion4 ? 32 : 128
        var length = width
        if parts.count == 2 {
            let digits = parts[1]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.utf8.count <= 3,
                let number = Int(digits), number <= width
            else { return nil }
            length = number
        }
        prefix = 128 - width + length
        network = Self.masked(address.bytes, prefix)
    }

    /// Whether the block contains an address, given as text without brackets; false for any other text.
    public func contains(_ host: String) -> Bool {
        IPAddress(host).map { Self.masked($0.bytes, prefix) == network } ?? false
    }

    private static func masked(_ bytes: [UInt8], _ prefix: Int) -> [UInt8] {
        bytes.enumerated().map { place, byte in
            let bits = min(max(prefix - 8 * place, 0), 8)
            return byte & ~UInt8(truncatingIfNeeded: 0xFF >> bits)
        }
    }
}

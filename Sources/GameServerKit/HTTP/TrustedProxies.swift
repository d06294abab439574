import EventIO
import GameCore
import GameJSON
import GameStore

/// The proxies in front of the server, which report the addresses of clients.
///
/// Proxies write one header and pass all others through as the client sent them, so only that one says who the
/// client is. Each proxy appends its peer's address on the right, so the client is the last address that is
/// not a trusted proxy. Anything further left may be the client's invention.
nonisolated struct TrustedProxies: Sendable {
    /// The header that nearly every proxy writes.
    static let defaultHeader = "x-forwarded-for"
    /// The header of RFC 7239, whose hops are written `for=…`.
    private static let forwarded = "forwarded"

    let blocks: [AddressBlock]
    /// The name of the header in lower case.
    var header = defaultHeader

    /// Whether `name` can be the name of a header of proxies.
    static func isHeaderName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }

    /// The key of the client for limits.
    func clientKey(of request: HTTPRequest, peer: SocketAddress) -> String {
        SocketAddress(host: client(of: request, peer: peer), port: 0).clientKey
    }

    /// The client's whole address: the peer's, or, behind trusted proxies, the one that they report.
    func client(of request: HTTPRequest, peer: SocketAddress) -> String {
        guard contains(peer.host) else { return peer.host }
        var nearest = peer.host
        for hop in Self.hops(of: request, in: header).reversed() {
            guard let address = Self.plain(hop) else { break }
            nearest = address
            if !contains(address) { break }
        }
        return nearest
    }

    /// Every address from which the request may come: the peer's and, if that is a trusted proxy, all that
    /// headers of proxies name.
    func claims(of request: HTTPRequest, peer: SocketAddress) -> [String] {
        guard contains(peer.host) else { return [peer.host] }
        let headers = Set([header, Self.defaultHeader, Self.forwarded])
        return [peer.host] + headers.flatMap { Self.hops(of: request, in: $0).compactMap(Self.plain) }
    }

    /// Whether a trusted proxy has sent the request for itself, because it names no client.
    func haveSent(_ request: HTTPRequest, peer: SocketAddress) -> Bool {
        contains(peer.host) && request.header(header) == nil
    }

    private func contains(_ host: String) -> Bool { blocks.contains { $0.contains(host) } }

    /// The hops in a header; a hop of `Forwarded` without `for` is kept, and fails to parse.
    private static func hops(of request: HTTPRequest, in header: String) -> [Substring.UTF8View] {
        // By bytes: a client could join the comma with another scalar to one character.
        let value = request.header(header)?[...].utf8
        let hops = value?.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) ?? []
        guard header == forwarded else { return hops }
        return hops.map { hop in
            let pairs = hop.split(separator: UInt8(ascii: ";")).map { $0.drop(while: isSpace) }
            return pairs.first { Substring($0).lowercased().hasPrefix("for=") }?.dropFirst(4) ?? hop
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// The address without quotes, brackets and port, in its one form; nil if it is malformed.
    private static func plain(_ hop: Substring.UTF8View) -> String? {
        let bare = hop.filter { !isSpace($0) && $0 != UInt8(ascii: "\"") }[...]
        let bytes: ArraySlice<UInt8>
        if bare.first == UInt8(ascii: "[") {
            bytes = bare.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        } else {
            let hasPort = bare.count { $0 == UInt8(ascii: ":") } == 1
            bytes = hasPort ? bare.prefix { $0 != UInt8(ascii: ":") } : bare
        }
        return IPAddress(String(decoding: bytes, as: UTF8.self))?.description
    }
}

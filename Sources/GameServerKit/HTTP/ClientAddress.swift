import EventIO
import GameCore
import GameJSON
import GameStore

/// The client address for rate limits: the peer's, or, behind trusted proxies, the one that they report.
///
/// A proxy writes either `Forwarded` or `X-Forwarded-For` and passes the other through as the client sent it.
/// If the two disagree, both are ignored. Each proxy appends its peer's address on the right, so the client
/// is the last address that is not a trusted proxy. Anything further left may be the client's invention.
nonisolated enum ClientAddress {
    static func of(_ request: HTTPRequest, peer: SocketAddress, trusted: [AddressBlock]) -> String {
        SocketAddress(host: host(of: request, peer: peer, trusted: trusted), port: 0).clientKey
    }

    /// The whole address, for logs.
    static func host(of request: HTTPRequest, peer: SocketAddress, trusted: [AddressBlock]) -> String {
        guard trusted.contains(where: { $0.contains(peer.host) }) else { return peer.host }
        let clients = [forwarded(request), forwardedFor(request)].compactMap { $0 }
            .map { client(among: $0, trusted) }
        guard case .some(.some(let first)) = clients.first, clients.allSatisfy({ $0 == first }) else {
            return peer.host
        }
        return first
    }

    /// The last hop that is not a trusted proxy, or else the first hop; nil for a malformed hop.
    private static func client(among hops: [Substring], _ trusted: [AddressBlock]) -> String? {
        var nearest: String?
        for hop in hops.reversed() {
            guard let address = plain(hop) else { return nil }
            nearest = address
            if !trusted.contains(where: { $0.contains(address) }) { break }
        }
        return nearest
    }

    /// The hops of `Forwarded: for=…` (RFC 7239); a hop without `for` is kept, and fails to parse.
    private static func forwarded(_ request: HTTPRequest) -> [Substring]? {
        request.header("forwarded")?.split(separator: ",").map { hop in
            let pairs = hop.split(separator: ";").map { $0.drop { $0 == " " } }
            return pairs.first { $0.lowercased().hasPrefix("for=") }?.dropFirst(4) ?? hop
        }
    }

    private static func forwardedFor(_ request: HTTPRequest) -> [Substring]? {
        request.header("x-forwarded-for")?.split(separator: ",", omittingEmptySubsequences: false)
    }

    /// The address without quotes, brackets and port; nil if it is malformed.
    private static func plain(_ text: Substring) -> String? {
        let bare = text.filter { $0 != "\"" && $0 != " " }
        let address: Substring
        if bare.hasPrefix("[") {
            address = bare.dropFirst().prefix { $0 != "]" }
        } else {
            address = bare.filter { $0 == ":" }.count == 1 ? bare.prefix { $0 != ":" } : bare[...]
        }
        guard AddressBlock(String(address)) != nil, !address.contains("/") else { return nil }
        // Unwrap an IPv4-mapped address: as IPv6, all IPv4 clients would share one network prefix.
        let isMapped = address.lowercased().hasPrefix("::ffff:") && address.contains(".")
        return String(isMapped ? address.dropFirst(7) : address)
    }
}

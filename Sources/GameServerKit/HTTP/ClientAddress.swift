import EventIO
import GameCore
import GameJSON
import GameStore

/// Where a request comes from, as limits count: the other end of the connection, or, behind trusted proxies,
/// whom they name.
///
/// A proxy writes one of the two headers and lets the other through as the client sent it. So when both are
/// there and disagree, neither is believed. Each proxy adds at the right whom it has heard, so the client is
/// the last address that is no trusted proxy; what stands left of it is the client's own claim.
enum ClientAddress {
    static func of(_ request: HTTPRequest, peer: SocketAddress, trusted: [AddressBlock]) -> String {
        guard trusted.contains(where: { $0.contains(peer.host) }) else { return peer.client }
        let named = [forwarded(request), forwardedFor(request)].compactMap { $0 }
            .map { client(among: $0, trusted) }
        guard case .some(.some(let first)) = named.first, named.allSatisfy({ $0 == first }) else {
            return peer.client
        }
        return SocketAddress(host: first, port: 0).client
    }

    /// The last that is no trusted proxy, or the first if all are; nil when one is no address.
    private static func client(among hops: [Substring], _ trusted: [AddressBlock]) -> String? {
        var nearest: String?
        for hop in hops.reversed() {
            guard let address = plain(hop) else { return nil }
            nearest = address
            if !trusted.contains(where: { $0.contains(address) }) { break }
        }
        return nearest
    }

    /// `Forwarded: for=…` (RFC 7239); a hop without an address is told as it stands, and is none.
    private static func forwarded(_ request: HTTPRequest) -> [Substring]? {
        request.header("forwarded")?.split(separator: ",").map { hop in
            let pairs = hop.split(separator: ";").map { $0.drop { $0 == " " } }
            return pairs.first { $0.lowercased().hasPrefix("for=") }?.dropFirst(4) ?? hop
        }
    }

    private static func forwardedFor(_ request: HTTPRequest) -> [Substring]? {
        request.header("x-forwarded-for")?.split(separator: ",", omittingEmptySubsequences: false)
    }

    /// The address without quotes, brackets and port; nil for what is none.
    private static func plain(_ text: Substring) -> String? {
        let bare = text.filter { $0 != "\"" && $0 != " " }
        let address: Substring
        if bare.hasPrefix("[") {
            address = bare.dropFirst().prefix { $0 != "]" }
        } else {
            address = bare.filter { $0 == ":" }.count == 1 ? bare.prefix { $0 != ":" } : bare[...]
        }
        guard AddressBlock(String(address)) != nil, !address.contains("/") else { return nil }
        // An IPv4 address in the dress of IPv6 is still one client, not all of IPv4.
        let isMapped = address.lowercased().hasPrefix("::ffff:") && address.contains(".")
        return String(isMapped ? address.dropFirst(7) : address)
    }
}

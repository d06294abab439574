import EventIO

/// Where a request comes from, as limits count: the other end of the connection, or, behind the one trusted
/// proxy, whom it names.
///
/// A proxy writes one of the two headers and lets the other through as the client sent it. So when both are
/// there and disagree, neither is believed.
enum ClientAddress {
    static func of(_ request: HTTPRequest, peer: SocketAddress, trustedProxy: String?) -> String {
        guard let trustedProxy, peer.host == trustedProxy else { return peer.client }
        let named = [forwarded(request), forwardedFor(request)].compactMap { $0 }
        guard let first = named.first, named.allSatisfy({ $0 == first }) else { return peer.client }
        return SocketAddress(host: first, port: 0).client
    }

    /// `Forwarded: for=…` (RFC 7239): the last element is the one that the proxy itself wrote.
    private static func forwarded(_ request: HTTPRequest) -> String? {
        guard let last = request.header("forwarded")?.split(separator: ",").last else { return nil }
        let pairs = last.split(separator: ";").map { $0.drop { $0 == " " } }
        guard let address = pairs.first(where: { $0.lowercased().hasPrefix("for=") })?.dropFirst(4) else {
            return nil
        }
        return plain(address)
    }

    private static func forwardedFor(_ request: HTTPRequest) -> String? {
        request.header("x-forwarded-for")?.split(separator: ",").last.flatMap { plain($0.drop { $0 == " " }) }
    }

    /// The address without quotes, brackets and port; nil for what cannot be one.
    private static func plain(_ text: Substring) -> String? {
        let bare = text.filter { $0 != "\"" && $0 != " " }
        let address: Substring
        if bare.hasPrefix("[") {
            address = bare.dropFirst().prefix { $0 != "]" }
        } else {
            address = bare.filter { $0 == ":" }.count == 1 ? bare.prefix { $0 != ":" } : bare[...]
        }
        let allowed = address.utf8.allSatisfy { ($0 | 0x20).isHexDigitOrPunctuation }
        return allowed && (1...45).contains(address.utf8.count) ? String(address) : nil
    }
}

extension UInt8 {
    fileprivate var isHexDigitOrPunctuation: Bool {
        (0x61...0x66).contains(self) || (0x30...0x3A).contains(self) || self == UInt8(ascii: ".") | 0x20
    }
}

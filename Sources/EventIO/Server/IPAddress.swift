import Glibc

/// An IP address; different texts for the same address are equal.
///
/// IPv4 is the same as IPv4-mapped IPv6, in digits or in dotted form. The case of letters, leading zeros of
/// groups, `::` and a zone make no difference: the zone names an interface of this machine. IPv4 with leading
/// zeros is refused, because some programs read such numbers as octal.
public struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// 16 bytes, with IPv4 in its IPv4-mapped form.
    let bytes: [UInt8]

    private static let mapping = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Parses an address without brackets and port; nil if `text` is not one.
    public init?(_ text: String) {
        var short = in_addr()
        if inet_pton(AF_INET, text, &short) == 1 {
            bytes = Self.mapping + withUnsafeBytes(of: &short) { Array($0) }
            return
        }
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        var long = in6_addr()
        guard parts.last != "", inet_pton(AF_INET6, String(parts[0]), &long) == 1 else { return nil }
        bytes = withUnsafeBytes(of: &long) { Array($0) }
    }

    /// Whether the address is one of IPv4.
    var isVersion4: Bool { bytes.starts(with: Self.mapping) }

    /// The address as text: IPv4 with dots, IPv6 as RFC 5952 says.
    public var description: String {
        guard !isVersion4 else { return bytes.suffix(4).map(\.description).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = bytes.withUnsafeBytes { inet_ntop(AF_INET6, $0.baseAddress, &text, socklen_t(text.count)) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The IPv4 address, or the first 64 bits of an IPv6 address.
    var clientKey: String {
        isVersion4
            ? description : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
}

import Glibc

/// A range of addresses: a single one, or a network such as 10.0.0.0/8 or 2001:db8::/32.
///
/// IPv4 addresses that come in over IPv6 are IPv4 addresses here too. Not bound to a thread.
public struct AddressBlock: Sendable, Hashable {
    /// 16 bytes, all zero after the prefix.
    private let network: [UInt8]
    /// How many bits of an address must be the same.
    private let prefix: Int

    /// A range from its text; nil when that is neither an address nor a network.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ Self.bytes(String($0)) }) else { return nil }
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

    /// Whether an address, as text and without brackets, lies in the range.
    public func contains(_ host: String) -> Bool {
        Self.bytes(host).map { Self.masked($0.bytes, prefix) == network } ?? false
    }

    private static func masked(_ bytes: [UInt8], _ prefix: Int) -> [UInt8] {
        bytes.enumerated().map { place, byte in
            let bits = min(max(prefix - 8 * place, 0), 8)
            return byte & ~UInt8(truncatingIfNeeded: 0xFF >> bits)
        }
    }

    /// The 16 bytes of an address; those of IPv4 stand behind `::ffff:`.
    private static func bytes(_ text: String) -> (bytes: [UInt8], isVersion4: Bool)? {
        let mapping = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        var short = in_addr()
        if inet_pton(AF_INET, text, &short) == 1 {
            return (mapping + withUnsafeBytes(of: &short) { Array($0) }, true)
        }
        var long = in6_addr()
        guard inet_pton(AF_INET6, text, &long) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &long) { Array($0) }
        return (bytes, bytes.starts(with: mapping))
    }
}

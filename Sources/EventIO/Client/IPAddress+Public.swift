extension IPAddress {
    /// Whether the address is one of the public internet.
    ///
    /// False for addresses of this machine, of private and shared networks, of links, of documentation, of
    /// benchmarks and of multicast, and for those that carry another address in a form that some networks
    /// translate (6to4, Teredo, IPv4-compatible). A NAT64 address is public if the IPv4 address in it is,
    /// because networks without IPv4 reach everything through NAT64. The blocks are those of IANA's
    /// registries of special addresses.
    public var isPublic: Bool {
        if isVersion4 { return !Self.contains(description, in: Self.reserved4) }
        if bytes.starts(with: Self.translation) {
            return IPAddress(bytes.suffix(4).map(\.description).joined(separator: "."))?.isPublic ?? false
        }
        return Self.global6?.contains(description) == true && !Self.contains(description, in: Self.reserved6)
    }

    private static func contains(_ address: String, in blocks: [AddressBlock]) -> Bool {
        blocks.contains { $0.contains(address) }
    }

    private static let reserved4 = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
        "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
    ].compactMap(AddressBlock.init(_:))

    /// The block from which IANA allocates public IPv6 addresses.
    private static let global6 = AddressBlock("2000::/3")
    private static let reserved6 = [
        "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
    ].compactMap(AddressBlock.init(_:))

    /// 64:ff9b::/96, the well-known prefix of NAT64 (RFC 6052).
    private static let translation: [UInt8] = [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)
}

import Glibc

/// The host names that a server answers to, besides the local address of each connection.
///
/// A browser sends the name that the person has opened. A page of another site can let its own name resolve to
/// this server (DNS rebinding), but never a name that no public site can carry.
///
/// Loop's thread only.
final class ServedHosts {
    private let names: Set<String>
    /// Whether names of local networks are served too: once the server listens beyond loopback.
    private(set) var includesLocalNames = false

    /// - Parameter publicHosts: Names, perhaps with a port or a dot at the end, which are ignored.
    init(publicHosts: Set<String>) {
        names = Set(publicHosts.map { Self.name($0.lowercased()) } + ["localhost"])
    }

    /// Accepts names of local networks from now on if the listener is reachable beyond loopback.
    func didListen(at address: SocketAddress) {
        if !address.isLoopback { includesLocalNames = true }
    }

    /// Whether `authority`, a host in lower case without a port, is one of the names.
    func contains(_ authority: String) -> Bool {
        let name = Self.withoutRootDot(authority)
        return names.contains(name)
            || includesLocalNames && (Self.isLocal(name) || name == Self.withoutRootDot(Self.machineName()))
    }

    /// Whether no public site can carry `name`: it has no dot, or is in a zone for local networks.
    ///
    /// The zones are those of RFC 6762 (`local`), RFC 8375 (`home.arpa`) and ICANN's reservation of 2024
    /// (`internal`), and `lan`, which routers use and ICANN does not delegate.
    static func isLocal(_ name: String) -> Bool {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.last, labels.allSatisfy({ !$0.isEmpty }), !name.hasPrefix("["),
            !isNumber(last)
        else { return false }
        return labels.count == 1 || ["local", "lan", "internal"].contains(last)
            || labels.suffix(2) == ["home", "arpa"]
    }

    /// Whether browsers read a host that ends in `label` as an IPv4 address (URL standard, "ends in a number").
    private static func isNumber(_ label: Substring) -> Bool {
        let isHexadecimal = label.hasPrefix("0x")
        return label.utf8.dropFirst(isHexadecimal ? 2 : 0).allSatisfy { byte in
            isHexadecimal ? Byte.hexadecimal(byte) != nil : (0x30...0x39).contains(byte)
        }
    }

    private static func name(_ host: String) -> String {
        var host = host
        return withoutRootDot(host.withUTF8 { Authority.host(in: UnsafeRawBufferPointer($0)) } ?? host)
    }

    /// `raspberrypi.local.` is the same name as `raspberrypi.local`.
    private static func withoutRootDot(_ name: String) -> String {
        name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    private static func machineName() -> String {
        var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }
}

import Foundation
import GameCore
import GameJSON
import GameStore

/// Sockets inherited through systemd's socket activation.
package nonisolated enum ListeningSockets {
    /// The first passed descriptor, `SD_LISTEN_FDS_START`.
    private static let first: Int32 = 3

    /// The listening socket passed to this process, if any; see `sd_listen_fds(3)`.
    package static var inherited: Int32? {
        let environment = ProcessInfo.processInfo.environment
        guard environment["LISTEN_PID"] == String(getpid()) else { return nil }
        guard let count = environment["LISTEN_FDS"].flatMap({ Int($0) }), count > 0 else { return nil }
        return first
    }
}

/// The links by which other devices on the network reach a server that listens on all addresses.
enum NetworkLinks {
    static func links(scheme: String, port: UInt16, path: String) -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        return sequence(first: first, next: { $0?.pointee.ifa_next })
            .compactMap { $0.flatMap { address(of: $0.pointee) } }
            .map { "\(scheme)://\($0):\(port)\(path)/" }
    }

    /// The interface's IPv4 address, unless it is down or a loopback.
    private static func address(of interface: ifaddrs) -> String? {
        let flags = Int32(interface.ifa_flags)
        guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0 else { return nil }
        guard let address = interface.ifa_addr else { return nil }
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        // The larger size works for both families; getnameinfo fails for all others.
        let size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        guard getnameinfo(address, size, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return nil
        }
        let text = String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.contains(":") ? nil : text
    }
}

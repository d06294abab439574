import Foundation

/// Sockets that the process was started with: systemd's socket activation.
nonisolated enum ListeningSockets {
    /// The first descriptor that is handed over, by systemd's convention.
    private static let first: Int32 = 3

    /// The listening socket that was handed over to this process, if one was (`sd_listen_fds(3)`).
    static var inherited: Int32? {
        let environment = ProcessInfo.processInfo.environment
        guard environment["LISTEN_PID"] == String(getpid()) else { return nil }
        guard let count = environment["LISTEN_FDS"].flatMap({ Int($0) }), count > 0 else { return nil }
        return first
    }
}

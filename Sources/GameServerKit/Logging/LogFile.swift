import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore

/// A file to which lines are appended; `reopen` follows a rotation.
///
/// May be used on any thread.
nonisolated final class LogFile: Sendable {
    static let standardError = LogFile(descriptor: STDERR_FILENO)

    /// Nil for standard output and standard error.
    private let path: String?
    private let descriptor: Locked<Int32>

    private init(descriptor: Int32) {
        path = nil
        self.descriptor = Locked(descriptor)
    }

    /// Opens or creates the file at `path`, for the owner only; `-` is standard output.
    ///
    /// - Throws: `StoreRefusal` if the file cannot be written.
    init(_ path: String) throws(StoreRefusal) {
        self.path = path == "-" ? nil : path
        descriptor = Locked(path == "-" ? STDOUT_FILENO : try Self.open(path))
    }

    deinit {
        if path != nil { close(descriptor.withLock { $0 }) }
    }

    /// Appends a line with one call, so that the lines of several threads do not mix; errors are ignored.
    func append(_ line: [UInt8]) {
        descriptor.withLock { descriptor in _ = write(descriptor, line, line.count) }
    }

    /// Opens the file again, after the old one was renamed; keeps the old one if that fails.
    func reopen() throws(StoreRefusal) {
        guard let path else { return }
        let opened = try Self.open(path)
        close(
            descriptor.withLock { descriptor in
                defer { descriptor = opened }
                return descriptor
            })
    }

    private static func open(_ path: String) throws(StoreRefusal) -> Int32 {
        let opened = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard opened >= 0 else {
            throw StoreRefusal("The log “\(path)” cannot be written: \(String(cString: strerror(errno)))")
        }
        return opened
    }
}

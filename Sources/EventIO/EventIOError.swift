import Glibc

/// An error while setting up a loop, a listening socket or TLS.
public struct EventIOError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The operation that failed, for example `bind 127.0.0.1 port 8080`.
    public let operation: String
    /// The error number of the system (`errno`), or 0 if the failure did not come with one.
    public let code: Int32
    /// The reason, for example `Address already in use`.
    public let reason: String

    init(_ operation: String, code: Int32 = errno) {
        self.operation = operation
        self.code = code
        reason = code == 0 ? "failed" : String(cString: strerror(code))
    }

    init(_ operation: String, reason: String) {
        self.operation = operation
        code = 0
        self.reason = reason
    }

    /// The operation and the reason on one line.
    public var description: String { "\(operation): \(reason)" }
}

import Glibc

/// A system call or a libevent call that failed while something was set up.
public struct EventIOError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was tried, for example `bind 127.0.0.1:8080`.
    public let operation: String
    /// The system's error number, or 0 when there is none.
    public let code: Int32
    /// The reason in the system's words.
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

    /// What was tried and why it failed, on one line.
    public var description: String { "\(operation): \(reason)" }
}

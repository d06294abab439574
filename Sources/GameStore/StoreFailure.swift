import GRDB
import GameCore
import GameJSON

package nonisolated struct StoreFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// One plain sentence, for the log and `/readyz`.
    package let reason: String
    /// Whether the outcome is known: nothing was written, and a retry would fail in the same way.
    ///
    /// After any other failed write the data may or may not be on disk.
    package var isDefinite = false
    /// Details such as paths, for the log only.
    package var detail: String?

    package init(reason: String, isDefinite: Bool = false, detail: String? = nil) {
        self.reason = reason
        self.isDefinite = isDefinite
        self.detail = detail
    }

    package var description: String { reason }
    /// Reason and detail, for the operator.
    package var fullDescription: String { [reason, detail].compactMap(\.self).joined(separator: " ") }

    /// The store did not answer in time, or cannot be used now.
    package static let unavailable = StoreFailure(reason: "The store does not answer.")
}

nonisolated extension StoreFailure {
    /// Converts an error; the reason contains nothing secret.
    package init(_ error: any Error) {
        switch error {
        case let failure as StoreFailure: self = failure
        case let error as DatabaseError:
            self.init(reason: error.reason, isDefinite: error.resultCode == .SQLITE_CONSTRAINT)
        // Clients must not see the description, because it names the file.
        case let refusal as StoreRefusal:
            self.init(reason: "The database cannot be reopened.", detail: refusal.description)
        case let violation as RuleViolation: self.init(reason: violation.detail)
        case let unreadable as UnreadableInput: self.init(reason: unreadable.detail)
        default: self.init(reason: "\(error)")
        }
    }
}

/// A store that cannot be opened, or a command that cannot be carried out: one line for the operator.
package nonisolated struct StoreRefusal: Error, CustomStringConvertible {
    package let description: String
    /// A connection to keep open until the process ends, because closing it would change the refused files.
    let keepingOpen: (any Sendable)?

    package init(_ description: String, keepingOpen: (any Sendable)? = nil) {
        self.description = description
        self.keepingOpen = keepingOpen
    }
}

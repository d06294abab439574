import GRDB
import GameCore
import GameJSON

/// Why something was not saved or not found.
package nonisolated struct StoreFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// One plain sentence for the log and `/readyz`.
    package let reason: String
    /// Whether the store refused it, before it wrote anything, and would again.
    package var isCertain = false
    /// More for the log, which strangers do not see.
    package var detail: String?

    package init(reason: String, isCertain: Bool = false, detail: String? = nil) {
        self.reason = reason
        self.isCertain = isCertain
        self.detail = detail
    }

    package var description: String { reason }
    /// All that is known of it, for whoever runs the program.
    package var whole: String { [reason, detail].compactMap(\.self).joined(separator: " ") }

    /// The store has not answered in time.
    package static let silent = StoreFailure(reason: "The store does not answer.")
}

nonisolated extension StoreFailure {
    /// What went wrong, as far as it may be told.
    package init(_ error: any Error) {
        switch error {
        case let failure as StoreFailure: self = failure
        case let error as DatabaseError:
            self.init(reason: error.reason, isCertain: error.resultCode == .SQLITE_CONSTRAINT)
        // Its own words name the file, which is nobody else's business.
        case let refusal as StoreRefusal:
            self.init(reason: "The database cannot be opened again.", detail: refusal.description)
        case let violation as RuleViolation: self.init(reason: violation.detail)
        case let unreadable as UnreadableInput: self.init(reason: unreadable.detail)
        default: self.init(reason: "\(error)")
        }
    }
}

/// Why a store cannot be opened: one clear line for who started the program.
package nonisolated struct StoreRefusal: Error, CustomStringConvertible {
    package let description: String
    /// Keeps a connection open until the process ends: to close it would change the files that were refused.
    let untouched: (any Sendable)?

    package init(_ description: String, untouched: (any Sendable)? = nil) {
        self.description = description
        self.untouched = untouched
    }
}

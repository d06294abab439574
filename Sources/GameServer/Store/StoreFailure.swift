import GRDB
import GameCore

/// Why something was not saved or not found.
nonisolated struct StoreFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// One plain sentence for the log and `/readyz`.
    let reason: String
    /// Whether the store refused it, before it wrote anything, and would again.
    var isCertain = false
    /// More for the log, which strangers do not see.
    var detail: String?

    var description: String { reason }
    /// All that is known of it, for whoever runs the program.
    var whole: String { [reason, detail].compactMap(\.self).joined(separator: " ") }

    /// The store has not answered in time.
    static let silent = StoreFailure(reason: "The store does not answer.")
}

nonisolated extension StoreFailure {
    /// What went wrong, as far as it may be told.
    init(_ error: any Error) {
        switch error {
        case let failure as StoreFailure: self = failure
        case let error as DatabaseError:
            self.init(reason: error.reason, isCertain: error.resultCode == .SQLITE_CONSTRAINT)
        // Its own words name the file, which is nobody else's business.
        case let refusal as StoreRefusal:
            self.init(reason: "The database cannot be opened again.", detail: refusal.description)
        case let violation as RuleViolation: self.init(reason: violation.detail)
        case let problem as Problem: self.init(reason: problem.detail)
        default: self.init(reason: "\(error)")
        }
    }
}

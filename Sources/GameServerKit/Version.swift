import CBuild
import Foundation

/// The version of the program, its commit and the day of its build.
package nonisolated struct Version: Sendable, CustomStringConvertible {
    /// The number by semantic versioning (semver.org); CHANGELOG.md says what is new.
    package static let number = "1.1.0"

    package static let current = Version(
        commit: String(cString: fivebyfive_build_commit()),
        day: String(cString: fivebyfive_build_day()))

    /// The abbreviated hash, with a plus sign if there were uncommitted changes; `unknown` outside of git.
    let commit: String
    /// The day as YYYY-MM-DD.
    let day: String

    /// - Parameter day: The day as C's `__DATE__` gives it, such as `Nov  4 2026`.
    init(commit: String, day: String) {
        self.commit = commit
        let words = day.split(separator: " ")
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count == 3, let month = months.firstIndex(of: String(words[0])), let date = Int(words[1])
        else {
            self.day = day
            return
        }
        self.day =
            "\(words[2])-" + [month + 1, date].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: "-")
    }

    package var description: String { "\(Self.number) (commit \(commit), built \(day))" }
}

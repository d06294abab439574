import Foundation

/// How many random cases a property test checks.
///
/// `make test` checks a part of them before every commit. `make test-all` sets `ALL_CASES=1` and checks all.
enum RandomCases {
    static let all = ProcessInfo.processInfo.environment["ALL_CASES"] == "1"

    /// - Returns: `full` cases in a complete run, otherwise one in `fraction`.
    static func count(_ full: Int, oneIn fraction: Int) -> Int { all ? full : full / fraction }
}

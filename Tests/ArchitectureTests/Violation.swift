import Testing

/// A place in the sources that breaks a rule.
struct Violation: CustomStringConvertible {
    let path: String
    let line: Int
    /// The problem and its remedy, in one or two sentences.
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}

/// Fails the running test once for each violation.
func expectNone(_ violations: [Violation], sourceLocation: SourceLocation = #_sourceLocation) {
    for violation in violations {
        Issue.record("\(violation)", sourceLocation: sourceLocation)
    }
}

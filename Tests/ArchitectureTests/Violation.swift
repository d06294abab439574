import Testing

/// One place where a rule is broken, told so that the reader can go there and knows what to do.
struct Violation: CustomStringConvertible {
    let path: String
    let line: Int
    /// What is wrong and what to do instead, in one or two sentences.
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}

/// Fails the running test once for each violation.
func expectNone(_ violations: [Violation], sourceLocation: SourceLocation = #_sourceLocation) {
    for violation in violations {
        Issue.record("\(violation)", sourceLocation: sourceLocation)
    }
}

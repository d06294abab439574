/// One line of `exceptions.txt`: the number of uses of an escape that a file is allowed, with the reason.
struct EscapeAllowance {
    let path: String
    let escape: Escape
    let number: Int
    /// The line number in `exceptions.txt`.
    let line: Int

    static let listPath = "Tests/ArchitectureTests/exceptions.txt"

    /// Parses lines of `path rule number reason`, separated by spaces; `#` starts a comment line.
    static func read(_ text: String) -> (allowances: [EscapeAllowance], violations: [Violation]) {
        var allowances: [EscapeAllowance] = []
        var violations: [Violation] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.hasPrefix("#") { continue }
            switch parse(line, at: index + 1) {
            case .success(let allowance) where allowances.contains(where: allowance.isSamePlace):
                violations.append(
                    violation(index + 1, "\(allowance.path) is listed twice for this rule. Merge the lines."))
            case .success(let allowance): allowances.append(allowance)
            case .failure(let malformed): violations.append(violation(index + 1, malformed.message))
            }
        }
        return (allowances, violations)
    }

    /// A violation in the list itself.
    static func violation(_ line: Int, _ message: String) -> Violation {
        Violation(path: listPath, line: line, message: message)
    }

    private func isSamePlace(as other: EscapeAllowance) -> Bool {
        path == other.path && escape == other.escape
    }

    private struct Malformed: Error {
        let message: String
    }

    private static func parse(_ line: Substring, at number: Int) -> Result<EscapeAllowance, Malformed> {
        let words = line.split(separator: " ", maxSplits: 3)
        guard words.count == 4, let count = Int(words[2]), count > 0 else {
            return .failure(Malformed(message: "Write the line as: path rule number reason."))
        }
        guard let escape = Escape(rawValue: String(words[1])) else {
            let known = Escape.allCases.map(\.rawValue).joined(separator: ", ")
            return .failure(Malformed(message: "Unknown rule \(words[1]). Use one of \(known)."))
        }
        guard words[3].split(separator: " ").count >= 4 else {
            return .failure(Malformed(message: "Give a reason of at least four words for this exception."))
        }
        return .success(EscapeAllowance(path: String(words[0]), escape: escape, number: count, line: number))
    }
}

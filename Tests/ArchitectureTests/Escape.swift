/// A way around a check of the compiler or of the type system, that the project counts.
enum Escape: String, CaseIterable {
    case uncheckedSendable = "unchecked-sendable"
    case nonisolatedUnsafe = "nonisolated-unsafe"
    case unmanaged = "unmanaged"
    case assumeIsolated = "assume-isolated"
    case forcedUnwrap = "forced-unwrap"
    case forcedTry = "forced-try"
    case forcedCast = "forced-cast"
    case fatalError = "fatal-error"
    case precondition = "precondition"

    /// What to do instead.
    var remedy: String {
        switch self {
        case .uncheckedSendable: "Make the type a value, or confine it to an actor or a loop."
        case .nonisolatedUnsafe: "Make it a constant of a Sendable type, or give it an isolation."
        case .unmanaged: "Pass an id into a table to C, not a pointer."
        case .assumeIsolated: "Enter the main actor at the one place where requests arrive."
        case .forcedUnwrap: "Bind it with guard let, or give a default."
        case .forcedTry: "Throw a typed error, or catch it here."
        case .forcedCast: "Use as? with guard, or a type that knows."
        case .fatalError: "Throw a typed error; input must never end the process."
        case .precondition: "Throw a typed error, or make the wrong state impossible by type."
        }
    }

    /// The line of each use in `file`, a line twice if it has two.
    func uses(in file: SourceFile) -> [Int] {
        file.lineNumbers(in: file.code, matching: pattern)
    }

    private var pattern: Regex<Substring> {
        switch self {
        case .uncheckedSendable: /@unchecked\s+Sendable\b/
        case .nonisolatedUnsafe: /\bnonisolated\(unsafe\)/
        case .unmanaged: /\bUnmanaged\b/
        case .assumeIsolated: /\bassumeIsolated\b/
        case .forcedUnwrap: /(?:\b(?!(?:try|as)!)\w+|[)\]}"?>])!(?!=)/
        case .forcedTry: /\btry[!]/
        case .forcedCast: /\bas!/
        case .fatalError: /\bfatalError\(/
        case .precondition: /\bprecondition(?:Failure)?\(/
        }
    }
}

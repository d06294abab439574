/// A construct that bypasses a check of the compiler or the type system, and that the linter allows.
enum Escape: String, CaseIterable {
    case uncheckedSendable = "unchecked-sendable"
    case nonisolatedUnsafe = "nonisolated-unsafe"
    case unmanaged = "unmanaged"
    case assumeIsolated = "assume-isolated"
    case fatalError = "fatal-error"
    case precondition = "precondition"

    var remedy: String {
        switch self {
        case .uncheckedSendable: "Make the type a value, or confine it to an actor or a loop."
        case .nonisolatedUnsafe: "Make it a constant of a Sendable type, or give it an isolation."
        case .unmanaged: "Pass C the id of a table entry instead of a pointer."
        case .assumeIsolated: "Enter the main actor where requests arrive, in MainLoop.swift."
        case .fatalError: "Throw a typed error; no input may end the process."
        case .precondition: "Throw a typed error, or use a type that cannot hold the invalid state."
        }
    }

    /// The line numbers of the uses in `file`; a line with two uses is listed twice.
    func uses(in file: SourceFile) -> [Int] {
        file.lineNumbers(in: file.code, matching: pattern)
    }

    private var pattern: Regex<Substring> {
        switch self {
        case .uncheckedSendable: /@unchecked\s+Sendable\b/
        case .nonisolatedUnsafe: /\bnonisolated\(unsafe\)/
        case .unmanaged: /\bUnmanaged\b/
        case .assumeIsolated: /\bassumeIsolated\b/
        case .fatalError: /\bfatalError\(/
        case .precondition: /\bprecondition(?:Failure)?\(/
        }
    }
}

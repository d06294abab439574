import GameCore
import GameServerKit
import GameStore

/// Copies everything from one archive to another, compares both, and shows the progress.
struct CheckedCopy {
    private let interruption: Interruption

    init(_ interruption: Interruption) { self.interruption = interruption }

    /// - Throws: The first difference, an error of an archive, or the interruption when a signal arrives. The
    ///   caller aborts the target.
    @MainActor func run(
        from source: any GameArchive, to target: any FillableArchive
    ) throws -> ArchiveCopy.Count {
        var copy = try ArchiveCopy(from: source, to: target, rules: Program.rules)
        try target.begin()
        try withProgress("copying") { try copy.copy(progress: $0) }
        try withProgress("comparing") { try copy.compare(progress: $0) }
        try target.finish(at: copy.lastActive)
        return copy.count
    }

    private func withProgress(_ title: String, _ work: (ArchiveCopy.Progress) throws -> Void) throws {
        var bar = ProgressBar(title)
        defer { bar.end() }
        try work { done, total in
            try interruption.check()
            bar.show(done, of: total)
        }
    }

    /// The error text with its details, which the operator may see.
    static func reason(_ error: any Error) -> String {
        (error as? StoreRefusal)?.description ?? StoreFailure(error).fullDescription
    }
}

import Testing

/// Every escape must be listed in `exceptions.txt`, with the exact number of uses.
enum EscapesAreCounted {
    static func violations(in files: [SourceFile], list: String) -> [Violation] {
        let (allowances, malformed) = EscapeAllowance.read(list)
        let unlisted = files.flatMap { file in
            Escape.allCases.flatMap { excess(of: $0, in: file, allowances: allowances) }
        }
        return malformed + unlisted + allowances.compactMap { slack(of: $0, in: files) }
    }

    private static func excess(of escape: Escape, in file: SourceFile, allowances: [EscapeAllowance])
        -> [Violation]
    {
        let uses = escape.uses(in: file)
        let allowed = allowances.first { $0.path == file.path && $0.escape == escape }?.number ?? 0
        guard uses.count > allowed else { return [] }
        return uses.map { line in
            Violation(
                path: file.path, line: line,
                message: "Found \(uses.count) \(escape.rawValue) in this file; \(allowed) are allowed. "
                    + "\(escape.remedy) If that is impossible, add a line with the reason to "
                    + "\(EscapeAllowance.listPath).")
        }
    }

    private static func slack(of allowance: EscapeAllowance, in files: [SourceFile]) -> Violation? {
        let file = files.first { $0.path == allowance.path }
        let needed = file.map { allowance.escape.uses(in: $0).count } ?? 0
        guard needed < allowance.number else { return nil }
        let remedy = needed == 0 ? "Remove the line." : "Lower the number to \(needed)."
        return EscapeAllowance.violation(
            allowance.line,
            "\(allowance.path) needs \(needed) of \(allowance.number) \(allowance.escape.rawValue). \(remedy)"
        )
    }
}

@Suite("escapes are counted")
struct EscapesAreCountedTests {
    private let path = "Sources/GameCore/Cell.swift"

    @Test("Sources uses exactly the listed escapes")
    func project() throws {
        let list = try SourceTree.text(of: EscapeAllowance.listPath)
        expectNone(EscapesAreCounted.violations(in: try SourceTree.sources(), list: list))
    }

    @Test(
        "each escape is found",
        // Sample sources that are only scanned, never run. The parenthesis is written as \u{28} so that other
        // tools do not mistake the sample for a real call.
        arguments: [
            ("final class A: @unchecked Sendable {}", Escape.uncheckedSendable),
            ("nonisolated(unsafe) var a = 1", .nonisolatedUnsafe), ("Unmanaged.passRetained(a)", .unmanaged),
            ("MainActor.assumeIsolated { }", .assumeIsolated), ("fatalError\u{28}\"no\")", .fatalError),
            ("precondition(a > 0)", .precondition), ("preconditionFailure()", .precondition),
        ])
    func refuses(text: String, escape: Escape) {
        let file = SourceFile(path: path, text: "\n" + text)
        #expect(Escape.allCases.filter { !$0.uses(in: file).isEmpty } == [escape])
        #expect(EscapesAreCounted.violations(in: [file], list: "").map(\.line) == [2])
    }

    @Test(
        "text that resembles an escape is allowed",
        arguments: ["let a = \"Unmanaged\"", "// Unmanaged", "preconditionInLoop()"])
    func allows(text: String) {
        let file = SourceFile(path: path, text: text)
        #expect(EscapesAreCounted.violations(in: [file], list: "").isEmpty)
    }

    @Test("a file must use exactly the listed number of escapes")
    func listMayOnlyShrink() {
        let list = "# why\n\(path) unmanaged 2 released in the free callback\n"
        func violations(_ uses: Int) -> [Violation] {
            let text = String(repeating: "Unmanaged.a()\n", count: uses)
            return EscapesAreCounted.violations(in: [SourceFile(path: path, text: text)], list: list)
        }
        #expect(violations(2).isEmpty)
        #expect(violations(3).map(\.path) == [path, path, path])
        #expect(violations(1).map(\.description).first?.contains("exceptions.txt:2") == true)
        #expect(EscapesAreCounted.violations(in: [], list: list).count == 1)
    }

    @Test(
        "a malformed line of the list is a violation",
        arguments: [
            "Sources/A.swift unmanaged 1", "Sources/A.swift unmanaged many because it has to be",
            "Sources/A.swift magic 1 because it has to be", "Sources/A.swift unmanaged 1 because",
        ])
    func refusesMalformedList(line: String) {
        #expect(EscapesAreCounted.violations(in: [], list: line).map(\.line) == [1])
    }
}

import Testing

/// Beside each `@unchecked Sendable` and each `Unmanaged` stands a sentence that says why it is right.
enum EscapesAreExplained {
    /// How many lines of code may stand between the sentence and what it explains.
    private static let reach = 8

    static func violations(in file: SourceFile) -> [Violation] {
        let sendable = unexplained(
            .uncheckedSendable, in: file, naming: /thread|loop|lock|actor|queue|immutable|constant/)
        let unmanaged = unexplained(.unmanaged, in: file, naming: /releas|retain|free/)
        return sendable.map {
            violation(
                file, $0, "which thread, loop, lock or immutability makes this @unchecked Sendable safe")
        }
            + unmanaged.map {
                violation(file, $0, "who releases this Unmanaged reference, or why nobody has to")
            }
    }

    private static func unexplained(
        _ escape: Escape, in file: SourceFile, naming reason: Regex<Substring>
    ) -> [Int] {
        Set(escape.uses(in: file)).sorted().filter { line in
            !comment(beside: line, in: file).contains(reason)
        }
    }

    /// The comment on the line itself, the nearest block of comment lines above it within reach, and the one below.
    private static func comment(beside line: Int, in file: SourceFile) -> String {
        let above = stride(from: line - 2, through: 0, by: -1)
        let skipped = above.prefix { !isComment(file.lines[$0]) }
        let block = above.dropFirst(skipped.count).prefix { isComment(file.lines[$0]) }
        let before = skipped.count <= reach ? block.reversed().map { file.lines[$0] } : []
        let own = file.lines[line - 1].split(separator: "//").dropFirst().map(String.init)
        let after = file.lines[line...].prefix(while: isComment)
        return (before + own + after).joined(separator: " ").lowercased()
    }

    private static func isComment(_ line: String) -> Bool {
        line.drop { $0 == " " }.hasPrefix("//")
    }

    private static func violation(_ file: SourceFile, _ line: Int, _ what: String) -> Violation {
        Violation(path: file.path, line: line, message: "Say in a comment right beside \(what).")
    }
}

@Suite("escapes are explained")
struct EscapesAreExplainedTests {
    @Test("every @unchecked Sendable and every Unmanaged of Sources has its sentence")
    func project() throws {
        expectNone(try SourceTree.sources().flatMap(EscapesAreExplained.violations))
    }

    @Test(
        "a missing or empty sentence is found",
        arguments: [
            "final class A: @unchecked Sendable {}", "// A class.\nfinal class A: @unchecked Sendable {}",
            "Unmanaged.passRetained(a)", "// Gives it to C.\nUnmanaged.passRetained(a)",
            "// Released at the end." + String(repeating: "\n", count: 10) + "Unmanaged.passRetained(a)",
        ])
    func refuses(text: String) {
        let violations = EscapesAreExplained.violations(in: SourceFile(path: "A.swift", text: text))
        #expect(violations.count == 1)
    }

    @Test(
        "a sentence that gives the reason is enough",
        arguments: [
            "// Only touched on its loop's thread.\nfinal class A: @unchecked Sendable {}",
            "final class A: @unchecked Sendable {\n    // Only touched on its loop's thread.",
            "/// Immutable after init,\n/// so it may be shared.\n@frozen\npublic final class A: @unchecked Sendable {}",
            "// Released in didFree.\nlet a = Unmanaged.passRetained(self)",
            "Unmanaged.a()  // never released: it is not retained",
        ])
    func allows(text: String) {
        #expect(EscapesAreExplained.violations(in: SourceFile(path: "A.swift", text: text)).isEmpty)
    }
}

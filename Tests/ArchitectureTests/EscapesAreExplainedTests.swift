import Testing

/// Each `@unchecked Sendable` and each `Unmanaged` has a comment that explains why it is safe.
enum EscapesAreExplained {
    /// The maximum number of code lines between the comment and the use that it explains.
    private static let reach = 8

    static func violations(in file: SourceFile) -> [Violation] {
        let sendable = unexplained(
            .uncheckedSendable, in: file, naming: /thread|loop|lock|actor|queue|immutable|constant/)
        let unmanaged = unexplained(.unmanaged, in: file, naming: /releas|retain|free/)
        return sendable.map {
            violation(
                file, $0,
                "Explain in a comment next to this @unchecked Sendable which thread, loop, lock or "
                    + "immutability makes it safe.")
        }
            + unmanaged.map {
                violation(
                    file, $0,
                    "Explain in a comment next to this Unmanaged where its reference is released, "
                        + "or why no release is needed.")
            }
    }

    private static func unexplained(
        _ escape: Escape, in file: SourceFile, naming reason: Regex<Substring>
    ) -> [Int] {
        Set(escape.uses(in: file)).sorted().filter { line in
            !comment(beside: line, in: file).contains(reason)
        }
    }

    /// The comment on the line, the nearest comment block above it within `reach`, and the block right below it.
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

    private static func violation(_ file: SourceFile, _ line: Int, _ message: String) -> Violation {
        Violation(path: file.path, line: line, message: message)
    }
}

@Suite("escapes are explained")
struct EscapesAreExplainedTests {
    @Test("every @unchecked Sendable and every Unmanaged in Sources is explained")
    func project() throws {
        expectNone(try SourceTree.sources().flatMap(EscapesAreExplained.violations))
    }

    @Test(
        "a missing explanation, or one without a reason, is a violation",
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
        "a comment that gives the reason is an explanation",
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

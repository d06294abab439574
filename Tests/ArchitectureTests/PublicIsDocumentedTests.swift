import Testing

/// Every public declaration has a documentation comment.
enum PublicIsDocumented {
    static func violations(in file: SourceFile) -> [Violation] {
        let declaration =
            #/
            ^\s* (?: @\w+ (?: \( [^)]* \) )? \s+ )*
            (?:public|open) \s+ (?: [\w()]+ \s+ )*?
            (?:class|struct|enum|actor|protocol|func|var|let|init|subscript|typealias|case|macro) \b
            /#
        return file.lineNumbers(in: file.code, matching: declaration)
            .filter { !isDocumented($0, in: file) }
            .map { line in
                Violation(
                    path: file.path, line: line,
                    message:
                        "This public declaration has no docstring. Write a `///` summary sentence, then units, "
                        + "thread, errors and complexity where they matter.")
            }
    }

    /// Whether a documentation comment precedes the line; attributes and plain comments may come between.
    private static func isDocumented(_ line: Int, in file: SourceFile) -> Bool {
        let above = file.lines[..<(line - 1)].reversed().lazy.map { $0.drop { $0 == " " } }
        guard let nearest = above.first(where: { !mayComeBetween($0) }) else { return false }
        return nearest.hasPrefix("///") || nearest.hasSuffix("*/")
    }

    private static func mayComeBetween(_ line: Substring) -> Bool {
        line.hasPrefix("@") || line.hasPrefix("#") || (line.hasPrefix("//") && !line.hasPrefix("///"))
    }
}

@Suite("public declarations are documented")
struct PublicIsDocumentedTests {
    @Test("every public declaration of Sources is documented")
    func project() throws {
        expectNone(try SourceTree.sources().flatMap(PublicIsDocumented.violations))
    }

    @Test(
        "a missing docstring is a violation",
        arguments: [
            "public struct A {}", "// A.\n    public let a: Int", "@MainActor public func a()",
            "open class A {}",
            "/// A.\npublic struct A {\n    public init() {}\n}", "@frozen\npublic enum A {}",
        ])
    func refuses(text: String) {
        #expect(PublicIsDocumented.violations(in: SourceFile(path: "A.swift", text: text)).count == 1)
    }

    @Test(
        "a documented or private declaration is allowed",
        arguments: [
            "/// A.\npublic struct A {}", "/// A.\n@frozen\n@MainActor\npublic struct A {}", "struct A {}",
            "/// A.\n// Why it may be shared.\npublic final class A {}",
            "/** A. */\npublic let a: Int", "public import EventIO", "open -= 1", "public extension A {}",
            "/// A.\npublic private(set) var a: Int",
        ])
    func allows(text: String) {
        #expect(PublicIsDocumented.violations(in: SourceFile(path: "A.swift", text: text)).isEmpty)
    }
}

import Testing

/// The front page of a library's documentation lists every public type under a topic.
enum FrontPagesListEveryType {
    static func violations(in files: [SourceFile], page: SourceFile) -> [Violation] {
        let type = /public (?:nonisolated )?(?:final )?(?:class|struct|enum|actor|protocol|typealias) (\w+)/
        return files.flatMap { file in
            file.code.enumerated().compactMap { index, line in
                guard let name = line.prefixMatch(of: type)?.1, !page.lines.contains("- ``\(name)``") else {
                    return nil
                }
                let message = "\(page.path) does not list \(name). Add it there under a topic."
                return Violation(path: file.path, line: index + 1, message: message)
            }
        }
    }
}

@Suite("front pages list every type")
struct FrontPagesListEveryTypeTests {
    @Test(
        "the front page of each library lists its public types",
        arguments: ["EventIO", "GameCore", "GameServerKit"])
    func project(library: String) throws {
        let path = "Sources/\(library)/\(library).docc/\(library).md"
        let page = SourceFile(path: path, text: try SourceTree.text(of: path))
        let files = try SourceTree.sources().filter { $0.module == library }
        expectNone(FrontPagesListEveryType.violations(in: files, page: page))
    }

    @Test("a public type that the page does not list is a violation; nested and other types are not")
    func finds() {
        let page = SourceFile(path: "A.md", text: "- ``Listed``\n")
        let source = """
            public struct Listed {
                public enum Nested {}
            }
            struct Hidden {}
            public final class Missing {}
            public nonisolated struct MissingToo {}
            """
        let file = SourceFile(path: "Sources/GameCore/A.swift", text: source)
        #expect(FrontPagesListEveryType.violations(in: [file], page: page).map(\.line) == [5, 6])
    }
}

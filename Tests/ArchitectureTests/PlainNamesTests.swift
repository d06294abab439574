import Testing

/// Types, files and folders are not named Manager, Helper, Util or Impl.
enum PlainNames {
    static func violations(in file: SourceFile) -> [Violation] {
        fileNames(of: file) + typeNames(in: file)
    }

    private static func fileNames(of file: SourceFile) -> [Violation] {
        let vague = /(?:Manager|Helper|Util|Impl)s?\b/
        let bare = file.path.replacing(".swift", with: "")
        guard bare.split(separator: "/").contains(where: { $0.contains(vague) }) else { return [] }
        return [violation(file.path, 1, "The path")]
    }

    private static func typeNames(in file: SourceFile) -> [Violation] {
        let type =
            /\b(?:class|struct|enum|actor|protocol|typealias|macro)\s+\w*(?:Manager|Helper|Util|Impl)s?\b/
        return file.lineNumbers(in: file.code, matching: type).map { violation(file.path, $0, "A type") }
    }

    private static func violation(_ path: String, _ line: Int, _ subject: String) -> Violation {
        Violation(
            path: path, line: line,
            message: "\(subject) is named Manager, Helper, Utils or Impl. "
                + "Name it with a specific term: cell, seat, sequence, snapshot …")
    }
}

@Suite("names are specific")
struct PlainNamesTests {
    @Test("no type, file or folder of Sources and Tests has a vague name")
    func project() throws {
        let files = try SourceTree.sources() + SourceTree.swiftFiles(below: "Tests")
        expectNone(files.flatMap(PlainNames.violations))
    }

    @Test(
        "a vague name is a violation",
        arguments: [
            ("Sources/GameCore/Game.swift", "final class GameManager {}"),
            ("Sources/GameCore/Game.swift", "struct BoardUtils: Sendable {}"),
            ("Sources/GameCore/Game.swift", "public protocol CellHelper {}"),
            ("Sources/GameCore/Game.swift", "actor StoreImpl {}"),
            ("Sources/GameCore/Utils/Game.swift", "struct Game {}"),
            ("Sources/GameCore/GameHelpers.swift", "struct Game {}"),
        ])
    func refuses(path: String, text: String) {
        #expect(PlainNames.violations(in: SourceFile(path: path, text: text)).count == 1)
    }

    @Test(
        "a vague name declared elsewhere may be used",
        arguments: ["let files = FileManager.default", "struct Implication {}"])
    func allows(text: String) {
        #expect(PlainNames.violations(in: SourceFile(path: "Sources/GameServer/A.swift", text: text)).isEmpty)
    }
}

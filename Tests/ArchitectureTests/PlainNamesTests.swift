import Testing

/// Names come from the game or the field; a name that says nothing is refused, for types, files and folders.
enum PlainNames {
    static func violations(in file: SourceFile) -> [Violation] {
        fileNames(of: file) + typeNames(in: file)
    }

    private static func fileNames(of file: SourceFile) -> [Violation] {
        let empty = /(?:Manager|Helper|Util|Impl)s?\b/
        let bare = file.path.replacing(".swift", with: "")
        guard bare.split(separator: "/").contains(where: { $0.contains(empty) }) else { return [] }
        return [violation(file.path, 1, "The path")]
    }

    private static func typeNames(in file: SourceFile) -> [Violation] {
        let type =
            /\b(?:class|struct|enum|actor|protocol|typealias|macro)\s+\w*(?:Manager|Helper|Util|Impl)s?\b/
        return file.lineNumbers(in: file.code, matching: type).map { violation(file.path, $0, "A type") }
    }

    private static func violation(_ path: String, _ line: Int, _ what: String) -> Violation {
        Violation(
            path: path, line: line,
            message: "\(what) is named Manager, Helper, Utils or Impl. "
                + "Say in the field's words what it is: cell, seat, sequence, snapshot …")
    }
}

@Suite("names say what a thing is")
struct PlainNamesTests {
    @Test("no type, file or folder of Sources and Tests has an empty name")
    func project() throws {
        let files = try SourceTree.sources() + SourceTree.swiftFiles(below: "Tests")
        expectNone(files.flatMap(PlainNames.violations))
    }

    @Test(
        "an empty name is found",
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
        "somebody else's name may be used",
        arguments: ["let files = FileManager.default", "struct Implication {}"])
    func allows(text: String) {
        #expect(PlainNames.violations(in: SourceFile(path: "Sources/GameServer/A.swift", text: text)).isEmpty)
    }
}

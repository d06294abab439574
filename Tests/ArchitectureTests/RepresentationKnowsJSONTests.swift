import Testing

/// JSON is written and read in `Representation/`; nothing else names a JSON type.
enum RepresentationKnowsJSON {
    private static let homes = ["Sources/GameServer/Representation/"]

    static func violations(in file: SourceFile) -> [Violation] {
        if homes.contains(where: file.path.hasPrefix) { return [] }
        let types = /\b(?:JSONDecoder|JSONEncoder|JSONSerialization|JSONWriter)\b/
        return file.lineNumbers(in: file.code, matching: types).map { line in
            Violation(
                path: file.path, line: line,
                message: "Only \(homes.joined(separator: " and ")) know JSON. "
                    + "Give the value a representation there and call that.")
        }
    }
}

@Suite("only the representation knows JSON")
struct RepresentationKnowsJSONTests {
    @Test("no JSON type outside its homes")
    func project() throws {
        expectNone(try SourceTree.sources().flatMap(RepresentationKnowsJSON.violations))
    }

    @Test(
        "a JSON type elsewhere is found",
        arguments: [
            "JSONDecoder()", "let e: JSONEncoder", "JSONSerialization.data", "var out = JSONWriter()",
        ])
    func refuses(text: String) {
        for path in ["Sources/GameServer/Routes/EditCell.swift", "Sources/GameServer/HTTP/Router.swift"] {
            #expect(RepresentationKnowsJSON.violations(in: SourceFile(path: path, text: text)).count == 1)
        }
    }

    @Test(
        "a JSON type at home is allowed",
        arguments: [
            "Sources/GameServer/Representation/BoardJSON.swift"
        ])
    func allows(path: String) {
        #expect(RepresentationKnowsJSON.violations(in: SourceFile(path: path, text: "JSONDecoder()")).isEmpty)
    }
}

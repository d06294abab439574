import Foundation
import Testing

/// The names in code font in the documents exist in the code, so a rename cannot leave a document behind.
enum DocumentsNameRealThings {
    static let documents = [
        "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/benchmarks.md", "docs/bots.md", "docs/cluster.md",
        "docs/page.md", "docs/store.md", "Sources/GameServerKit/GameServerKit.docc/ARoute.md",
        "Sources/GameServerKit/GameServerKit.docc/GameServerKit.md",
    ]

    /// The names in code font of two or more capitalised parts, such as `LiveGame`.
    static func names(in document: String) -> Set<String> {
        let prose = document.components(separatedBy: "```").enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        let code = prose.components(separatedBy: "`").enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        let words = code.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
        return Set(
            words.filter { $0.first?.isUppercase == true && $0.dropFirst().contains(where: \.isUppercase) })
    }

    /// Everything that a document can name: the paths and the text of all code.
    static func code() throws -> NSString {
        let files = try SourceTree.sources() + SourceTree.swiftFiles(below: "Tests")
        let page = try SourceTree.files(below: "static/js", ending: ".js")
        return (files + page).flatMap { [$0.path] + $0.lines }.joined(separator: "\n") as NSString
    }
}

@Suite("documents name real things")
struct DocumentsNameRealThingsTests {
    @Test("every type and file that a document names exists")
    func project() throws {
        let code = try DocumentsNameRealThings.code()
        for document in DocumentsNameRealThings.documents {
            for name in DocumentsNameRealThings.names(in: try SourceTree.text(of: document)).sorted()
            where name != name.uppercased() && code.range(of: name, options: .literal).location == NSNotFound
            {
                Issue.record("\(document) names \(name), which does not exist. Write its new name there.")
            }
        }
    }

    @Test("names are found in code font only, outside blocks")
    func names() {
        let document = """
            `LiveGame.perform` and a LongWord, `Cell`
            ```
            `OldName`
            ```
            then `EventStore`.
            """
        #expect(DocumentsNameRealThings.names(in: document) == ["LiveGame", "EventStore"])
    }
}

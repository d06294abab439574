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

    /// Everything that a document can name: the words in the paths and the text of all code.
    static func words() throws -> Set<String> {
        let places = [("Sources", ".swift"), ("Tests", ".swift"), ("static/js", ".js")]
        let paths = try places.flatMap { try SourceTree.paths(below: $0, ending: $1) }
        var words: Set<String> = []
        for path in paths {
            let text = path + "\n" + (try SourceTree.text(of: path))
            for word in text.utf8.split(whereSeparator: isSeparator) where isCapital(word.first) {
                words.insert(String(decoding: word, as: UTF8.self))
            }
        }
        return words
    }

    private static func isCapital(_ byte: UInt8?) -> Bool {
        byte.map((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) ?? false
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            false
        default: byte < 0x80
        }
    }
}

@Suite("documents name real things")
struct DocumentsNameRealThingsTests {
    @Test("every type and file that a document names exists")
    func project() throws {
        let words = try DocumentsNameRealThings.words()
        for document in DocumentsNameRealThings.documents {
            for name in DocumentsNameRealThings.names(in: try SourceTree.text(of: document)).sorted()
            where name != name.uppercased() && !words.contains(name) {
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

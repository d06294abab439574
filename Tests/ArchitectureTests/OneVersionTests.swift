import Testing

/// The version stands in `Version.number`; the documents that repeat it say the same.
@Suite("one version")
struct OneVersionTests {
    private func number() throws -> Substring {
        let text = try SourceTree.text(of: "Sources/GameServerKit/Version.swift")
        return try #require(text.firstMatch(of: /static let number = "([^"]+)"/)).1
    }

    @Test(
        "every document that shows the version shows the present one",
        arguments: [
            ("static/openapi.json", #""version": "([0-9.]+)""#),
            ("docs/operating.md", #"version +([0-9.]+) \(commit"#),
        ])
    func documents(path: String, pattern: String) throws {
        let version = try Regex(pattern, as: (Substring, Substring).self)
        let shown = try SourceTree.text(of: path).matches(of: version).map(\.output.1)
        #expect(!shown.isEmpty)
        #expect(Set(shown) == [try number()], "\(path)")
    }

    @Test("the newest heading of the changelog is the present version, or Unreleased above an earlier one")
    func changelog() throws {
        let headings = try SourceTree.text(of: "CHANGELOG.md").matches(of: /(?m)^## (\S+)/).map(\.output.1)
        let number = try number()
        #expect(headings.first == "Unreleased" ? !headings.contains(number) : headings.first == number)
    }
}

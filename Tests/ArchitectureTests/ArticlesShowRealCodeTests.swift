import Testing

/// The Swift code in the articles of the libraries is code of the tree, so CI compiles it.
///
/// A comment above each block names its file, for example `<!-- Examples/EventIO/main.swift -->`. The lines of
/// the block stand next to each other in that file; indentation and empty lines are ignored. If the file has
/// markers (`// article: begin`, `// article: end`), the article shows all code between them, in order.
enum ArticlesShowRealCode {
    struct Block: Equatable {
        /// The path of the file; empty if the article does not name it.
        var source: String
        /// The line of the opening fence in the article.
        let line: Int
        var code: [String] = []
    }

    static func violations(
        in article: SourceFile, textOf source: (String) throws -> String
    ) rethrows -> [Violation] {
        let blocks = blocks(in: article)
        let unnamed = blocks.filter(\.source.isEmpty).map { block in
            let message = "This code has no source. Write the path of its file above it: <!-- path -->"
            return Violation(path: article.path, line: block.line, message: message)
        }
        let sources = Set(blocks.map(\.source)).subtracting([""]).sorted()
        let different = try sources.flatMap { path in
            let lines = code(SourceFile(path: path, text: try source(path)).lines)
            return differences(of: blocks.filter { $0.source == path }, from: lines, in: article)
        }
        return unnamed + different
    }

    /// The blocks of Swift code, with the files that the comments above them name.
    static func blocks(in article: SourceFile) -> [Block] {
        var blocks: [Block] = []
        var source = ""
        var isOpen = false
        for (index, line) in article.lines.enumerated() {
            if isOpen {
                isOpen = line != "```"
                if isOpen { blocks[blocks.count - 1].code += code([line]) }
            } else if line == "```swift" {
                blocks.append(Block(source: source, line: index + 1))
                isOpen = true
            } else {
                source = line.wholeMatch(of: /<!-- (\S+) -->/).map { String($0.1) } ?? ""
            }
        }
        return blocks
    }

    private static func differences(
        of blocks: [Block], from lines: [String], in article: SourceFile
    ) -> [Violation] {
        var violations = blocks.filter { !$0.code.isEmpty && !lines.contains($0.code) }.map { block in
            Violation(
                path: article.path, line: block.line,
                message: "This code is not in \(block.source). Copy it from there.")
        }
        let marked = marked(lines)
        if let first = blocks.first, violations.isEmpty, !marked.isEmpty, marked != blocks.flatMap(\.code) {
            violations.append(
                Violation(
                    path: article.path, line: first.line,
                    message: "The article shows other code than the marked parts of \(first.source)."))
        }
        return violations
    }

    private static func code(_ lines: [String]) -> [String] {
        lines.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }

    /// The lines between the markers.
    private static func marked(_ lines: [String]) -> [String] {
        var isMarked = false
        return lines.filter { line in
            switch line {
            case "// article: begin": isMarked = true
            case "// article: end": isMarked = false
            default: return isMarked
            }
            return false
        }
    }
}

@Suite("articles show real code")
struct ArticlesShowRealCodeTests {
    @Test("the code of every article is in the file that the article names")
    func project() throws {
        let articles = try SourceTree.files(below: "Sources", ending: ".md")
        for article in articles {
            expectNone(try ArticlesShowRealCode.violations(in: article, textOf: SourceTree.text))
        }
        let shown = Set(articles.flatMap(ArticlesShowRealCode.blocks).map(\.source))
        #expect(shown.contains("Examples/EventIO/main.swift"))
        #expect(shown.contains("Tests/GameCoreTests/ArticleTests.swift"))
        #expect(shown.contains("Sources/GameServerKit/Resources/Prompts/Prompts.swift"))
    }

    private func violations(_ article: String, source: String) -> [Int] {
        ArticlesShowRealCode.violations(
            in: SourceFile(path: "A.md", text: article), textOf: { _ in source }
        ).map(\.line)
    }

    @Test(
        "code that is not in its file, or names none, is a violation",
        arguments: [
            "```swift\na()\n```", "<!-- A.swift -->\n\n```swift\na()\n```",
            "<!-- A.swift -->\n```swift\nc()\n```", "<!-- A.swift -->\n```swift\na()\nc()\n```",
        ])
    func refuses(article: String) {
        #expect(violations(article, source: "a()\nb()\n").count == 1)
    }

    @Test(
        "code of a file is allowed in pieces, with another indentation",
        arguments: ["a()\n\nb()", "    a()", "b()\n```\nText.\n<!-- A.swift -->\n```swift\na()"])
    func allows(code: String) {
        let article = "<!-- A.swift -->\n```swift\n\(code)\n```\n\n```sh\n$ ls\n```\n"
        #expect(violations(article, source: "    a()\n    b()\n").isEmpty)
    }

    @Test("the article shows all marked code, in order")
    func marks() {
        let source = "x()\n// article: begin\na()\n\nb()\n// article: end\ny()\n"
        let blocks = ["a()", "b()"].map { "<!-- A.swift -->\n```swift\n\($0)\n```\n" }
        #expect(violations(blocks.joined(), source: source).isEmpty)
        #expect(violations(blocks[0], source: source) == [2])
        #expect(violations(blocks.reversed().joined(), source: source) == [2])
    }
}

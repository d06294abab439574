/// The text of a Swift source file, as written and without comments and literals.
struct SourceFile {
    /// The path from the root of the repository.
    let path: String
    /// The lines as written; line n is `lines[n - 1]`.
    let lines: [String]
    /// The lines without comments and without the contents of literals.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = Self.lines(of: text)
        code = Self.lines(of: BlankedText.blanking(text))
    }

    /// The name of the folder below `Sources`; empty for other files.
    var module: String {
        let folders = path.split(separator: "/")
        return folders.count > 2 && folders[0] == "Sources" ? String(folders[1]) : ""
    }

    /// The imported modules with their line numbers.
    var imports: [(module: String, line: Int)] {
        code.enumerated().compactMap { index, line in
            let words = line.split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"), words.count > keyword + 1 else { return nil }
            let named = words[(keyword + 1)...].filter { !Self.importKinds.contains($0) }
            guard let module = named.first?.split(separator: ".").first else { return nil }
            return (String(module), index + 1)
        }
    }

    /// The line number of each match of `pattern` in `lines`, one of the two forms above.
    func lineNumbers(in lines: [String], matching pattern: Regex<Substring>) -> [Int] {
        // Unicode's default word boundaries do not treat a dot between letters as a boundary.
        let pattern = pattern.wordBoundaryKind(.simple)
        return lines.enumerated().flatMap { index, line in
            line.matches(of: pattern).map { _ in index + 1 }
        }
    }

    private static let importKinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "var", "let",
    ]

    private static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

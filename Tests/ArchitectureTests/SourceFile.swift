/// One Swift source of the project as text: what was written, and what is left of it without prose.
struct SourceFile {
    /// Where it is, from the root of the repository.
    let path: String
    /// The lines as they were written; line n is `lines[n - 1]`.
    let lines: [String]
    /// The lines without comments and without what stands inside literals.
    let code: [String]
    /// The lines without comments; literals are kept.
    let statements: [String]

    init(path: String, text: String) {
        self.path = path
        lines = Self.lines(of: text)
        code = Self.lines(of: BlankedText.blanking(text, literals: true))
        statements = Self.lines(of: BlankedText.blanking(text, literals: false))
    }

    /// The module that a source belongs to: the folder below `Sources`.
    var module: String {
        let folders = path.split(separator: "/")
        return folders.count > 2 && folders[0] == "Sources" ? String(folders[1]) : ""
    }

    /// The names of the modules that this source imports, with the line of each.
    var imports: [(module: String, line: Int)] {
        code.enumerated().compactMap { index, line in
            let words = line.split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"), words.count > keyword + 1 else { return nil }
            let named = words[(keyword + 1)...].filter { !Self.importKinds.contains($0) }
            guard let module = named.first?.split(separator: ".").first else { return nil }
            return (String(module), index + 1)
        }
    }

    /// Every place in `lines` (one of the three forms above) where `pattern` is found, by line number.
    func lineNumbers(in lines: [String], matching pattern: Regex<Substring>) -> [Int] {
        // A dot parts words here; in the boundaries that Unicode gives to prose it does not.
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

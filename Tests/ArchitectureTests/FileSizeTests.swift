import Testing

/// Files have at most 450 lines; the linter limits their columns.
enum FileSize {
    static let hardLimit = 450

    static func violations(in file: SourceFile) -> [Violation] {
        guard file.lines.count > hardLimit else { return [] }
        return [
            Violation(
                path: file.path, line: hardLimit + 1,
                message: "The file has \(file.lines.count) lines; \(hardLimit) is the limit. "
                    + "Move one of its subjects to a separate file.")
        ]
    }
}

@Suite("files are small")
struct FileSizeTests {
    @Test("no file of Sources exceeds the limit")
    func project() throws {
        expectNone(try SourceTree.sources().flatMap(FileSize.violations))
    }

    @Test("one line over the limit is a violation")
    func refusesLongFile() {
        let limit = String(repeating: "a\n", count: FileSize.hardLimit)
        #expect(FileSize.violations(in: SourceFile(path: "A.swift", text: limit)).isEmpty)
        let tooLong = FileSize.violations(in: SourceFile(path: "A.swift", text: limit + "a\n"))
        #expect(tooLong.map(\.line) == [FileSize.hardLimit + 1])
    }
}

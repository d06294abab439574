import Testing

/// Files have at most 450 lines of at most 110 columns.
enum FileSize {
    static let hardLimit = 450
    static let columns = 110

    static func violations(in file: SourceFile) -> [Violation] {
        tooLong(file) + tooWide(file)
    }

    static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded(.down))) %" }

    private static func tooLong(_ file: SourceFile) -> [Violation] {
        guard file.lines.count > hardLimit else { return [] }
        return [
            Violation(
                path: file.path, line: hardLimit + 1,
                message: "The file has \(file.lines.count) lines; \(hardLimit) is the limit. "
                    + "Move one of its subjects to a separate file.")
        ]
    }

    private static func tooWide(_ file: SourceFile) -> [Violation] {
        file.lines.enumerated().filter { $0.element.count > columns }.map { index, line in
            Violation(
                path: file.path, line: index + 1,
                message: "The line has \(line.count) columns; \(columns) is the limit. "
                    + "Break it, or run `make format`.")
        }
    }
}

@Suite("files are small")
struct FileSizeTests {
    @Test("no file of Sources exceeds the limits")
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

    @Test("one column over the limit is a violation")
    func refusesWideLine() {
        let limit = String(repeating: "é", count: FileSize.columns)
        #expect(FileSize.violations(in: SourceFile(path: "A.swift", text: limit)).isEmpty)
        #expect(
            FileSize.violations(in: SourceFile(path: "A.swift", text: "\n" + limit + "é")).map(\.line) == [2])
    }
}

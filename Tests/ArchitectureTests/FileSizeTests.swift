import Testing

/// Files stay small enough to hold in one's head.
enum FileSize {
    static let hardLimit = 450
    static let usualLimit = 150
    static let usualShare = 0.8
    static let columns = 110

    static func violations(in file: SourceFile) -> [Violation] {
        tooLong(file) + tooWide(file)
    }

    /// One violation if fewer than four fifths of `files` are shorter than the usual limit.
    static func shareViolations(in files: [SourceFile]) -> [Violation] {
        let long = files.filter { $0.lines.count >= usualLimit }.sorted { $0.lines.count > $1.lines.count }
        guard let longest = long.first else { return [] }
        let share = 1 - Double(long.count) / Double(files.count)
        guard share < usualShare else { return [] }
        let names = long.map { "\($0.path) (\($0.lines.count))" }.joined(separator: ", ")
        return [
            Violation(
                path: longest.path, line: 1,
                message: "Only \(percent(share)) of the files are under \(usualLimit) lines; "
                    + "at least \(percent(usualShare)) should be. Split some of: \(names).")
        ]
    }

    /// A share as whole percent, for a message.
    static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded(.down))) %" }

    private static func tooLong(_ file: SourceFile) -> [Violation] {
        guard file.lines.count > hardLimit else { return [] }
        return [
            Violation(
                path: file.path, line: hardLimit + 1,
                message: "The file has \(file.lines.count) lines; \(hardLimit) is the limit. "
                    + "Move one of its ideas to a file named after it.")
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
    @Test("no file of Sources is over its limits")
    func project() throws {
        expectNone(try SourceTree.sources().flatMap(FileSize.violations))
    }

    @Test("four fifths of the files of Sources are short")
    func projectShare() throws {
        expectNone(FileSize.shareViolations(in: try SourceTree.sources()))
    }

    @Test("one line over the limit is found")
    func refusesLongFile() {
        let limit = String(repeating: "a\n", count: FileSize.hardLimit)
        #expect(FileSize.violations(in: SourceFile(path: "A.swift", text: limit)).isEmpty)
        let tooLong = FileSize.violations(in: SourceFile(path: "A.swift", text: limit + "a\n"))
        #expect(tooLong.map(\.line) == [FileSize.hardLimit + 1])
    }

    @Test("one column over the limit is found")
    func refusesWideLine() {
        let limit = String(repeating: "é", count: FileSize.columns)
        #expect(FileSize.violations(in: SourceFile(path: "A.swift", text: limit)).isEmpty)
        #expect(
            FileSize.violations(in: SourceFile(path: "A.swift", text: "\n" + limit + "é")).map(\.line) == [2])
    }

    @Test("too many long files are found")
    func refusesShare() {
        let short = SourceFile(path: "A.swift", text: "a\n")
        let long = SourceFile(path: "B.swift", text: String(repeating: "a\n", count: FileSize.usualLimit))
        let four = Array(repeating: short, count: 4)
        #expect(FileSize.shareViolations(in: four + [long]).isEmpty)
        #expect(FileSize.shareViolations(in: four + [long, long]).map(\.path) == ["B.swift"])
    }
}

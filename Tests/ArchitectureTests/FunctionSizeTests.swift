import Testing

/// Functions have at most 60 lines and three levels of nesting; nine tenths of them have fewer than 30 lines.
enum FunctionSize {
    static let hardLimit = 60
    static let softLimit = 30
    static let softLimitShare = 0.9
    static let nesting = 3

    typealias Function = (file: SourceFile, span: FunctionSpan)

    static func functions(in files: [SourceFile]) -> [Function] {
        files.flatMap { file in FunctionSpan.all(in: file).map { (file, $0) } }
    }

    static func violations(of function: Function) -> [Violation] {
        tooLong(function.span, in: function.file) + tooDeep(function.span, in: function.file)
    }

    /// One violation if less than `softLimitShare` of `functions` are shorter than `softLimit`.
    static func shareViolations(in functions: [Function]) -> [Violation] {
        let long = functions.filter { $0.span.length >= softLimit }.sorted {
            $0.span.length > $1.span.length
        }
        guard let longest = long.first else { return [] }
        let share = 1 - Double(long.count) / Double(functions.count)
        guard share < softLimitShare else { return [] }
        let names = long.map { "\($0.file.path):\($0.span.firstLine) (\($0.span.length))" }.joined(
            separator: ", ")
        return [
            Violation(
                path: longest.file.path, line: longest.span.firstLine,
                message: "Only \(percent(share)) of the functions are under \(softLimit) lines; "
                    + "at least \(percent(softLimitShare)) must. Split some of these: \(names).")
        ]
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded(.down))) %" }

    private static func tooLong(_ function: FunctionSpan, in file: SourceFile) -> [Violation] {
        guard function.length > hardLimit else { return [] }
        return [
            Violation(
                path: file.path, line: function.firstLine,
                message: "`\(function.name)` has \(function.length) lines; \(hardLimit) is the limit. "
                    + "Extract its steps into functions.")
        ]
    }

    private static func tooDeep(_ function: FunctionSpan, in file: SourceFile) -> [Violation] {
        guard function.deepest > nesting else { return [] }
        return [
            Violation(
                path: file.path, line: function.deepestLine,
                message: "`\(function.name)` nests \(function.deepest) levels deep; \(nesting) is the limit. "
                    + "Return early with guard, or extract the inner part into a function.")
        ]
    }
}

@Suite("functions are short and flat")
struct FunctionSizeTests {
    @Test("no function of Sources exceeds the limits, and nine tenths of them are short")
    func project() throws {
        let functions = FunctionSize.functions(in: try SourceTree.sources())
        expectNone(functions.flatMap(FunctionSize.violations))
        expectNone(FunctionSize.shareViolations(in: functions))
    }

    @Test("one line over the limit is a violation")
    func refusesLength() {
        #expect(violations(function(lines: FunctionSize.hardLimit)).isEmpty)
        #expect(violations(function(lines: FunctionSize.hardLimit + 1)).map(\.line) == [1])
    }

    @Test("one level over the limit is a violation at the line of its brace")
    func refusesNesting() {
        let flat = "func a() {\nif b {\nfor c in d {\nrun {\n}\n}\n}\n}"
        let deep = "func a() {\nif b {\nfor c in d {\nrun {\nwhile e {\n}\n}\n}\n}\n}"
        #expect(violations(SourceFile(path: "A.swift", text: flat)).isEmpty)
        #expect(violations(SourceFile(path: "A.swift", text: deep)).map(\.line) == [5])
    }

    @Test("too many long functions are one violation")
    func refusesShare() {
        let nine = Array(repeating: function(lines: 3), count: 9)
        let long = function(lines: FunctionSize.softLimit)
        #expect(share(nine + [long]).isEmpty)
        #expect(share(nine + [long, long]).count == 1)
    }

    private func violations(_ file: SourceFile) -> [Violation] {
        FunctionSize.functions(in: [file]).flatMap(FunctionSize.violations)
    }

    private func share(_ files: [SourceFile]) -> [Violation] {
        FunctionSize.shareViolations(in: FunctionSize.functions(in: files))
    }

    private func function(lines: Int) -> SourceFile {
        let body = String(repeating: "    run()\n", count: lines - 2)
        return SourceFile(path: "A.swift", text: "func a() {\n\(body)}\n")
    }
}

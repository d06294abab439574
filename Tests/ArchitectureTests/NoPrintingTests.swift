import Testing

/// EventIO and GameCore never print; they return values, throw errors or notify observers.
enum NoPrinting {
    static func violations(in file: SourceFile) -> [Violation] {
        guard ["EventIO", "GameCore"].contains(file.module) else { return [] }
        let call = /(?:^|[^.\w])(?:print|debugPrint|dump)\(/
        return file.lineNumbers(in: file.code, matching: call).map { line in
            Violation(
                path: file.path, line: line,
                message: "\(file.module) must not print. "
                    + "Return a value, throw an error or notify an observer."
            )
        }
    }
}

@Suite("libraries do not print")
struct NoPrintingTests {
    @Test("EventIO and GameCore do not print")
    func project() throws {
        expectNone(try SourceTree.sources().flatMap(NoPrinting.violations))
    }

    @Test(
        "a call that prints is a violation",
        arguments: ["print(\"here\")", "    debugPrint(cell)", "{ dump(board) }"])
    func refuses(text: String) {
        for module in ["EventIO", "GameCore"] {
            let file = SourceFile(path: "Sources/\(module)/A.swift", text: text)
            #expect(NoPrinting.violations(in: file).count == 1)
        }
    }

    @Test("other calls are allowed", arguments: ["printer.print(page)", "blueprint(1)", "// print(1)"])
    func allows(text: String) {
        #expect(NoPrinting.violations(in: SourceFile(path: "Sources/EventIO/A.swift", text: text)).isEmpty)
    }
}

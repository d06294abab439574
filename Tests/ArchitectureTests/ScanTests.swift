import Testing

@Suite("the text scan")
struct ScanTests {
    @Test("the scan finds sources in every module", arguments: ["EventIO", "GameCore", "GameServer"])
    func findsSources(module: String) throws {
        #expect(try SourceTree.sources().contains { $0.module == module })
    }

    @Test("comments, including nested ones, are blanked and lines keep their numbers")
    func blanksComments() {
        let file = SourceFile(path: "A.swift", text: "let a = 1 // {\n/* { /* { */\n{ */ let b = 2\n/// {\n")
        #expect(file.code.count == 4)
        #expect(file.code[0].hasPrefix("let a = 1"))
        #expect(file.code[2].contains("let b = 2"))
        #expect(!file.code.joined().contains("{"))
    }

    @Test(
        "the contents of a literal are not code",
        arguments: [
            #"let a = "{ // \" {""#, ##"let a = #"{ " \ {"#"##, "let a = \"\"\"\n  { \" {\n  \"\"\"",
            #"let a = /[{"]\/{/"#,
        ])
    func blanksLiterals(text: String) {
        let file = SourceFile(path: "A.swift", text: text + "\nlet b = 2")
        #expect(!file.code.joined().contains("{"))
        #expect(file.code.last == "let b = 2")
    }

    @Test("code inside an interpolation stays code")
    func keepsInterpolation() {
        let file = SourceFile(path: "A.swift", text: #"let a = "x \(b["k"] ?? c()) {" + d"#)
        #expect(file.code[0] == #"let a = "  \(b[" "] ?? c())  " + d"#)
    }

    @Test("a division is not a regular expression")
    func keepsDivision() {
        let file = SourceFile(path: "A.swift", text: "let a = b / c + d / e { f }")
        #expect(file.code[0].contains("c + d"))
    }

    @Test("imports are found after attributes and access levels")
    func findsImports() {
        let text =
            "@testable import GameCore\ninternal import CLibevent\nimport struct Logging.Logger\n// import No\n"
        let imports = SourceFile(path: "A.swift", text: text).imports
        #expect(imports.map(\.module) == ["GameCore", "CLibevent", "Logging"])
        #expect(imports.map(\.line) == [1, 2, 3])
    }

    @Test("functions are measured from their declaration to their closing brace")
    func measuresFunctions() {
        let text = """
            protocol P { var a: Int { get } }
            struct S {
                func one(
                    done: () -> Void = {}
                ) {
                    self.init(a: 1)
                    if true {
                        run { print() }
                    }
                }
                var two: Int { 2 }
                static func < (left: S, right: S) -> Bool { false }
                private init(_ b: Int) {
                    run {
                        while true {
                        }
                    }
                }
            }
            """
        let functions = FunctionSpan.all(in: SourceFile(path: "A.swift", text: text))
        #expect(functions.map(\.name) == ["func one", "two", "func <", "init"])
        #expect(functions.map(\.length) == [8, 1, 1, 6])
        #expect(functions.map(\.deepest) == [1, 0, 0, 2])
        #expect(functions.last?.deepestLine == 15)
    }
}

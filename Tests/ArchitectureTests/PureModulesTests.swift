import Testing

/// What is pure imports nothing that the system offers to everybody: the manifest cannot forbid Foundation.
///
/// Which module of the project may import which is a matter of `Package.swift` and the compiler.
enum PureModules {
    static func violations(in file: SourceFile) -> [Violation] {
        file.imports.compactMap { module, line in
            complaint(about: module, in: file).map { Violation(path: file.path, line: line, message: $0) }
        }
    }

    private static func complaint(about module: String, in file: SourceFile) -> String? {
        if file.module == "GameCore" {
            return
                "GameCore imports nothing, but here it imports \(module). Pass what you need in as a value."
        }
        if file.path.hasPrefix("Sources/EventIO/HTTP1/") {
            return "EventIO/HTTP1 is pure and imports nothing, but here it imports \(module). "
                + "Move what touches the system to another folder of EventIO."
        }
        if file.module == "EventIO", module.hasPrefix("Foundation") {
            return "EventIO does not import Foundation. Use Glibc or the standard library."
        }
        return nil
    }
}

@Suite("pure modules import nothing")
struct PureModulesTests {
    @Test("GameCore and the HTTP parser import nothing, EventIO no Foundation")
    func project() throws {
        expectNone(try SourceTree.sources().flatMap(PureModules.violations))
    }

    @Test(
        "an import into a pure module is refused",
        arguments: [
            ("Sources/GameCore/Board/Cell.swift", "import Foundation"),
            ("Sources/GameCore/Board/Cell.swift", "import Observation"),
            ("Sources/EventIO/Loop/EventLoop.swift", "import FoundationEssentials"),
            ("Sources/EventIO/HTTP1/HTTPParser.swift", "import Glibc"),
        ])
    func refuses(path: String, text: String) {
        let violations = PureModules.violations(in: SourceFile(path: path, text: "\n" + text))
        #expect(violations.map(\.line) == [2])
    }

    @Test(
        "an import elsewhere is allowed",
        arguments: [
            ("Sources/EventIO/Loop/EventLoop.swift", "private import CLibevent\nimport Glibc"),
            ("Sources/GameServer/Main.swift", "import EventIO\nimport Foundation\nimport Logging"),
        ])
    func allows(path: String, text: String) {
        #expect(PureModules.violations(in: SourceFile(path: path, text: text)).isEmpty)
    }
}

import Testing

/// GameCore and the HTTP parser import nothing, and EventIO does not import Foundation.
///
/// `Package.swift` controls imports between the project's modules, but it cannot forbid Foundation.
enum PureModules {
    static func violations(in file: SourceFile) -> [Violation] {
        file.imports.compactMap { module, line in
            message(about: module, in: file).map { Violation(path: file.path, line: line, message: $0) }
        }
    }

    private static func message(about module: String, in file: SourceFile) -> String? {
        if file.module == "GameCore" {
            return
                "GameCore must not import anything, and this file imports \(module). Pass the data in as a value."
        }
        if file.path.hasPrefix("Sources/EventIO/HTTP1/") {
            return "EventIO/HTTP1 must not import anything, and this file imports \(module). "
                + "Move code that uses the system to another folder of EventIO."
        }
        if file.module == "EventIO", module.hasPrefix("Foundation") {
            return "EventIO must not import Foundation. Use Glibc or the standard library."
        }
        return nil
    }
}

@Suite("pure modules import nothing")
struct PureModulesTests {
    @Test("GameCore and the HTTP parser import nothing, and EventIO does not import Foundation")
    func project() throws {
        expectNone(try SourceTree.sources().flatMap(PureModules.violations))
    }

    @Test(
        "an import into a pure module is a violation",
        arguments: [
            ("Sources/GameCore/Grid/Cell.swift", "import Foundation"),
            ("Sources/GameCore/Grid/Cell.swift", "import Observation"),
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

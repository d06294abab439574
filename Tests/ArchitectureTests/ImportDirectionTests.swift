import Testing

/// Which module may import which: `CLibevent <- EventIO <- GameServer -> GameCore`.
enum ImportDirection {
    /// The project's own modules that each module may import.
    private static let allowed: [String: Set<String>] = [
        "CLibevent": [], "CHiredis": [], "CLibcrypto": [], "CZlib": [], "GameCore": [],
        "EventIO": ["CLibevent"],
        "GameServer": ["EventIO", "GameCore", "CHiredis", "CLibcrypto", "CZlib"],
    ]

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
        if module == "CLibevent", file.module != "EventIO" {
            return "Only EventIO may import CLibevent. Ask EventIO for a Swift function that does it."
        }
        if module == "CHiredis", !file.path.hasPrefix("Sources/GameServer/Cluster/") {
            return "Only GameServer/Cluster may import CHiredis. Ask RedisConnection to say it."
        }
        if file.module == "EventIO", module.hasPrefix("Foundation") {
            return "EventIO does not import Foundation. Use Glibc or the standard library."
        }
        guard allowed.keys.contains(module), allowed[file.module]?.contains(module) != true else {
            return nil
        }
        return "\(file.module) may not import \(module): "
            + "arrows run CLibevent <- EventIO <- GameServer -> GameCore. Turn the dependency round."
    }
}

@Suite("imports run one way")
struct ImportDirectionTests {
    @Test("every import of the project follows the arrows")
    func project() throws {
        expectNone(try SourceTree.sources().flatMap(ImportDirection.violations))
    }

    @Test(
        "an import against the arrows is refused",
        arguments: [
            ("Sources/GameCore/Board/Cell.swift", "import Foundation"),
            ("Sources/GameCore/Board/Cell.swift", "import Observation"),
            ("Sources/GameServer/Main.swift", "internal import CLibevent"),
            ("Sources/EventIO/Loop/EventLoop.swift", "import GameCore"),
            ("Sources/EventIO/Loop/EventLoop.swift", "import FoundationEssentials"),
            ("Sources/EventIO/HTTP1/HTTPParser.swift", "import Glibc"),
            ("Sources/EventIO/Loop/EventLoop.swift", "private import GameServer"),
            ("Sources/GameServer/Store/EventStore.swift", "import CHiredis"),
            ("Sources/EventIO/Loop/EventLoop.swift", "import CHiredis"),
        ])
    func refuses(path: String, text: String) {
        let violations = ImportDirection.violations(in: SourceFile(path: path, text: "\n" + text))
        #expect(violations.map(\.line) == [2])
    }

    @Test(
        "an import along the arrows is allowed",
        arguments: [
            ("Sources/GameServer/Cluster/RedisReply.swift", "import CHiredis"),
            ("Sources/EventIO/Loop/EventLoop.swift", "private import CLibevent\nimport Glibc"),
            (
                "Sources/GameServer/Main.swift",
                "import EventIO\nimport GameCore\nimport Foundation\nimport Logging"
            ),
        ])
    func allows(path: String, text: String) {
        #expect(ImportDirection.violations(in: SourceFile(path: path, text: text)).isEmpty)
    }
}

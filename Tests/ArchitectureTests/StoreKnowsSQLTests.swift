import Testing

/// Only `Sources/GameServer/Store` may speak SQL or use a database library.
enum StoreKnowsSQL {
    private static let home = "Sources/GameServer/Store/"

    static func violations(in file: SourceFile) -> [Violation] {
        if file.path.hasPrefix(home) { return [] }
        let statement =
            /\b(?:SELECT\s.*\bFROM|INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|(?:CREATE|DROP|ALTER)\s+TABLE|PRAGMA\s+\w+)\b/
        let library = /\b(?:GRDB|C?SQLite3?|sqlite3_\w+|import\s+\w*[Ss][Qq][Ll]\w*)\b/
        let lines =
            file.lineNumbers(in: file.statements, matching: statement)
            + file.lineNumbers(in: file.code, matching: library)
        return Set(lines).sorted().map { line in
            Violation(
                path: file.path, line: line,
                message: "Only \(home) knows SQL. Give the store a method that says what is wanted.")
        }
    }
}

@Suite("only the store knows SQL")
struct StoreKnowsSQLTests {
    @Test("no SQL and no database library outside Store")
    func project() throws {
        expectNone(try SourceTree.sources().flatMap(StoreKnowsSQL.violations))
    }

    @Test(
        "SQL and its libraries are found outside Store",
        arguments: [
            #"let a = "SELECT id FROM games""#, #"run("INSERT OR IGNORE INTO games VALUES (?)")"#,
            #"run("PRAGMA synchronous=FULL")"#, "import GRDB", "sqlite3_open(path, &handle)",
            #"run("UPDATE games SET state = 1")"#, #"run("CREATE TABLE games (id)")"#,
        ])
    func refuses(text: String) {
        let elsewhere = SourceFile(path: "Sources/GameServer/Play/LiveGame.swift", text: text)
        let store = SourceFile(path: "Sources/GameServer/Store/EventStore.swift", text: text)
        #expect(StoreKnowsSQL.violations(in: elsewhere).count == 1)
        #expect(StoreKnowsSQL.violations(in: store).isEmpty)
    }

    @Test(
        "words that only look like SQL are allowed",
        arguments: ["// SELECT a FROM b", #"case delete = "DELETE""#])
    func allows(text: String) {
        let file = SourceFile(path: "Sources/GameServer/Play/LiveGame.swift", text: text)
        #expect(StoreKnowsSQL.violations(in: file).isEmpty)
    }
}

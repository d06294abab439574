import Testing

/// A game is one folder of `Sources/GameCore/Rules`; at most two files outside name it.
enum GamesInTheirFolders {
    static let root = "Sources/GameCore/Rules/"
    /// The file that registers the games, and one with routes that only this game has, such as an analysis.
    static let mostFiles = 2

    /// The names of the folders below `root`, one for each game.
    static func games(in files: [SourceFile]) -> [String] {
        let folders = files.filter { $0.path.hasPrefix(root) }
            .map { $0.path.dropFirst(root.count).split(separator: "/") }
            .filter { $0.count > 1 }.map { String($0[0]) }
        return Set(folders).sorted()
    }

    /// The files outside the folder of `game` that name one of its types or its rule set.
    static func files(naming game: String, in files: [SourceFile]) throws -> [String] {
        let type = try Regex("\\b\(game)[A-Z][A-Za-z]*")
        let rules = try Regex("rules(: | == | != |\\[)\"\(game.lowercased())\"")
        return files.filter { file in
            !file.path.hasPrefix("\(root)\(game)/")
                && file.lines.contains { $0.contains(type) || $0.contains(rules) }
        }.map(\.path)
    }
}

@Suite("a game stays in its folder")
struct GamesInTheirFoldersTests {
    @Test("at most two files outside the folder of a game name it")
    func project() throws {
        let files = try SourceTree.sources()
        let games = GamesInTheirFolders.games(in: files)
        #expect(games.contains("Free"))
        for game in games {
            let found = try GamesInTheirFolders.files(naming: game, in: files)
            #expect(
                found.count <= GamesInTheirFolders.mostFiles,
                """
                Too many files outside \(GamesInTheirFolders.root)\(game) name the game: \(found). \
                Move the code there, or ask for a capability (Capabilities.swift) instead of the game.
                """)
        }
    }

    @Test(
        "a file outside the folder that names the game is found",
        arguments: [
            "let bot = SquareBot(scorer)", "if setup.rules == \"square\" {", "rules: \"square\", options",
        ])
    func finds(line: String) throws {
        let file = SourceFile(path: "Sources/GameServerKit/Games.swift", text: line + "\n")
        #expect(try GamesInTheirFolders.files(naming: "Square", in: [file]) == [file.path])
        let own = SourceFile(path: "Sources/GameCore/Rules/Square/SquareRules.swift", text: line + "\n")
        #expect(try GamesInTheirFolders.files(naming: "Square", in: [own]).isEmpty)
    }
}

import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write one game or all games as JSON, one document per line.",
        discussion: """
            The server must be stopped; from a running server, get /games/GAME/export. The documents contain \
            no tokens, so players cannot keep their seats; to keep everything, use backup.
            """)

    @Argument(help: "The id of the game. (default: all games)")
    var game: String?
    @OptionGroup var games: ArchiveOptions
    @Option(help: "The file to write. (default: standard output)")
    var output: String?

    func run() throws {
        try onMainActor {
            let source = try games.open()
            let target = DocumentArchive(writing: output, Program.rules, at: try source.now)
            let copy = try ArchiveCopy(from: source, to: target, only: try wanted, rules: Program.rules)
            try target.begin()
            var bar = ProgressBar("exporting")
            defer { bar.end() }
            try copy.copy { bar.show($0, of: $1) }
            try target.finish(at: copy.lastActive)
        }
    }

    private var wanted: GameID? {
        get throws {
            try game.map { text in
                guard let id = GameID(text) else { throw StoreRefusal("“\(text)” is not a valid game id.") }
                return id
            }
        }
    }
}

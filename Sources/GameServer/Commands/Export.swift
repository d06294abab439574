import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// `GameServer export`: games as JSON, for another server or another program.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write one game, or all, as JSON: one document a line, without anybody's secrets.",
        discussion: """
            The server must be stopped; of a running one, get /games/GAME/export. Tokens stay behind; to \
            move everything, seats and all, use backup.
            """)

    @Argument(help: "The id of a game; without one, all games.")
    var game: String?
    @OptionGroup var data: DataOptions
    @Option(help: "The file to write. (default: standard output)")
    var output: String?

    func run() throws {
        try onMainActor {
            let source = try SQLiteArchive(data.folder, .registered)
            let target = DocumentArchive(writing: output, .registered, at: source.now)
            let copy = try ArchiveCopy(from: source, to: target, only: try wanted, rules: .registered)
            try target.begin()
            var bar = ProgressBar("exporting")
            defer { bar.end() }
            try copy.copy { bar.show($0, of: $1) }
            try target.finish(at: copy.moment)
        }
    }

    private var wanted: GameID? {
        get throws {
            try game.map { text in
                guard let id = GameID(text) else { throw StoreRefusal("“\(text)” is not the id of a game.") }
                return id
            }
        }
    }
}

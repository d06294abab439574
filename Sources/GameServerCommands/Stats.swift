import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show how much is stored.",
        discussion: "The server must be stopped; for a running server, see /metrics.")

    @OptionGroup var data: DataOptions

    func run() throws {
        try onMainActor {
            for line in try Statistics(SQLiteArchive(data.folder, Program.rules)).lines { print(line) }
        }
    }
}

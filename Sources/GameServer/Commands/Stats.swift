import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// `GameServer stats`: how much is stored.
struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell how much is stored. The server must be stopped; of a running one, see /metrics.")

    @OptionGroup var data: DataOptions

    func run() throws {
        try onMainActor {
            for line in try Statistics(SQLiteArchive(data.folder, .registered)).lines { print(line) }
        }
    }
}

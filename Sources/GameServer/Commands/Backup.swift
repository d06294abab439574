import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// `GameServer backup`: everything in one file, while the server runs or not.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy all games into one file, also while the server runs.",
        discussion: """
            To restore, stop the server and put the file in the data folder as games.sqlite, without a \
            games.sqlite-wal beside it.

            Games in Redis are in no data folder: Redis makes copies of them itself, by BGSAVE or of its log.
            """)

    @Argument(help: "The file to make; it must not exist.")
    var file: String
    @OptionGroup var data: DataOptions

    func run() throws {
        let path = URL(fileURLWithPath: file).path
        var bar = ProgressBar("copying")
        if let running = ControlClient(DataFolder.control(in: data.folder)) {
            try running.backup(to: path) { bar.show($0, of: $1) }
        } else {
            try onMainActor {
                try SQLiteArchive(data.folder, .registered).backup(to: path) { bar.show($0, of: $1) }
            }
        }
        bar.end()
        print("saved as \(file)")
    }
}

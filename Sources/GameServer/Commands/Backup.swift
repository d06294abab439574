import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy all games into one file, even while the server runs.",
        discussion: """
            To restore a backup, stop the server, copy the file into the data folder as games.sqlite, and \
            delete games.sqlite-wal there if it exists.

            Games in Redis are not in a data folder: back up Redis by copying \
            its append-only files, as deploy/README.md describes.
            """)

    @Argument(help: "The file to create; it must not exist yet.")
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

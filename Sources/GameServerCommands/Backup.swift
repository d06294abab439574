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
            The file is private to the person who runs the command, also by sudo. `GameServer restore` puts it back.

            Games in Redis are not in a data folder: back up Redis by copying \
            its append-only files, as deploy/README.md describes.
            """)

    @Argument(help: "The file to create; it must not exist yet.")
    var file: String
    @OptionGroup var data: DataOptions

    func run() throws {
        var bar = ProgressBar("copying")
        let interruption = Interruption()
        let copy = try BackupCopy(of: data.folder, to: URL(fileURLWithPath: file).path)
        let path = copy.path
        interruption.whenItArrives { copy.abandon() }
        defer { copy.abandon() }
        if let running = try data.runningServer {
            try running.backup(to: path) { bar.show($0, of: $1) }
        } else {
            try onMainActor {
                try SQLiteArchive(data.folder, Program.rules).backup(to: path) { bar.show($0, of: $1) }
            }
        }
        try copy.take { bar.show($0, of: $1) }
        bar.end()
        print("saved as \(file)")
    }
}

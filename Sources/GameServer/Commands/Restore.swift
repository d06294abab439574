import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a backup back into a data folder.",
        discussion: """
            Stop the server first. Whatever was played after the backup is lost. The restored file gets the owner \
            of the data folder, also when root runs the command.

            Games in Redis are not in a data folder: restore its append-only files, as deploy/README.md describes.
            """)

    @Argument(help: "The backup: a file that `GameServer backup` or --backup-every has made.")
    var file: String
    @OptionGroup var data: DataOptions
    @Flag(help: "Put the backup in the place of what is in the data folder, which is lost then.")
    var replace = false

    func run() throws {
        let restoration = try Restoration(of: file, in: data.folder, replacing: replace)
        var bar = ProgressBar("restoring")
        try restoration.run { bar.show($0, of: $1) }
        bar.end()
        print("games restored from \(file): \(restoration.restored), replaced: \(restoration.replaced)")
    }
}

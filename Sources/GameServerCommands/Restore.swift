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
            Stop the server first. The backup is checked as by `verify`. Whatever was played after it is lost; people \
            whom you have erased since are back, and so are keys that have ended: erase and end them again. The \
            restored file gets the owner of the data folder, also when root runs the command.

            Games in Redis are not in a data folder: restore its append-only files, as deploy/README.md describes.
            """)

    @Argument(help: "The backup: a file that `GameServer backup` or --backup-every has made.")
    var file: String
    @OptionGroup var data: DataOptions
    @Flag(help: "Put the backup in the place of what is in the data folder, which is lost then.")
    var replace = false

    func run() throws {
        try check()
        let restoration = try Restoration(of: file, in: data.folder, replacing: replace)
        var bar = ProgressBar("restoring")
        try restoration.run { bar.show($0, of: $1) }
        bar.end()
        print(
            """
            games restored from \(file) to \(data.folder): \(restoration.restored), replaced: \
            \(restoration.replaced)
            """)
    }

    /// Replays every game of the backup, because a damaged one must not replace what is there.
    private func check() throws {
        try BackupCheck.run(file)
        let found = try onMainActor {
            let archive = try SQLiteArchive(backup: file, Program.rules)
            var bar = ProgressBar("checking")
            defer { bar.end() }
            return try Verification(archive, Program.rules) { bar.show($0, of: $1) }
        }
        guard let problem = found.problems.first else { return }
        throw StoreRefusal(
            "“\(file)” is damaged: \(problem). `GameServer verify --file \(file)` says everything that is wrong."
        )
    }
}

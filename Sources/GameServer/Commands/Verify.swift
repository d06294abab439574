import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// `GameServer verify`: whether what is stored can be believed.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check stored games: the database, and that every journal leads to its fingerprints.",
        discussion: """
            The server must be stopped; while it runs, make a backup and verify that with --file. Exits \
            with 0 when all is well, else with 1.
            """)

    @OptionGroup var data: DataOptions
    @Option(help: "A backup to check instead of the data folder.")
    var file: String?

    func run() throws {
        let found = try onMainActor {
            let archive =
                try file.map { try SQLiteArchive(backup: $0, .registered) }
                ?? SQLiteArchive(data.folder, .registered)
            var bar = ProgressBar("verifying")
            defer { bar.end() }
            return try Verification(archive) { bar.show($0, of: $1) }
        }
        for complaint in found.complaints { print(complaint) }
        guard found.complaints.isEmpty else {
            print("damaged: \(found.complaints.count) complaints in \(found.games) games")
            throw ExitCode.failure
        }
        print("ok: \(found.games) games, \(found.events) events")
    }
}

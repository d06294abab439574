import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Check the stored games: replay each against its stored hashes, and compare the rest with it.",
        discussion: """
            The server must be stopped; while it runs, make a backup and check that with --file. Exits with \
            0 if no problems are found, else with 1.
            """)

    @OptionGroup var games: ArchiveOptions
    @Option(help: "A backup to check instead.")
    var file: String?

    func run() throws {
        let found = try onMainActor {
            let archive: any GameArchive =
                try file.map { try SQLiteArchive(backup: $0, Program.rules) } ?? games.open()
            var bar = ProgressBar("verifying")
            defer { bar.end() }
            return try Verification(archive, Program.rules) { bar.show($0, of: $1) }
        }
        for problem in found.problems { print(problem) }
        guard found.problems.isEmpty else {
            print("damaged: \(found.problems.count) problems in \(found.games) games")
            throw ExitCode.failure
        }
        print("ok: \(found.games) games, \(found.events) events")
    }
}

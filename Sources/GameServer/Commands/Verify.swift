import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the database, and replay every game against its stored hashes.",
        discussion: """
            The server must be stopped; while it runs, make a backup and check that with --file. Exits with \
            0 if no problems are found, else with 1.
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
        for problem in found.problems { print(problem) }
        guard found.problems.isEmpty else {
            print("damaged: \(found.problems.count) problems in \(found.games) games")
            throw ExitCode.failure
        }
        print("ok: \(found.games) games, \(found.events) events")
    }
}

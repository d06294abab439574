import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy all games from SQLite to Redis, or back, and compare both afterwards.",
        discussion: """
            Copies games with their history, seats, tokens and move ids, and all puzzles and leaderboards. \
            Game clocks stand still until a server runs on the target. The source is not changed.

            Stop the servers of both stores first. The target must be empty, except for an unused lobby. \
            Exits with 0 if both are equal afterwards, else with 1. A data folder is filled completely or \
            not at all. A Redis that was filled in part is marked as incomplete, and no server starts on it: \
            empty it and start again.

              GameServer migrate --from sqlite:data --to redis://localhost
              GameServer migrate --from redis://localhost --to sqlite:data
            """)

    @Option(
        help: ArgumentHelp(
            "The source: sqlite:PATH, a data folder or a backup; or redis://host[:port][/database].",
            valueName: "store"))
    var from: String
    @Option(
        help: ArgumentHelp(
            "The target: sqlite:PATH, a data folder; or redis://host[:port][/database].", valueName: "store"))
    var to: String
    @OptionGroup var redis: RedisOptions
    @Flag(help: "Accept a target Redis that may lose moves that it has acknowledged.")
    var allowWeakDurability = false

    func run() throws {
        let source = try redis.completed(ArchiveLocation(from, option: "--from"))
        let target = try redis.completed(ArchiveLocation(to, option: "--to"))
        guard !source.isSame(as: target) else { throw StoreRefusal("--from and --to name the same place.") }
        if [from, to].contains(where: RedisOptions.showsPassword) {
            print("warning: \(RedisOptions.warning)")
        }
        let interruption = Interruption()
        try onMainActor {
            // The source is only read, so its durability does not matter.
            let old = try source.open(requiring: RedisRequirements(allowsWeakDurability: true))
            let requirements = RedisRequirements(allowsWeakDurability: allowWeakDurability)
            let new = try target.open(createIfMissing: true, requiring: requirements)
            for warning in requirements.warnings { print("warning: \(warning)") }
            do { print("ok: \(try CheckedCopy(interruption).run(from: old, to: new))") } catch {
                throw StoreRefusal("Not migrated: \(CheckedCopy.reason(error)) \(new.abort())")
            }
        }
    }
}

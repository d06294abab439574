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
            let old = try open(source, createIfMissing: false, RedisRequirements(allowsWeakDurability: true))
            let requirements = RedisRequirements(allowsWeakDurability: allowWeakDurability)
            let new = try open(target, createIfMissing: true, requirements)
            for warning in requirements.warnings { print("warning: \(warning)") }
            do { print("ok: \(try CheckedCopy(interruption).run(from: old, to: new))") } catch {
                throw StoreRefusal("Not migrated: \(CheckedCopy.reason(error)) \(new.abort())")
            }
        }
    }

    @MainActor private func open(
        _ location: ArchiveLocation, createIfMissing: Bool, _ requirements: RedisRequirements
    ) throws(StoreRefusal) -> any FillableArchive {
        do {
            switch location {
            case .sqlite(let path):
                guard createIfMissing || FileManager.default.fileExists(atPath: path) else {
                    throw StoreRefusal("There is no data folder “\(path)”.")
                }
                return try SQLiteArchive(path, .registered, createIfMissing: createIfMissing)
            case .redis(let address):
                return try RedisArchive(address, .registered, requirements, loop: MainLoop())
            }
        } catch { throw StoreRefusal(CheckedCopy.reason(error)) }
    }
}

/// The source or target of a migration, as given on the command line.
nonisolated enum ArchiveLocation: Sendable {
    case sqlite(path: String)
    case redis(RedisAddress)

    /// Parses the value of `option`; errors do not repeat it, because it may hold a password.
    init(_ text: String, option: String) throws {
        if text.hasPrefix("sqlite:"), text.count > 7 {
            self = .sqlite(path: String(text.dropFirst(7)))
        } else if text.hasPrefix("redis") {
            do { self = .redis(try RedisAddress(text)) } catch {
                throw ValidationError("\(option): \(error).")
            }
        } else {
            throw ValidationError("\(option) must be sqlite:PATH or redis://host[:port][/database].")
        }
    }

    /// Whether both name the same place; two names of one host count as different.
    func isSame(as other: ArchiveLocation) -> Bool {
        switch (self, other) {
        case (.sqlite(let path), .sqlite(let other)): Self.resolved(path) == Self.resolved(other)
        case (.redis(let address), .redis(let other)):
            address.endpoint == other.endpoint && address.database == other.database
        default: false
        }
    }

    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}

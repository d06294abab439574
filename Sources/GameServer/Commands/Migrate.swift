import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// `GameServer migrate`: all games from one store to another.
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Move all games from SQLite to Redis, or back, and compare both afterwards.",
        discussion: """
            Everything goes along: games, journals, seats and tokens, move ids, puzzles, leaderboards. The \
            clocks stand still until the new place is served. What is read is left as it is.

            Stop the servers of both places first. The new one must be empty, but for a house board on which \
            nothing has happened. Exits with 0 when all is there and equal, else with 1. A data folder is \
            filled as a whole or not at all; a Redis that was filled in part says so, and no server starts \
            on it: empty it and begin anew.

              GameServer migrate --from sqlite:data --to redis://localhost
              GameServer migrate --from redis://localhost --to sqlite:data
            """)

    @Option(
        help: ArgumentHelp(
            "sqlite:PATH, a data folder or a backup, or redis://host[:port][/database].", valueName: "store"))
    var from: String
    @Option(help: ArgumentHelp("sqlite:PATH, a data folder, or the address of a Redis.", valueName: "store"))
    var to: String
    @Flag(help: "Accept a Redis that may forget moves which it has acknowledged.")
    var allowWeakDurability = false

    func run() throws {
        let source = try ArchivePlace(from, option: "--from")
        let target = try ArchivePlace(to, option: "--to")
        guard !source.isSame(as: target) else { throw StoreRefusal("--from and --to are the same place.") }
        let interruption = Interruption()
        try onMainActor {
            // No game is written to the source, so that it may forget what it likes.
            let old = try open(source, isMade: false, RedisRequirements(allowsWeakDurability: true))
            let requirements = RedisRequirements(allowsWeakDurability: allowWeakDurability)
            let new = try open(target, isMade: true, requirements)
            for warning in requirements.warnings { print("warning: \(warning)") }
            do { print("ok: \(try migrate(from: old, to: new, interruption))") } catch {
                throw StoreRefusal("Not moved: \(Self.reason(error)) \(new.giveUp())")
            }
        }
    }

    @MainActor private func open(
        _ place: ArchivePlace, isMade: Bool, _ requirements: RedisRequirements
    ) throws(StoreRefusal) -> any GameArchive {
        do {
            switch place {
            case .sqlite(let path):
                guard isMade || FileManager.default.fileExists(atPath: path) else {
                    throw StoreRefusal("There is no data folder “\(path)”.")
                }
                return try SQLiteArchive(path, .registered, isMade: isMade)
            case .redis(let address):
                return try RedisArchive(address, .registered, requirements, loop: MainLoop())
            }
        } catch { throw StoreRefusal(Self.reason(error)) }
    }

    @MainActor private func migrate(
        from source: any GameArchive, to target: any GameArchive, _ interruption: Interruption
    ) throws -> ArchiveCopy.Count {
        var copy = try ArchiveCopy(from: source, to: target, rules: .registered)
        try target.begin()
        try showing("copying", interruption) { try copy.copy(progress: $0) }
        try showing("comparing", interruption) { try copy.compare(progress: $0) }
        try target.finish(at: copy.moment)
        return copy.count
    }

    /// Does `work` with a bar that shows how far it is, until somebody interrupts it.
    private func showing(
        _ title: String, _ interruption: Interruption, _ work: (ArchiveCopy.Progress) throws -> Void
    ) throws {
        var bar = ProgressBar(title)
        defer { bar.end() }
        try work { done, total in
            try interruption.check()
            bar.show(done, of: total)
        }
    }

    /// What has happened, with all that is known of it: whoever moves games may know.
    private static func reason(_ error: any Error) -> String {
        (error as? StoreRefusal)?.description ?? StoreFailure(error).whole
    }
}

/// One end of a migration, as it is written on the command line.
nonisolated enum ArchivePlace: Sendable {
    case sqlite(path: String)
    case redis(RedisAddress)

    /// Reads what stands after `option`; it is not repeated in errors, as it may hold a password.
    init(_ written: String, option: String) throws {
        if written.hasPrefix("sqlite:"), written.count > 7 {
            self = .sqlite(path: String(written.dropFirst(7)))
        } else if written.hasPrefix("redis") {
            do { self = .redis(try RedisAddress(written)) } catch {
                throw ValidationError("\(option): \(error).")
            }
        } else {
            throw ValidationError("\(option) is sqlite:PATH or redis://host[:port][/database].")
        }
    }

    /// Whether both are one place, as far as can be seen from how they are written.
    func isSame(as other: ArchivePlace) -> Bool {
        switch (self, other) {
        case (.sqlite(let path), .sqlite(let other)): Self.whole(path) == Self.whole(other)
        case (.redis(let address), .redis(let other)):
            address.place == other.place && address.database == other.database
        default: false
        }
    }

    private static func whole(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}

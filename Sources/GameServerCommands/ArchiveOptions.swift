import ArgumentParser
import GameCore
import GameServerKit
import GameStore
import RedisStore

/// The options of commands on the games of a stopped server, in a data folder or in Redis.
struct ArchiveOptions: ParsableArguments {
    @OptionGroup var data: DataOptions
    @Option(
        help: "Where the games are: sqlite, in the data folder; or redis://host[:port][/database].")
    var store = "sqlite"
    @OptionGroup var redis: RedisOptions

    func validate() throws { _ = try location }

    private var location: ArchiveLocation {
        get throws {
            store == "sqlite" ? .sqlite(path: data.folder) : try ArchiveLocation(store, option: "--store")
        }
    }

    /// Opens the games to read them, or to add to them.
    ///
    /// - Parameter toAdd: Whether games are added: then a data folder is made if there is none, and a Redis must
    ///   keep what it has acknowledged.
    /// - Throws: `StoreRefusal` if they cannot be opened, for example because a server uses them.
    @MainActor func open(toAdd: Bool = false) throws -> any FillableArchive {
        if RedisOptions.showsPassword(in: store) { print("warning: \(RedisOptions.warning)") }
        return try redis.completed(location).open(
            createIfMissing: toAdd, requiring: RedisRequirements(allowsWeakDurability: !toAdd))
    }
}

import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// Where a server keeps its games.
nonisolated enum StoreKind: Equatable, Sendable {
    /// In the data folder, durably.
    case sqlite
    /// In memory, as long as the process lives.
    case memory
    /// In a Redis, with other servers.
    case redis(RedisAddress)

    /// What can sensibly be chosen.
    static let names = "sqlite, memory or redis://host[:port][/database]"

    /// What somebody has written.
    ///
    /// - Throws: what is wrong with an address of Redis; nil is for what is none of all this.
    init?(_ written: String) throws(RedisAddress.Unreadable) {
        switch written {
        case "sqlite": self = .sqlite
        case "memory": self = .memory
        default:
            guard written.hasPrefix("redis") else { return nil }
            self = .redis(try RedisAddress(written))
        }
    }
}

extension StoreKind {
    /// The store, with its games in `folder` where it needs one.
    ///
    /// `warn` is told what an operator should know.
    /// - Throws: `StoreRefusal` when it cannot be opened.
    @MainActor func open(
        folder: String, _ rules: RuleCatalog, loop: MainLoop, allowsWeakDurability: Bool,
        warn: @escaping (String) -> Void
    ) throws -> any EventStore {
        switch self {
        case .memory: return try MemoryEventStore(rules)
        case .sqlite: return try SQLiteEventStore(DataFolder(folder, isMade: true), rules, loop: loop)
        case .redis(let address):
            do {
                return try RedisEventStore(
                    address, rules, loop: loop, allowsWeakDurability: allowsWeakDurability, warn: warn)
            } catch let failure as StoreFailure {
                throw StoreRefusal("\(address): \(failure.whole)")
            }
        }
    }
}

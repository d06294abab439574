import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// The store in which a server keeps its games.
nonisolated enum StoreKind: Equatable, Sendable {
    /// A database in the data folder.
    case sqlite
    /// Memory: the games end with the process.
    case memory
    /// A Redis that several servers may share.
    case redis(RedisAddress)

    /// The choices, for help and errors.
    static let names = "sqlite, memory or redis://host[:port][/database]"

    /// Parses an option; nil for a text that names no kind of store.
    init?(_ text: String) throws(RedisAddress.ParseError) {
        switch text {
        case "sqlite": self = .sqlite
        case "memory": self = .memory
        default:
            guard text.hasPrefix("redis") else { return nil }
            self = .redis(try RedisAddress(text))
        }
    }
}

extension StoreKind {
    /// Opens the store.
    ///
    /// - Parameter folder: the data folder, which only `.sqlite` uses.
    /// - Parameter warn: logs a warning for the operator.
    /// - Throws: `StoreRefusal` when the store cannot be opened.
    @MainActor func open(
        folder: String, _ rules: RuleCatalog, loop: MainLoop, allowsWeakDurability: Bool,
        warn: @escaping (String) -> Void
    ) throws -> any EventStore {
        switch self {
        case .memory: return try MemoryEventStore(rules)
        case .sqlite:
            return try SQLiteEventStore(DataFolder(folder, createIfMissing: true), rules, loop: loop)
        case .redis(let address):
            do {
                return try RedisEventStore(
                    address, rules, loop: loop, allowsWeakDurability: allowsWeakDurability, warn: warn)
            } catch let failure as StoreFailure {
                throw StoreRefusal("\(address): \(failure.fullDescription)")
            }
        }
    }
}

/// Where a server keeps its games.
nonisolated enum StoreKind: Equatable, Sendable {
    /// In the data folder, durably.
    case sqlite
    /// In memory, as long as the process lives.
    case memory
    /// Like `sqlite`, but it answers too early: for the crash drill, which must notice.
    case hasty
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
        case "hasty": self = .hasty
        default:
            guard written.hasPrefix("redis") else { return nil }
            self = .redis(try RedisAddress(written))
        }
    }
}

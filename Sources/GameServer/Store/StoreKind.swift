/// Where a server keeps its games.
nonisolated enum StoreKind: String, Sendable {
    /// In the data folder, durably.
    case sqlite
    /// In memory, as long as the process lives.
    case memory
    /// Like `sqlite`, but it answers too early: for the crash drill, which must notice.
    case hasty

    /// What can sensibly be chosen.
    static let names = "sqlite or memory"
}

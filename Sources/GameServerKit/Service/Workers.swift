import EventIO
import GameCore
import GameJSON
import GameStore

/// The threads for work that would block the main actor.
///
/// Each kind of work has a thread of its own, so that no analysis delays a bot or a new game.
final class Workers {
    /// The moves of bots.
    let bots: FairExecutor
    let analysis: FairExecutor
    /// New puzzles, and the tasks of new games.
    let puzzles: FairExecutor
    let botTables = TableCache(capacity: Settings.cachedBots)
    /// The tables that analyses keep between requests.
    let analysisTables = TableCache(capacity: Settings.cachedAnalysts)

    init(main: MainLoop) {
        bots = FairExecutor("bots", main: main)
        // On a machine with few cores, analyses would otherwise take their core from the event loops.
        analysis = FairExecutor("analysis", niceness: 10, main: main)
        puzzles = FairExecutor("puzzles", main: main)
    }
}

/// A cache of bot tables that evicts the least recently used one of each kind.
///
/// Any thread.
nonisolated final class TableCache: BotCache {
    private struct Table {
        let key: AnyHashable
        let value: any Sendable
    }

    private let capacity: Int
    /// Least recently used first.
    private let tables = Locked([Table]())

    /// A cache of up to `capacity` tables of each kind.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The table for `key`, made if it is missing; other callers wait while a table is being made.
    func value<Key: Hashable & Sendable, Value: Sendable>(for key: Key, make: () -> Value) -> Value {
        tables.withLock { tables in
            let known = tables.firstIndex { $0.key == AnyHashable(key) }.map { tables.remove(at: $0) }
            let value = known?.value as? Value ?? make()
            tables.append(Table(key: key, value: value))
            let sameKind = tables.indices.filter { tables[$0].key.base is Key }
            if sameKind.count > capacity { tables.remove(at: sameKind[0]) }
            return value
        }
    }
}

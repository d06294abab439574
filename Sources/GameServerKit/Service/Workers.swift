import EventIO
import GameCore
import GameJSON
import GameStore

/// The threads for work that would block the main actor.
///
/// Each kind of work has its own thread, so that an analysis does not delay a bot or a new game.
final class Workers {
    /// The moves of bots whose tables are ready.
    let bots: FairExecutor
    /// The tables of bots, each of which can take a second, and those of candidate letters.
    let botPreparation: FairExecutor
    let analysis: FairExecutor
    /// Long answers, such as histories.
    let encoding: FairExecutor
    /// New puzzles, and the tasks of new games.
    let puzzles: FairExecutor
    let botTables = TableCache(capacity: Settings.cachedBots)
    /// The tables that analyses keep between requests.
    let analysisTables = TableCache(capacity: Settings.cachedAnalysts)
    let slotSurveys = TableCache(capacity: Settings.keptSurveys)

    init(main: MainLoop) {
        bots = FairExecutor("bots", main: main)
        botPreparation = FairExecutor("bot tables", main: main)
        // On a machine with few cores, analyses would otherwise take their core from the event loops.
        analysis = FairExecutor("analysis", niceness: 10, main: main)
        encoding = FairExecutor("encoding", niceness: 10, main: main)
        puzzles = FairExecutor("puzzles", main: main)
    }
}

/// A bounded cache of the tables of bots and analyses.
///
/// A table belongs to the client for whom it was made. The cache evicts the least recently used table of the
/// client with the most tables, so a client with many kinds of bots evicts only its own.
///
/// Any thread.
nonisolated final class TableCache: Sendable {
    private struct Entry {
        let key: AnyHashable
        let table: any Sendable
        let client: String
    }

    private let capacity: Int
    /// Least recently used first.
    private let entries = Locked([Entry]())

    /// A cache of up to `capacity` tables for each type of key.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The cache as `client` uses it.
    func cache(for client: String) -> some BotCache { ClientCache(tables: self, client: client) }

    func contains(_ key: some BotTableKey) -> Bool {
        entries.withLock { entries in entries.contains { $0.key == AnyHashable(key) } }
    }

    /// Not locked while it makes a table, because the main actor asks the cache what it contains.
    fileprivate func table<Key: BotTableKey>(_ key: Key, for client: String) -> Key.Table {
        if let table = find(key) { return table }
        let table = key.makeTable()
        entries.withLock { entries in
            entries.append(Entry(key: AnyHashable(key), table: table, client: client))
            let sameKind = entries.filter { $0.key.base is Key }
            guard sameKind.count > capacity else { return }
            let counts = Dictionary(sameKind.map { ($0.client, 1) }, uniquingKeysWith: +)
            let most = counts.values.max()
            entries.firstIndex { $0.key.base is Key && counts[$0.client] == most }.map {
                _ = entries.remove(at: $0)
            }
        }
        return table
    }

    /// The table of `key`, which becomes the most recently used one.
    private func find<Key: BotTableKey>(_ key: Key) -> Key.Table? {
        entries.withLock { entries in
            guard let place = entries.firstIndex(where: { $0.key == AnyHashable(key) }) else { return nil }
            let entry = entries.remove(at: place)
            entries.append(entry)
            return entry.table as? Key.Table
        }
    }

    private struct ClientCache: BotCache {
        let tables: TableCache
        let client: String

        func table<Key: BotTableKey>(_ key: Key) -> Key.Table { tables.table(key, for: client) }
    }
}

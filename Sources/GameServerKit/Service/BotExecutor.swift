import Dispatch
import EventIO
import GameCore
import GameJSON
import GameStore
import Synchronization

/// Runs bots and analyses on two serial queues, off the main actor.
///
/// Bots have a queue and tables of their own, so that no analysis delays the move of a bot. Each queue does
/// one job at a time; results arrive on the main actor.
nonisolated final class BotExecutor: Sendable {
    private let main: MainLoop
    private let bots = DispatchQueue(label: "bots")
    private let analysis = DispatchQueue(label: "analysis")
    private let botTables = TableCache(capacity: Settings.cachedBots)
    /// The tables that analyses keep between requests.
    let analysisTables = TableCache(capacity: Settings.cachedAnalysts)
    private let waiting = Atomic(0)

    init(main: MainLoop) {
        self.main = main
    }

    /// Computes an awaited move and calls `done` with it, or with nil when the bot has no move.
    func computeMove(_ asked: AwaitedMove, _ done: @escaping @MainActor (BotMove?) -> Void) {
        bots.async { [self] in
            let move = asked.think(botTables)
            main.enter { done(move) }
        }
    }

    /// Runs `work` on the analysis queue and calls `done` with its result.
    ///
    /// - Throws: `bots-busy` when the queue is full.
    func analyse<Answer: Sendable>(
        _ work: @escaping @Sendable () -> Answer, _ done: @escaping @MainActor (Answer) -> Void
    ) throws(Problem) {
        guard waiting.add(1, ordering: .relaxed).newValue <= Settings.analysisQueueCapacity else {
            waiting.subtract(1, ordering: .relaxed)
            throw .retryLater("bots-busy", "Too many analyses are waiting already; try again shortly.")
        }
        analysis.async { [self] in
            let answer = work()
            waiting.subtract(1, ordering: .relaxed)
            main.enter { done(answer) }
        }
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

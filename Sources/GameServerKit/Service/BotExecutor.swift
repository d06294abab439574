import Dispatch
import EventIO
import GameCore
import GameJSON
import GameStore
import Synchronization

/// Where thinking is done that takes longer than a turn of the loop may: on threads of its own, one question
/// after another.
///
/// Bots that people wait for have a thread and tables to themselves, so that nobody's analysis keeps them
/// waiting.
nonisolated final class BotExecutor: Sendable {
    private let main: MainLoop
    private let bots = DispatchQueue(label: "bots")
    private let analysis = DispatchQueue(label: "analysis")
    private let players = RecentTables(room: Settings.botsKept)
    /// What analysis remembers.
    let analysts = RecentTables(room: Settings.analystsKept)
    private let waiting = Atomic(0)

    /// Answers on the loop of `main`.
    init(main: MainLoop) {
        self.main = main
    }

    /// Thinks of the move that was asked for; `done` hears nil when there is none.
    func think(_ asked: AwaitedMove, _ done: @escaping @MainActor (BotMove?) -> Void) {
        bots.async { [self] in
            let move = asked.think(players)
            main.enter { done(move) }
        }
    }

    /// Answers a question of somebody's own with what `work` comes to.
    ///
    /// - Throws: `bots-busy` when too many wait already.
    func analyse<Answer: Sendable>(
        _ work: @escaping @Sendable () -> Answer, _ done: @escaping @MainActor (Answer) -> Void
    ) throws(Problem) {
        guard waiting.add(1, ordering: .relaxed).newValue <= Settings.analysesWaiting else {
            waiting.subtract(1, ordering: .relaxed)
            throw .retryLater("bots-busy", "More questions wait to be thought about than fit.")
        }
        analysis.async { [self] in
            let answer = work()
            waiting.subtract(1, ordering: .relaxed)
            main.enter { done(answer) }
        }
    }
}

/// The tables of bots that were used last; any thread.
nonisolated final class RecentTables: BotMemory {
    private struct Table {
        let key: AnyHashable
        let value: any Sendable
    }

    private let room: Int
    /// The last one was used last.
    private let tables = Locked([Table]())

    /// A memory for `room` tables of each kind.
    init(room: Int) {
        self.room = room
    }

    /// While a table is being made whoever wants another waits.
    func recall<Key: Hashable & Sendable, Value: Sendable>(_ key: Key, make: () -> Value) -> Value {
        tables.withLock { tables in
            let known = tables.firstIndex { $0.key == AnyHashable(key) }.map { tables.remove(at: $0) }
            let value = known?.value as? Value ?? make()
            tables.append(Table(key: key, value: value))
            let sameKind = tables.indices.filter { tables[$0].key.base is Key }
            if sameKind.count > room { tables.remove(at: sameKind[0]) }
            return value
        }
    }
}

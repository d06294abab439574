import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// Deletes old games in small steps: games finished long ago, and games without an event for long.
///
/// A pass looks at every stored game, some at a time, so that commits run in between. The lobby and games in
/// memory at any node stay, and so do the standings of pruned games. Rooms and challenges are kept as long as
/// finished games. A seat of a player with a key does not keep a game, because anybody can get a key.
///
/// A game's age is that of the game clock, which counts the time that servers have run. A wall clock that is
/// set a year ahead, before a start or after it, makes no game older.
final class Pruning {
    private let store: any StoreAdministration
    private let games: GameRegistry
    private let loop: MainLoop
    private let log: Logger
    private let metrics: ServerMetrics
    private let clock: SystemClock
    private let keepFinished: Duration?
    private let keepIdle: Duration?
    private let pause: Duration
    private var timer: LoopTimer?
    /// The number of games that this pass has deleted.
    private var deleted = 0

    /// Begins the first pass after a pause; nil if all games are kept, or if the store cannot delete games.
    init?(_ world: World) {
        let settings = world.settings
        guard let store = world.store.administration, (settings.keepFinished ?? settings.keepIdle) != nil
        else {
            return nil
        }
        self.store = store
        (games, loop, log, metrics) = (world.games, world.loop, world.log, world.metrics)
        (keepFinished, keepIdle) = (settings.keepFinished, settings.keepIdle)
        pause = [keepFinished, keepIdle].compactMap(\.self).reduce(Settings.pruningPause, min)
        clock = world.store.clock
        wait(pause) { $0.step(after: nil) }
    }

    private func wait(_ time: Duration, _ next: @escaping (Pruning) -> Void) {
        timer = loop.timer(after: time) { [weak self] in
            if let self { next(self) }
        }
    }

    /// Reads the next games, deletes those that are due, and continues after an interval.
    private func step(after cursor: String?) {
        store.inventory(after: cursor, limit: Settings.pruningStep) { [weak self] found in
            guard let self else { return }
            // If the store fails, the next pass tries again.
            guard case .success(let page) = found else { return endPass() }
            delete(page.rows.filter(isDue)) { [weak self] in
                guard let self else { return }
                guard let next = page.next else { return endPass() }
                wait(Settings.pruningInterval) { $0.step(after: next) }
            }
        }
    }

    private func endPass() {
        if deleted > 0 { log.info("\(deleted) old games were deleted") }
        deleted = 0
        wait(pause) { $0.step(after: nil) }
    }

    private func isDue(_ game: StoredGameSummary) -> Bool {
        guard game.setup.id != .lobby, !games.isInUse(game.setup.id) else { return false }
        // Rooms and challenges never end, so those without an event for long are deleted.
        let isOver = game.phase == .finished || !game.setup.id.isGame
        let limit = isOver ? keepFinished : keepIdle
        return limit.map { clock.now - game.changed > $0 } ?? false
    }

    private func delete(_ due: [StoredGameSummary], _ done: @escaping () -> Void) {
        guard !due.isEmpty else { return done() }
        store.gamesInMemoryElsewhere(among: due.map(\.setup.id)) { [weak self] found in
            guard let self, let followed = try? found.get() else { return done() }
            deleteNext(due.filter { !followed.contains($0.setup.id) }[...], done)
        }
    }

    /// Deletes some of the games in one transaction, then the others.
    private func deleteNext(_ due: ArraySlice<StoredGameSummary>, _ done: @escaping () -> Void) {
        var (events, count) = (0, 0)
        for game in due where events < Settings.prunedEvents {
            events += game.events
            count += 1
        }
        guard count > 0 else { return done() }
        // A game may have been woken since, and even changed.
        let batch = due.prefix(count).filter { !games.isInUse($0.setup.id) }
        withdraw(batch.map(\.setup.id)[...]) { [weak self] finish in
            guard let self else { return finish() }
            let deletions = batch.map {
                GameDeletion(of: $0.setup.id, keepsStandings: true, ifEventsAre: $0.events)
            }
            store.delete(deletions) { [weak self] result in
                finish()
                guard let self, case .success = result else { return done() }
                deleted += batch.count
                metrics.countPrunedGames(batch.count)
                let rest = due.dropFirst(count)
                rest.isEmpty ? done() : wait(Settings.pruningInterval) { $0.deleteNext(rest, done) }
            }
        }
    }

    /// Withdraws all of `ids`, then calls `work`, whose argument restores them.
    private func withdraw(_ ids: ArraySlice<GameID>, _ work: @escaping (@escaping () -> Void) -> Void) {
        guard let first = ids.first else { return work({}) }
        games.withdraw(first) { [weak self] restore in
            guard let self else { return restore() }
            withdraw(ids.dropFirst()) { restoreOthers in
                work {
                    restoreOthers()
                    restore()
                }
            }
        }
    }
}

import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// Deletes the oldest events of endless games, whose journals would otherwise grow without limit.
///
/// Once such a journal has twice `--game-events` events, the older half becomes the opening of the game's
/// setup, which keeps only the events that still matter. Trimming ends the streams of the game, and their
/// clients connect again. A game that sleeps does not grow, so only games in memory are looked at.
final class JournalTrimming {
    private unowned let world: World
    private var timer: LoopTimer?
    /// The games of this pass that are still to be trimmed.
    private var waiting: [GameID] = []
    private var isTrimming = false

    init(_ world: World) {
        self.world = world
        timer = world.loop.timer(after: world.settings.trimmingInterval, repeating: true) { [weak self] in
            self?.beginPass()
        }
    }

    private func beginPass() {
        guard !isTrimming else { return }
        waiting = world.games.all.filter(isLong).map(\.id)
        trimNext()
    }

    private func isLong(_ game: LiveGame) -> Bool {
        let base = game.setup.opening.last?.sequence ?? .zero
        return game.isEndless
            && game.committed.sequence.value - base.value > 2 * world.settings.eventsPerGame
    }

    /// Trims one game after the other, except games whose leases other nodes hold.
    private func trimNext() {
        isTrimming = false
        guard let id = waiting.popLast() else { return }
        isTrimming = true
        guard let game = world.games[id], isLong(game),
            let end = SequenceNumber(game.committed.sequence.value - world.settings.eventsPerGame)
        else { return trimNext() }
        game.withLease { [weak self] _ in
            self?.trim(game.setup, at: end)
        } otherwise: { [weak self] in
            self?.trimNext()
        }
    }

    private func trim(_ setup: GameSetup, at end: SequenceNumber) {
        world.store.compact(setup, through: end, for: .server) { [weak self] found in
            if let compaction = try? found.get() {
                self?.check(compaction, of: setup, at: end)
            } else {
                self?.trimNext()
            }
        }
    }

    /// Trims the journal if the opening leads to the same state as the events that it replaces.
    private func check(_ compaction: JournalCompaction, of setup: GameSetup, at end: SequenceNumber) {
        world.store.state(of: setup.id, at: end, for: .server) { [weak self] found in
            guard let self else { return }
            guard case .success(let state?) = found else { return trimNext() }
            let opening = compaction.opening(of: state)
            guard let trimmed = try? world.rules.newGame(setup.withOpening(opening)),
                trimmed.hasSameContent(as: state)
            else {
                world.log.error("The journal of “\(setup.id)” cannot be trimmed at event \(end).")
                return trimNext()
            }
            trim(setup.id, to: opening)
        }
    }

    private func trim(_ game: GameID, to opening: [GameEvent]) {
        world.games.withdraw(game) { [weak self] restore in
            guard let self else { return restore() }
            world.store.trim(game, to: opening) { [weak self] result in
                restore()
                if case .success = result { self?.world.metrics.countTrimmedJournal() }
                self?.trimNext()
            }
        }
    }
}

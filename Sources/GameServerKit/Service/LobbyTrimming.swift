import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// Deletes the lobby's oldest events: it never ends, so its journal would grow for ever.
///
/// Once the journal has twice `--game-events` events, the older half becomes the opening of the lobby's
/// setup, which keeps only the events that still matter. Streams of the lobby end for that, and their clients
/// connect again.
final class LobbyTrimming {
    private unowned let world: World
    private let store: any StoreAdministration
    private var timer: LoopTimer?
    private var isTrimming = false

    /// Nil for a store that forgets the lobby anyway.
    init?(_ world: World) {
        guard let store = world.store.administration else { return nil }
        (self.world, self.store) = (world, store)
        timer = world.loop.timer(after: world.settings.trimmingInterval, repeating: true) { [weak self] in
            self?.trimIfLong()
        }
    }

    private func trimIfLong() {
        let (lobby, limit) = (world.games.lobby.committed, world.settings.eventsPerGame)
        let base = lobby.setup.opening.last?.sequence ?? .zero
        guard !isTrimming, lobby.sequence.value - base.value > 2 * limit,
            let end = SequenceNumber(lobby.sequence.value - limit)
        else { return }
        isTrimming = true
        compact(JournalCompaction(lobby.setup.opening), after: base, through: end) { [weak self] compaction in
            if let compaction {
                self?.check(compaction, of: lobby.setup, at: end)
            } else {
                self?.isTrimming = false
            }
        }
    }

    /// Adds the events up to `end`, some at a time; `done` gets nil if the store fails.
    private func compact(
        _ compaction: JournalCompaction, after last: SequenceNumber, through end: SequenceNumber,
        _ done: @escaping (JournalCompaction?) -> Void
    ) {
        let count = min(end.value - last.value, StoreLimits.eventsPerQuery)
        guard count > 0 else { return done(compaction) }
        world.store.events(of: .lobby, after: last, limit: count, for: .server) { [weak self] found in
            guard let events = try? found.get(), let next = events.last?.sequence else { return done(nil) }
            var longer = compaction
            for event in events { longer.add(event) }
            self?.compact(longer, after: next, through: end, done)
        }
    }

    /// Trims the journal if the opening leads to the same state as the events that it replaces.
    private func check(_ compaction: JournalCompaction, of setup: GameSetup, at end: SequenceNumber) {
        let opening = compaction.events
        world.store.state(of: .lobby, at: end, for: .server) { [weak self] found in
            guard let self else { return }
            let trimmed = try? world.rules.newGame(setup.withOpening(opening))
            guard let state = try? found.get(), let trimmed, trimmed.snapshot == state.snapshot else {
                isTrimming = false
                return world.log.error("The lobby's journal cannot be trimmed at event \(end).")
            }
            trim(to: opening)
        }
    }

    private func trim(to opening: [GameEvent]) {
        world.games.withdraw(.lobby) { [weak self] restore in
            guard let self else { return restore() }
            store.trim(.lobby, to: opening) { [weak self] _ in
                restore()
                self?.isTrimming = false
            }
        }
    }
}

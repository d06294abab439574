import GameCore
import GameJSON
import GameStore

/// What other servers on the same store do to a game.
extension LiveGame {
    /// Merges what another server has saved: everybody is shown it, and commands go on from there.
    ///
    /// What was applied here on top of less is applied anew: at once, or, when it is on its way already, when
    /// it comes back as overtaken.
    func mergeRemote(_ news: GameNews) {
        guard news.before <= shown.sequence else { return shared?.bringUpToDate() ?? () }
        for move in news.moves where !moves.knows(move.key) { moves.remember(move) }
        if let all = news.tokens {
            for seat in tokens.replace(with: all) { services.hub.end(seat, of: self) }
        }
        let missed = Array(news.events.drop { $0.sequence <= shown.sequence })
        guard !missed.isEmpty else { return }
        let stale = services.commits.withdraw(from: self)
        // What was applied here and is not saved has not happened, also when nobody waits for it any more.
        if unsaved > 0 || game.state.sequence != shown.sequence { rollBack() }
        game.replay(missed)
        let before = GameEffects.Origin(shown)
        let state = game.state
        announce(
            JournalEntry(game: id, events: missed, from: before, to: state, tokens: news.tokens ?? []),
            Announcement(state, events: missed))
        for again in stale { again() }
    }

    /// Calls `work` if this server is the one that acts for the game by itself, else `wait`.
    ///
    /// With a store of its own it always is, and needs no lease.
    func actAlone(_ work: @escaping (Lease?) -> Void, orElse wait: @escaping () -> Void) {
        if let shared { shared.actAlone(work, orElse: wait) } else { work(nil) }
    }
}

/// What a game needs when several servers play on one store: it merges what the others save, and does by
/// itself only what no other server does too.
final class SharedGame {
    private weak var game: LiveGame?
    private let store: any SharedStore
    /// Who waits for the look that is under way; nil when there is none.
    private var looking: [(_ isCurrent: Bool) -> Void]?
    /// Who came after it had begun: it proves nothing to them.
    private var waiting: [(_ isCurrent: Bool) -> Void] = []

    /// Keeps `game` in step with `store`.
    init(_ game: LiveGame, _ store: any SharedStore) {
        self.game = game
        self.store = store
    }

    /// Calls `done` when the game has everything that was saved before this call; with false when the store
    /// does not answer.
    ///
    /// However many ask while one look is under way, they share the next. A store in trouble is not asked.
    func bringUpToDate(_ done: @escaping (_ isCurrent: Bool) -> Void = { _ in }) {
        guard game?.services.commits.failure == nil else { return done(false) }
        waiting.append(done)
        if looking == nil { look() }
    }

    private func look() {
        guard let game, !waiting.isEmpty else { return }
        looking = waiting
        waiting = []
        store.catchUp(game.id, after: game.shown.sequence) { [self] found in
            let asked = looking ?? []
            looking = nil
            var isCurrent = false
            if case .success(let news) = found {
                isCurrent = true
                if let news { self.game?.mergeRemote(news) }
            }
            for done in asked { done(isCurrent) }
            look()
        }
    }

    /// Calls `work` with the right to act if no other server has it, else `wait`.
    func actAlone(_ work: @escaping (Lease) -> Void, orElse wait: @escaping () -> Void) {
        guard let game else { return }
        store.lease(game.id) { found in
            if case .success(let lease?) = found { work(lease) } else { wait() }
        }
    }
}

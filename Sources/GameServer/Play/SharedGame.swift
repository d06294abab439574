import GameCore

/// What a game needs when several servers play on one store: it takes in what the others save, and does by
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
        guard game?.around.commits.failure == nil else { return done(false) }
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
                if let news { self.game?.takeIn(news) }
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

import GameCore
import GameJSON
import GameStore

/// Games that other nodes change through the same store.
extension LiveGame {
    /// Calls `done` when the game has everything that any node has committed; with false if the store does
    /// not answer.
    func bringUpToDate(_ done: @escaping (_ isCurrent: Bool) -> Void) {
        if let shared { shared.bringUpToDate(done) } else { done(true) }
    }

    /// Merges the events that another node has committed: announces them and rebases pending commands.
    ///
    /// A command that is queued here is rolled back and applied again at once. A command whose commit is
    /// under way comes back from the store as overtaken and is applied again then.
    func mergeRemote(_ news: GameNews) {
        guard news.before <= committed.sequence else { return shared?.bringUpToDate() ?? () }
        for move in news.moves where !moves.contains(move.key) { moves.remember(move) }
        if let all = news.tokens {
            for seat in tokens.replace(with: all) { services.hub.endConnections(of: seat, in: self) }
        }
        let missed = Array(news.events.drop { $0.sequence <= committed.sequence })
        // The store rejects the transaction with the same news, and all of its games are set back.
        guard !missed.isEmpty, !services.commits.hasQueuedTransaction(of: self) else { return }
        let stale = services.commits.withdrawSteps(of: self)
        // Discards every pending event, including those whose sender has been answered `outcomeUnknown`.
        if pendingEntries > 0 || game.state.sequence != committed.sequence { rollBack() }
        game.replay(missed)
        let before = GameEffects.Origin(committed)
        let state = game.state
        announce(
            JournalEntry(game: id, events: missed, from: before, to: state, tokens: news.tokens ?? []),
            Announcement(state, events: missed))
        for again in stale { again() }
    }

    /// Calls `work` if this node may act for the game unasked (deadlines, bots), else `wait`.
    ///
    /// With a shared store that takes the game's lease; the only node of a store needs none and gets nil.
    func withLease(_ work: @escaping (Lease?) -> Void, otherwise wait: @escaping () -> Void) {
        if let shared { shared.withLease(work, otherwise: wait) } else { work(nil) }
    }
}

/// Keeps a live game in step with the other nodes of a shared store, and takes its lease.
final class SharedGame {
    private weak var game: LiveGame?
    private let store: any SharedStore
    /// The callers that the query under way will answer; nil when no query is under way.
    private var underWay: [(_ isCurrent: Bool) -> Void]?
    /// The callers that came after that query was sent; its answer may be too old for them.
    private var queued: [(_ isCurrent: Bool) -> Void] = []

    init(_ game: LiveGame, _ store: any SharedStore) {
        self.game = game
        self.store = store
    }

    /// Calls `done` when the game has everything that was committed before this call; with false when the
    /// store does not answer.
    ///
    /// Calls that come while a query is under way share the next one. A failing store is not queried.
    func bringUpToDate(_ done: @escaping (_ isCurrent: Bool) -> Void = { _ in }) {
        guard game?.services.commits.failure == nil else { return done(false) }
        queued.append(done)
        if underWay == nil { catchUp() }
    }

    private func catchUp() {
        guard let game, !queued.isEmpty else { return }
        underWay = queued
        queued = []
        store.catchUp(game.id, after: game.committed.sequence) { [self] found in
            let asked = underWay ?? []
            underWay = nil
            var isCurrent = false
            if case .success(let news) = found {
                isCurrent = true
                if let news { self.game?.mergeRemote(news) }
            }
            for done in asked { done(isCurrent) }
            catchUp()
        }
    }

    /// Calls `work` with the game's lease, or `wait` if another node holds it or the store does not answer.
    func withLease(_ work: @escaping (Lease) -> Void, otherwise wait: @escaping () -> Void) {
        guard let game else { return }
        store.acquireLease(for: game.id) { found in
            if case .success(let lease?) = found { work(lease) } else { wait() }
        }
    }
}

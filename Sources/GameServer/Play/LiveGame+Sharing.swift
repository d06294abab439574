import GameCore

/// What other servers on the same store do to a game.
extension LiveGame {
    /// Takes in what another server has saved: everybody is shown it, and commands go on from there.
    ///
    /// What was applied here on top of less is applied anew: at once, or, when it is on its way already, when
    /// it comes back as overtaken.
    func takeIn(_ news: GameNews) {
        guard news.before <= shown.sequence else { return shared?.bringUpToDate() ?? () }
        for move in news.moves where !moves.knows(move.key) { moves.remember(move) }
        if let all = news.tokens { for seat in tokens.replace(with: all) { around.hub.end(seat, of: self) } }
        let missed = Array(news.events.drop { $0.sequence <= shown.sequence })
        guard !missed.isEmpty else { return }
        let stale = around.commits.withdraw(from: self)
        // What was applied here and is not saved has not happened, also when nobody waits for it any more.
        if unsaved > 0 || game.state.sequence != shown.sequence { takeBack() }
        replay(missed)
        announce(JournalEntry(game: id, events: missed))
        for again in stale { again() }
    }

    /// Calls `work` if this server is the one that acts for the game by itself, else `wait`.
    ///
    /// With a store of its own it always is, and needs no lease.
    func actAlone(_ work: @escaping (Lease?) -> Void, orElse wait: @escaping () -> Void) {
        if let shared { shared.actAlone(work, orElse: wait) } else { work(nil) }
    }
}

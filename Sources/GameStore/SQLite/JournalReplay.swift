import GRDB
import GameCore
import GameJSON
import Synchronization

/// The replay of a stored game, `StoreLimits.eventsPerQuery` events a step.
nonisolated final class JournalReplay: Sendable {
    private struct Progress: Sendable {
        var state: GameState
        /// The last `StoreLimits.resumableEvents` events.
        var recent: [GameEvent] = []
    }

    private let game: GameID
    private let last: SequenceNumber?
    private let rules: RuleCatalog
    private let progress = Mutex<Progress?>(nil)

    /// - Parameter last: The event to stop after; nil for the whole journal.
    init(of game: GameID, through last: SequenceNumber? = nil, _ rules: RuleCatalog) {
        (self.game, self.last, self.rules) = (game, last, rules)
    }

    /// Replays the next events; answers nil if there is no such game, or if its journal does not have `last`.
    ///
    /// - Throws: `StoreFailure` for a gap, an unknown event or a wrong hash.
    /// - Complexity: O(events), some ten microseconds each.
    func step(_ db: Database) throws -> Step<(state: GameState, recent: [GameEvent])?> {
        guard var found = try progress.withLock({ $0 }) ?? begin(db) else { return .done(nil) }
        let start = found.state.sequence.value
        let limit = min(StoreLimits.eventsPerQuery, (last?.value ?? .max) - start)
        let events = try db.events(of: game, after: start, limit: limit)
        found.state = try found.state.replaying(events)
        found.recent = (found.recent + events).suffix(StoreLimits.resumableEvents)
        let isLast = limit < StoreLimits.eventsPerQuery || events.count < limit
        guard isLast else {
            progress.withLock { [found] in $0 = found }
            return .more
        }
        let isThere = last.map { $0 == found.state.sequence } ?? true
        return .done(isThere ? (found.state, found.recent) : nil)
    }

    /// Replays all events at once.
    func run(_ db: Database) throws -> (state: GameState, recent: [GameEvent])? {
        while true {
            if case .done(let found) = try step(db) { return found }
        }
    }

    private func begin(_ db: Database) throws -> Progress? {
        guard let setup = try db.setup(of: game) else { return nil }
        let new = try rules.newGame(setup)
        return new.sequence <= last ?? new.sequence ? Progress(state: new) : nil
    }
}

/// The reading of a whole game in steps: its journal, then its tokens and moves.
nonisolated final class GameReading: Sendable {
    private let game: GameID
    private let now: Timestamp
    private let replay: JournalReplay

    /// - Parameter now: The time at which moves must still be remembered.
    init(_ game: GameID, _ rules: RuleCatalog, now: Timestamp) {
        (self.game, self.now) = (game, now)
        replay = JournalReplay(of: game, rules)
    }

    /// Does the next step; answers nil if there is no such game.
    func step(_ db: Database) throws -> Step<StoredGame?> {
        guard case .done(let found) = try replay.step(db) else { return .more }
        return .done(
            try found.map { state, recent in
                StoredGame(
                    state, recent: recent, tokens: try db.tokens(of: game),
                    moves: try db.moves(of: game, now: now))
            })
    }
}

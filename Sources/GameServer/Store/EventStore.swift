import GameCore

/// Where the events of all games are kept.
protocol EventStore: AnyObject {
    /// Saves all of `batch` or nothing of it, and then calls `done` on the main actor: nil, or why not.
    func append(_ batch: EventBatch, _ done: @escaping (StoreFailure?) -> Void)
    /// The saved events of `game` after `sequence`, oldest first, at most `limit`.
    func events(of game: GameID, after sequence: SequenceNumber, limit: Int) -> [GameEvent]
}

/// What one turn of the loop has produced: one commit.
struct EventBatch: Sendable {
    /// Games made in this turn.
    var setups: [GameSetup] = []
    /// Events in the order in which they were applied, dense for each game.
    var events: [(game: GameID, event: GameEvent)] = []

    /// How many of the events changed a cell.
    var edits: Int {
        events.count { if case .cellChanged = $0.event.change { true } else { false } }
    }

    var isEmpty: Bool { setups.isEmpty && events.isEmpty }
}

/// Why nothing was saved.
struct StoreFailure: Error, Equatable, Sendable {
    /// One plain sentence for the log and `/readyz`.
    let reason: String
}

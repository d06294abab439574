import GameCore

/// What one command, or the making of a game, adds to what is stored.
nonisolated struct JournalEntry: Sendable {
    let game: GameID
    /// The game's setup, when it is new.
    var setup: GameSetup?
    /// Events in the order in which they were applied, dense for each game.
    var events: [GameEvent] = []
    /// The command, when its sender gave it an id.
    var move: Move?
    /// New tokens, as hashes.
    var tokens: [HeldToken] = []
    /// The game after the events, now and then.
    var snapshot: GameSnapshot?

    /// How much room it takes in the queue.
    var weight: Int { events.count + (move == nil ? 0 : 1) }

    /// Whether there is nothing to save.
    var isEmpty: Bool { setup == nil && events.isEmpty && move == nil && tokens.isEmpty }
}

/// What one turn of the loop has produced for all games: one commit.
nonisolated struct EventBatch: Sendable {
    /// In the order in which they came.
    var entries: [JournalEntry] = []

    var isEmpty: Bool { entries.allSatisfy(\.isEmpty) }

    /// How many events there are.
    var count: Int { entries.reduce(0) { $0 + $1.events.count } }

    /// How many of the events changed a cell.
    var edits: Int {
        entries.reduce(0) { sum, entry in
            sum + entry.events.count { if case .cellChanged = $0.change { true } else { false } }
        }
    }
}

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
    /// The seat whose earlier tokens are worth nothing from here on.
    var renewed: Seat?
    /// The game after the events, now and then.
    var snapshot: GameSnapshot?
    /// How everybody did, when the game of a day has ended.
    var standings: [Standing] = []
    /// A puzzle that somebody has given to the server.
    var puzzle: StoredPuzzle?

    /// The last event on which it builds, where neither events nor move tell and it matters.
    var base: SequenceNumber?
    /// The right with which it is made, where only one server may.
    var fence: Int?
    /// A move that must not have been made, neither anything since `base`.
    ///
    /// An entry may do nothing but ask so.
    var asks: MoveKey?

    /// Bytes that one event may take in the queue.
    private static let eventBytes = 1600

    /// How much room it takes in the queue, in events.
    var weight: Int {
        events.count + tokens.count + (move == nil ? 0 : 1) + (setup == nil ? 0 : 1)
            + (puzzle.map { 1 + $0.file.count / Self.eventBytes } ?? 0)
    }

    /// Whether there is nothing to save, and nothing to be asked.
    var isEmpty: Bool {
        setup == nil && events.isEmpty && move == nil && tokens.isEmpty && puzzle == nil && asks == nil
            && base == nil
    }
}

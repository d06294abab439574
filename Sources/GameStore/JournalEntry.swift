package import GameCore
import GameJSON

/// What one command, or the making of a game, adds to what is stored.
package nonisolated struct JournalEntry: Sendable {
    package let game: GameID
    /// The game's setup, when it is new.
    package private(set) var setup: GameSetup?
    /// Events in the order in which they were applied, dense for each game.
    package private(set) var events: [GameEvent] = []
    /// What follows from the events, so that no store has to interpret them.
    package private(set) var effects = GameEffects.none
    /// The command, when its sender gave it an id.
    package var move: Move?
    /// New tokens, as hashes.
    package var tokens: [HeldToken] = []
    /// The game after the events, now and then.
    package var snapshot: GameState?
    /// How everybody did, when the game of a day has ended.
    package var standings: [Standing] = []
    /// A puzzle that somebody has given to the server.
    package var puzzle: StoredPuzzle?

    /// The last event on which it builds, where neither events nor move tell and it matters.
    package var base: SequenceNumber?
    /// The right with which it is made, where only one server may.
    package var fence: Int?
    /// A move that must not have been made, neither anything since `base`.
    ///
    /// An entry may do nothing but ask so.
    package var asks: MoveKey?

    /// An entry without events.
    package init(
        game: GameID, move: Move? = nil, tokens: [HeldToken] = [], puzzle: StoredPuzzle? = nil,
        base: SequenceNumber? = nil
    ) {
        self.game = game
        self.move = move
        self.tokens = tokens
        self.puzzle = puzzle
        self.base = base
    }

    /// An entry of `events`, which lead from `before` to `after`.
    ///
    /// Borrowed, as for each edit another copy of the state would be made otherwise.
    package init(
        game: GameID, events: [GameEvent], from before: GameEffects.Origin, to after: borrowing GameState,
        tokens: [HeldToken] = []
    ) {
        self.game = game
        self.events = events
        self.tokens = tokens
        effects = GameEffects(of: events, from: before, to: after)
    }

    /// The first entry of a game, which `events` lead to `state`.
    package init(
        opening setup: GameSetup, events: [GameEvent] = [], to state: GameState, tokens: [HeldToken] = []
    ) {
        game = setup.id
        self.setup = setup
        self.events = events
        self.tokens = tokens
        effects = GameEffects(opening: events, to: state)
    }

    /// An entry that replaces all tokens of `seat` by `token`.
    package init(game: GameID, renewing seat: Seat, with token: HeldToken) {
        self.game = game
        tokens = [token]
        effects = .renewal(of: seat)
    }

    /// Bytes that one event may take in the queue.
    private static let eventBytes = 1600

    /// How much room it takes in the queue, in events.
    package var weight: Int {
        events.count + tokens.count + (move == nil ? 0 : 1) + (setup == nil ? 0 : 1)
            + (puzzle.map { 1 + $0.file.count / Self.eventBytes } ?? 0)
    }

    /// Whether there is nothing to save, and nothing to be asked.
    package var isEmpty: Bool {
        setup == nil && events.isEmpty && move == nil && tokens.isEmpty && puzzle == nil && asks == nil
            && base == nil
    }
}

/// What one turn of the loop has produced for all games: one commit.
package nonisolated struct EventBatch: Sendable {
    /// In the order in which they came.
    package var entries: [JournalEntry] = []

    package init(entries: [JournalEntry] = []) {
        self.entries = entries
    }

    package var isEmpty: Bool { entries.allSatisfy(\.isEmpty) }

    /// How many events there are.
    package var count: Int { entries.reduce(0) { $0 + $1.events.count } }

    /// How many of the events changed a cell.
    package var edits: Int {
        entries.reduce(0) { sum, entry in
            sum + entry.events.count { if case .cellChanged = $0.change { true } else { false } }
        }
    }
}

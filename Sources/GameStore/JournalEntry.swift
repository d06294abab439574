package import GameCore
import GameJSON

/// Everything that one command, or the creation of a game, adds to the store.
package nonisolated struct JournalEntry: Sendable {
    package let game: GameID
    /// The setup of a game that the entry creates.
    package var setup: GameSetup? { boxedSetup.value }
    /// The events in the order in which they were applied; their numbers have no gaps.
    package private(set) var events: [GameEvent] = []
    package private(set) var effects = GameEffects.none
    /// The record of the command, if the client gave it an id.
    package var move: Move?
    package var tokens: [HeldToken] = []
    /// The standings of a daily game that ended.
    package var standings: [Standing] = []
    /// A new puzzle; the entry's game is then the lobby.
    package var puzzle: StoredPuzzle? {
        get { boxedPuzzle.value }
        set { boxedPuzzle.value = newValue }
    }

    /// The sequence that the journal must have, for entries without events; only shared stores check it.
    ///
    /// If another node has added events since, the entry is rejected as overtaken. For an entry with events
    /// the first event's number is checked in the same way.
    package var base: SequenceNumber?
    /// The fence of the ``Lease`` under which an automatic move was made; nil for a client's command.
    ///
    /// If another node holds the lease by now, the entry is rejected as fenced.
    package var fence: Int?
    /// A move id that must not be in the journal yet; only shared stores check it.
    ///
    /// If the journal has it, the entry is rejected as overtaken. An entry with only this and `base` writes
    /// nothing: it confirms that a refusal, or a command without effect, was based on the latest state.
    package var unusedMove: MoveKey?

    private var boxedSetup = Boxed<GameSetup>.empty
    private var boxedPuzzle = Boxed<StoredPuzzle>.empty

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

    /// Creates an entry of `events`, which lead from `before` to `after`.
    ///
    /// The state is borrowed, which saves a copy for each edit.
    package init(
        game: GameID, events: [GameEvent], from before: GameEffects.Origin, to after: borrowing GameState,
        tokens: [HeldToken] = []
    ) {
        self.game = game
        self.events = events
        self.tokens = tokens
        effects = GameEffects(of: events, from: before, to: after)
    }

    /// Creates the first entry of a game, whose `events` lead to `state`.
    package init(
        opening setup: GameSetup, events: [GameEvent] = [], to state: GameState, tokens: [HeldToken] = []
    ) {
        game = setup.id
        boxedSetup.value = setup
        self.events = events
        self.tokens = tokens
        effects = GameEffects(opening: setup.opening + events, to: state)
    }

    /// Creates an entry that replaces all tokens of `seat` by `token`.
    package init(game: GameID, renewing seat: Seat, with token: HeldToken) {
        self.game = game
        tokens = [token]
        effects = .renewal(of: seat)
    }

    /// The names that the entry gives to people; those of players with keys are in their records too.
    package var names: [Person: PlayerName] {
        if let opening = setup?.opening, !opening.isEmpty { return (opening + events).names }
        // Most entries change cells alone.
        return effects.seats == nil ? [:] : events.names
    }

    /// Whether the entry completes another `StoreLimits.eventsBetweenForgetting` events, after which expired
    /// moves are deleted.
    package var isTimeToForgetMoves: Bool {
        guard let first = events.first, let last = events.last else { return false }
        let interval = StoreLimits.eventsBetweenForgetting
        return (first.sequence.value - 1) / interval < last.sequence.value / interval
    }

    /// The number of bytes of a puzzle file that weigh as much as one event.
    private static let eventBytes = 1600

    /// The size in the queue of commits, in units of one event.
    package var weight: Int {
        events.count + tokens.count + (move == nil ? 0 : 1) + (setup == nil ? 0 : 1)
            + (puzzle.map { 1 + $0.file.count / Self.eventBytes } ?? 0)
    }

    /// Whether the entry has nothing to save or check.
    package var isEmpty: Bool {
        setup == nil && events.isEmpty && move == nil && tokens.isEmpty && puzzle == nil && unusedMove == nil
            && base == nil
    }
}

/// The entries that one turn of the event loop produced for all games; they become one commit.
package nonisolated struct EventBatch: Sendable {
    package var entries: [JournalEntry] = []
    /// The games of each transaction that has several: their entries are saved all or none.
    package var transactions: [[GameID]] = []

    package init(entries: [JournalEntry] = [], transactions: [[GameID]] = []) {
        (self.entries, self.transactions) = (entries, transactions)
    }

    /// The entries by game, and the games in groups that share a transaction, in order of first appearance.
    ///
    /// A store that may reject single games saves all entries of a group or none.
    package var groups: [[(game: GameID, entries: [JournalEntry])]] {
        var leaders: [GameID: GameID] = [:]
        func leader(of game: GameID) -> GameID {
            guard let next = leaders[game], next != game else { return game }
            return leader(of: next)
        }
        for games in transactions {
            for game in games.dropFirst() { leaders[leader(of: game)] = leader(of: games[0]) }
        }
        var places: [GameID: Int] = [:]
        var groups: [[(game: GameID, entries: [JournalEntry])]] = []
        for entry in entries {
            let leader = leader(of: entry.game)
            let place = places[leader] ?? groups.count
            if place == groups.count { groups.append([]) }
            places[leader] = place
            if let known = groups[place].firstIndex(where: { $0.game == entry.game }) {
                groups[place][known].entries.append(entry)
            } else {
                groups[place].append((entry.game, [entry]))
            }
        }
        return groups
    }

    package var isEmpty: Bool { entries.allSatisfy(\.isEmpty) }

    package var count: Int { entries.reduce(0) { $0 + $1.events.count } }

    /// The number of events that changed a cell.
    package var edits: Int {
        entries.reduce(0) { sum, entry in
            sum + entry.events.count { if case .cellChanged = $0.change { true } else { false } }
        }
    }
}

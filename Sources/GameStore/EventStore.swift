package import GameCore
import GameJSON

/// Where games are kept.
///
/// Called on the main actor. Every answer comes on the main actor too, at once or later. A question that
/// finds no answer in time is answered as failed; a commit is answered when its outcome is certain.
package protocol EventStore: AnyObject {
    /// For how long, in milliseconds, the server has been down in all since the first game was made.
    var away: Int64 { get }
    /// Hears why nothing can be saved, and with nil when all is well again.
    var onTrouble: (StoreFailure?) -> Void { get set }
    /// What it offers several servers; nil when it is one server's own.
    var sharing: (any SharedStore)? { get }

    /// The game that was stored under the id of `setup`, or else a new one; waits for it.
    ///
    /// Called before anything else.
    func start(_ setup: GameSetup) throws(StoreFailure) -> StoredGame
    /// Saves `batch`, and calls `done` when it is certain what has become of it.
    ///
    /// The entries of one game are saved all or none, and where no other server writes all or none are saved
    /// of all games. The next batch may come when this one is done.
    func append(_ batch: EventBatch, _ done: @escaping @MainActor (AppendResult) -> Void)
    /// Everything that is stored of a game; nil when there is none of that id.
    func game(_ id: GameID, _ done: @escaping StoreAnswer<StoredGame?>)
    /// The game as it was at `moment`; nil when it has not come that far.
    func state(of game: GameID, at moment: SequenceNumber, _ done: @escaping StoreAnswer<GameState?>)
    /// The saved events of `game` after `sequence`, oldest first, at most `limit`.
    func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int,
        _ done: @escaping StoreAnswer<[GameEvent]>)
    /// Public games, newest first.
    func list(_ wanted: GameListing, _ done: @escaping StoreAnswer<[GameSummary]>)
    /// The puzzle that is kept under `id`; nil when there is none.
    func puzzle(_ id: String, _ done: @escaping StoreAnswer<StoredPuzzle?>)
    /// Who holds `token` in games of days, and their game of `day` by `rules`; nil when nobody does.
    func dailyPerson(
        _ token: Digest, rules: String, day: Day, _ done: @escaping StoreAnswer<DailyPerson?>)
    /// The best in the games of some days.
    func leaders(_ wanted: LeaderListing, _ done: @escaping StoreAnswer<Leaders>)
    /// Finishes what is under way and lets go of the files.
    func close(_ done: @escaping @MainActor () -> Void)
}

extension EventStore {
    package var sharing: (any SharedStore)? { nil }
}

/// Hears what a store has found, or why it found nothing.
package typealias StoreAnswer<Value> = @MainActor (Result<Value, StoreFailure>) -> Void

/// A game as it comes out of a store.
package nonisolated struct StoredGame: Sendable {
    /// The game after its last event.
    package let state: GameState
    /// The last events, oldest first: `StoreLimits.resumableEvents` of them, or all.
    package var recent: [GameEvent] = []
    package var tokens: [HeldToken] = []
    /// The moves of the last day that carried an id, oldest first.
    package var moves: [Move] = []

    package init(
        _ state: GameState, recent: [GameEvent] = [], tokens: [HeldToken] = [], moves: [Move] = []
    ) {
        self.state = state
        self.recent = recent
        self.tokens = tokens
        self.moves = moves
    }
}

/// Which public games are asked for.
package nonisolated struct GameListing: Sendable {
    package let limit: Int
    /// Only games that were made before the one with this ordinal.
    package let cursor: Int?
    package let rules: String?
    package let phase: GameState.Phase?

    package init(limit: Int, cursor: Int?, rules: String?, phase: GameState.Phase?) {
        self.limit = limit
        self.cursor = cursor
        self.rules = rules
        self.phase = phase
    }
}

/// A game as a line of the list.
package nonisolated struct GameSummary: Sendable {
    /// When the game was made, counted over all games of the store.
    package let ordinal: Int
    package let setup: GameSetup
    package let sequence: SequenceNumber
    package let hash: StateHash
    package let phase: GameState.Phase
    package let outline: GameOutline
    /// How many people have a seat.
    package let seated: Int

    package init(
        ordinal: Int, setup: GameSetup, sequence: SequenceNumber, hash: StateHash, phase: GameState.Phase,
        outline: GameOutline, seated: Int
    ) {
        self.ordinal = ordinal
        self.setup = setup
        self.sequence = sequence
        self.hash = hash
        self.phase = phase
        self.outline = outline
        self.seated = seated
    }
}

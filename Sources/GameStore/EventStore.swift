package import GameCore
import GameJSON

/// Durable storage of games.
///
/// Methods are called on the main actor and call their completions there, synchronously or later. The store
/// serves the requesters of queries in turn. A query fails with ``StoreFailure/unavailable`` after
/// `StoreLimits.answerTimeout`, or when its requester has stopped waiting. A commit has no timeout: its
/// completion is called once its outcome is known.
package protocol EventStore: AnyObject {
    /// The clock of the games, which continues from the last moment of the last server.
    var clock: SystemClock { get }
    /// The name of this history of the store: another one after each restoration of an older database.
    /// Default: empty, for a store that was never restored.
    var epoch: String { get }
    /// Called with a failure when commits become impossible, and with nil once they are possible again.
    var onFailureChange: (StoreFailure?) -> Void { get set }
    /// The operations that nodes on a shared store need. Default: nil, for a store of one server.
    var sharing: (any SharedStore)? { get }
    /// The players, with their keys.
    var players: any PlayerStore { get }
    var roomCodes: any RoomCodeStore { get }
    /// The answers to requests that make something.
    var answers: any AnswerStore { get }
    /// The operations of the server's owner. Default: nil, for a store in memory.
    var administration: (any StoreAdministration)? { get }

    /// Loads the game with the id of `setup`, or creates it.
    ///
    /// Blocks the calling thread. Must be called before any other method.
    func start(_ setup: GameSetup) throws(StoreFailure) -> StoredGame
    /// Commits `batch` and calls `done` with the outcome.
    ///
    /// The entries of one game, and of all games of a transaction, are saved all or none. A store without
    /// `sharing` commits the whole batch or nothing; a shared store may reject games. The caller rolls each
    /// game that was not saved back to its committed state. Only one batch may be under way: the next may be
    /// passed when `done` is called.
    func append(_ batch: EventBatch, _ done: @escaping @MainActor (AppendResult) -> Void)
    /// Loads a game; nil if there is no game with that id.
    func game(_ id: GameID, for requester: Requester, _ done: @escaping StoreAnswer<StoredGame?>)
    /// Replays a game up to `sequence`; nil if its journal is shorter.
    func state(
        of game: GameID, at sequence: SequenceNumber, for requester: Requester,
        _ done: @escaping StoreAnswer<GameState?>)
    /// Reads at most `limit` committed events after `sequence`, oldest first, in one query.
    func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int, for requester: Requester,
        _ done: @escaping StoreAnswer<[GameEvent]>)
    /// Deletes the events of a game up to the last of `opening`, which its setup has from then on.
    ///
    /// No effect if the journal begins later already. The game must be out of memory.
    func trim(_ game: GameID, to opening: [GameEvent], _ done: @escaping StoreAnswer<Void>)
    /// Lists public games, newest first; rooms only if the query names their rules.
    func list(
        _ query: GameListQuery, for requester: Requester, _ done: @escaping StoreAnswer<[GameSummary]>)
    /// Loads an uploaded or generated puzzle; nil if there is no puzzle with that id.
    func puzzle(_ id: String, for requester: Requester, _ done: @escaping StoreAnswer<StoredPuzzle?>)
    /// Lists public puzzles, newest first.
    func puzzles(
        _ query: PuzzleListQuery, for requester: Requester, _ done: @escaping StoreAnswer<[PuzzleSummary]>)
    func leaders(
        _ query: LeaderboardQuery, for requester: Requester, _ done: @escaping StoreAnswer<Leaders>)
    /// Measures the bytes that the store takes: of its files, or of Redis's memory.
    func dataSize(_ done: @escaping StoreAnswer<Int>)
    /// Finishes pending work and releases files and connections.
    func close(_ done: @escaping @MainActor () -> Void)
}

extension EventStore {
    package var epoch: String { "" }
    package var sharing: (any SharedStore)? { nil }
    package var administration: (any StoreAdministration)? { nil }

    /// Reads at most `limit` committed events after `sequence`, oldest first, by as many queries as needed.
    ///
    /// No query reads more than `StoreLimits.eventsPerQuery`, so that commits and the queries of others run
    /// in between.
    package func allEvents(
        of game: GameID, after sequence: SequenceNumber, limit: Int, for requester: Requester,
        pages: [[GameEvent]] = [], _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        let wanted = min(limit, StoreLimits.eventsPerQuery)
        guard wanted > 0 else { return done(.success(pages.flatMap(\.self))) }
        events(of: game, after: sequence, limit: wanted, for: requester) { page in
            guard case .success(let events) = page else { return done(page) }
            let rest = events.count == wanted ? limit - wanted : 0
            self.allEvents(
                of: game, after: events.last?.sequence ?? sequence, limit: rest, for: requester,
                pages: pages + [events], done)
        }
    }

    /// Compacts the opening of `setup` and the journal after it, up to `end`, some events at a time.
    ///
    /// Fails if the journal has been trimmed in the meantime, because events are then missing.
    package func compact(
        _ setup: GameSetup, through end: SequenceNumber, for requester: Requester,
        _ done: @escaping StoreAnswer<JournalCompaction>
    ) {
        let base = setup.opening.last?.sequence ?? .zero
        compact(
            JournalCompaction(setup.opening), of: setup.id, after: base, through: end, for: requester, done)
    }

    private func compact(
        _ compaction: JournalCompaction, of game: GameID, after last: SequenceNumber,
        through end: SequenceNumber, for requester: Requester,
        _ done: @escaping StoreAnswer<JournalCompaction>
    ) {
        let count = min(end.value - last.value, StoreLimits.eventsPerQuery)
        guard count > 0 else { return done(.success(compaction)) }
        events(of: game, after: last, limit: count, for: requester) { found in
            guard case .success(let events) = found, let next = events.last?.sequence,
                events.first?.sequence == last.next
            else { return done(.failure(.unavailable)) }
            var longer = compaction
            for event in events { longer.add(event) }
            self.compact(longer, of: game, after: next, through: end, for: requester, done)
        }
    }
}

/// The completion of a query or a change.
package typealias StoreAnswer<Value> = @MainActor (Result<Value, StoreFailure>) -> Void

/// A stored game: its state, and the parts beside it that a live game needs.
package nonisolated struct StoredGame: Sendable {
    package let state: GameState
    /// The last `StoreLimits.resumableEvents` events or fewer, oldest first, for streams that resume.
    package var recent: [GameEvent] = []
    package var tokens: [HeldToken] = []
    /// The moves with an id within `StoreLimits.moveLifetime`, oldest first.
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

package nonisolated struct GameListQuery: Sendable {
    package let limit: Int
    /// Limits the list to games with a smaller ordinal.
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

package nonisolated struct GameSummary: Sendable {
    /// The position in order of creation among the games of the store.
    package let ordinal: Int
    package let setup: GameSetup
    package let sequence: SequenceNumber
    package let hash: StateHash
    package let phase: GameState.Phase
    package let outline: GameOutline
    /// The number of occupied seats.
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

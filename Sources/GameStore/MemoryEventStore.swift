import GRDB
package import GameCore
import GameJSON

/// Stores games in memory; they are lost when the process ends.
package final class MemoryEventStore: EventStore {
    private final class Journal {
        let ordinal: Int
        /// The state before the first of `events`.
        private(set) var first: GameState
        private(set) var last: GameState
        private(set) var events: [GameEvent] = []
        private(set) var tokens: [HeldToken] = []
        private(set) var moves: [Move] = []

        init(_ state: GameState, ordinal: Int) {
            self.ordinal = ordinal
            (first, last) = (state, state)
        }

        func append(_ entry: JournalEntry) {
            for event in entry.events { last.apply(event) }
            events += entry.events
            for seat in entry.effects.endedTokens { tokens.removeAll { $0.player.seat == seat } }
            tokens += entry.tokens
            if let move = entry.move { moves.append(move) }
            if moves.count > 2 * StoreLimits.movesPerGame { moves.removeFirst(StoreLimits.movesPerGame) }
        }

        /// The committed events after `sequence`.
        func events(after sequence: SequenceNumber) -> ArraySlice<GameEvent> {
            // Sequence numbers have no gaps.
            events.dropFirst(max(sequence.value - first.sequence.value, 0))
        }

        /// Deletes the events up to `new`, which has their effects in the opening of its setup.
        func trim(to new: GameState) {
            guard new.sequence > first.sequence else { return }
            events = Array(events(after: new.sequence))
            moves.removeAll { $0.sequence <= new.sequence }
            (first, last) = (new, new)
            for event in events { last.apply(event) }
        }
    }

    package let clock = SystemClock(after: nil)
    package var onFailureChange: (StoreFailure?) -> Void = { _ in }
    package var onPlayerChange: (PlayerID?) -> Void = { _ in }
    private var journals: [GameID: Journal] = [:]
    /// Public games in order of creation.
    private var listed: [GameID] = []
    private var puzzles: [String: StoredPuzzle] = [:]
    /// Public puzzles in order of creation.
    private var listedPuzzles: [String] = []
    private let standings: StandingTable
    private let rules: RuleCatalog

    package init(_ rules: RuleCatalog) throws {
        self.rules = rules
        standings = try StandingTable(namesPlayers: true)
    }

    package func start(_ setup: GameSetup) throws(StoreFailure) -> StoredGame {
        if journals[setup.id] == nil { createGame(setup) }
        guard let game = try? stored(setup.id) else {
            throw StoreFailure(reason: "The game cannot be created.")
        }
        return game
    }

    /// Answers 0: the store writes no files.
    package func dataSize(_ done: @escaping StoreAnswer<Int>) { done(.success(0)) }

    package func append(_ batch: EventBatch, _ done: @escaping @MainActor (AppendResult) -> Void) {
        for entry in batch.entries {
            if let setup = entry.setup { createGame(setup) }
            if let puzzle = entry.puzzle {
                puzzles[puzzle.id] = puzzle
                if puzzle.isPublic { listedPuzzles.append(puzzle.id) }
            }
            guard let journal = journals[entry.game] else { continue }
            journal.append(entry)
            if let setup = entry.effects.setup { list(setup) }
        }
        do {
            try standings.add(batch.entries.flatMap(\.standings))
            done(.saved)
        } catch { done(.failed(StoreFailure(error))) }
    }

    private func createGame(_ setup: GameSetup) {
        // An invalid setup does not get here: the rules have accepted it before.
        guard let new = try? rules.newGame(setup) else { return }
        journals[setup.id] = Journal(new, ordinal: journals.count)
        list(setup)
    }

    /// Adds a public game to the list, in order of creation, or removes a private one.
    private func list(_ setup: GameSetup) {
        listed.removeAll { $0 == setup.id }
        guard setup.isPublic, let ordinal = journals[setup.id]?.ordinal else { return }
        let place = listed.lastIndex { journals[$0].map { $0.ordinal < ordinal } ?? false }
        listed.insert(setup.id, at: place.map { $0 + 1 } ?? 0)
    }

    package func game(_ id: GameID, for requester: Requester, _ done: @escaping StoreAnswer<StoredGame?>) {
        done(Result { try stored(id) }.mapError(StoreFailure.init))
    }

    private func stored(_ id: GameID) throws -> StoredGame? {
        try journals[id].map { journal in
            StoredGame(
                try named(journal.last),
                recent: try named(journal.events.suffix(StoreLimits.resumableEvents)),
                tokens: journal.tokens, moves: journal.moves)
        }
    }

    private func named(_ state: GameState) throws -> GameState { try state.naming(present(state.names)) }

    private func named(_ events: some Collection<GameEvent>) throws -> [GameEvent] {
        let names = try present(events.names)
        return events.map { $0.naming(names) }
    }

    /// The present names of the players with keys, and those that guests had when they sat down.
    private func present(_ names: [Person: PlayerName]) throws -> [Person: PlayerName] {
        let players = names.keys.compactMap { person in
            switch person {
            case .player(let player), .member(let player): player
            case .guest: nil
            }
        }
        guard !players.isEmpty else { return names }
        let found = try standings.change { db in try db.names(of: players) }
        return players.reduce(into: names) { names, player in
            if names[.player(player)] != nil { names[.player(player)] = found[player] }
            // An erased player loses the nickname too.
            if found[player] == nil { names[.member(player)] = nil }
        }
    }

    package func state(
        of game: GameID, at sequence: SequenceNumber, for requester: Requester,
        _ done: @escaping StoreAnswer<GameState?>
    ) {
        guard let journal = journals[game],
            (journal.first.sequence...journal.last.sequence).contains(sequence)
        else { return done(.success(nil)) }
        var state = journal.first
        for event in journal.events.prefix(sequence.value - state.sequence.value) { state.apply(event) }
        done(Result { try named(state) }.mapError(StoreFailure.init))
    }

    package func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int, for requester: Requester,
        _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        let found = journals[game]?.events(after: sequence).prefix(limit) ?? []
        done(Result { try named(found) }.mapError(StoreFailure.init))
    }

    package func trim(_ game: GameID, to opening: [GameEvent], _ done: @escaping StoreAnswer<Void>) {
        guard let journal = journals[game] else { return done(.success(())) }
        let setup = journal.first.setup.withOpening(opening)
        done(Result { journal.trim(to: try rules.newGame(setup)) }.mapError(StoreFailure.init))
    }

    package func list(
        _ query: GameListQuery, for requester: Requester, _ done: @escaping StoreAnswer<[GameSummary]>
    ) {
        let found = listed.reversed().lazy.compactMap { [journals] in journals[$0] }.filter { journal in
            journal.ordinal < query.cursor ?? .max
                && query.rules.map { $0 == journal.first.setup.rules } ?? (journal.first.setup.id.room == nil)
                && query.phase.map { $0 == journal.last.phase } ?? true
        }
        done(.success(found.prefix(query.limit).map { GameSummary(ordinal: $0.ordinal, $0.last) }))
    }

    package func puzzle(_ id: String, for requester: Requester, _ done: @escaping StoreAnswer<StoredPuzzle?>)
    {
        done(.success(puzzles[id]))
    }

    package func puzzles(
        _ query: PuzzleListQuery, for requester: Requester, _ done: @escaping StoreAnswer<[PuzzleSummary]>
    ) {
        let older = listedPuzzles.indices.prefix(max(query.cursor ?? .max, 0))
        done(
            .success(
                older.suffix(query.limit).reversed().compactMap { place in
                    puzzles[listedPuzzles[place]].map { PuzzleSummary(ordinal: place, $0) }
                }))
    }

    package func leaders(
        _ query: LeaderboardQuery, for requester: Requester, _ done: @escaping StoreAnswer<Leaders>
    ) {
        done(Result { try standings.leaders(query) }.mapError(StoreFailure.init))
    }

    package func close(_ done: @escaping @MainActor () -> Void) { done() }
}

extension MemoryEventStore: PlayerTables {
    package var players: any PlayerStore { self }
    package var roomCodes: any RoomCodeStore { self }
    package var answers: any AnswerStore { self }

    func change<Value: Sendable>(
        _ done: @escaping StoreAnswer<Value>, _ work: @escaping @Sendable (Database) throws -> Value
    ) {
        done(Result { try standings.change(work) }.mapError(StoreFailure.init))
    }

    func read<Value: Sendable>(
        for requester: Requester, _ done: @escaping StoreAnswer<Value>,
        _ work: @escaping @Sendable (Database) throws -> Value
    ) {
        change(done, work)
    }

    /// Searches the journals, because they are not in the tables.
    package func games(
        of player: PlayerID, _ kind: PlayedKind, limit: Int, for requester: Requester,
        _ done: @escaping StoreAnswer<[PlayedGame]>
    ) {
        let wanted = journals.values.filter { kind.includes($0.last.setup.id) }
        let seated = wanted.compactMap { journal -> PlayedGame? in
            let event = (journal.first.setup.opening + journal.events).last { event in
                if case .seatTaken(let seated) = event.change { seated.player == player } else { false }
            }
            guard let event else { return nil }
            let state = journal.last
            return PlayedGame(
                game: state.setup.id, rules: state.setup.rules, phase: state.phase,
                title: state.setup.title?.text, time: event.time)
        }
        done(.success(Array(seated.sorted { $1.time < $0.time }.prefix(limit))))
    }
}

extension GameSummary {
    package nonisolated init(ordinal: Int, _ state: GameState) {
        self.init(
            ordinal: ordinal, setup: state.setup, sequence: state.sequence,
            hash: state.mayHideBoards(at: state.phase) ? .empty(at: state.sequence) : state.hash,
            phase: state.phase,
            outline: GameOutline(
                isOpen: state.isOpen, hasPrivateBoards: state.hasPrivateBoards,
                seatLimit: state.rules.seatLimit),
            seated: state.seats.count)
    }
}

package import GameCore
import GameJSON

/// Copies the games of one archive into another and verifies the copy.
package struct ArchiveCopy {
    struct Difference: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    package struct Count: Equatable, CustomStringConvertible {
        var games = 0
        var events = 0
        var tokens = 0
        var puzzles = 0
        var standings = 0
        var players = 0

        package var description: String {
            [
                (games, "games"), (events, "events"), (tokens, "tokens"), (puzzles, "puzzles"),
                (standings, "standings"), (players, "players"),
            ]
            .map { "\($0.grouped) \($1)" }.joined(separator: ", ")
        }
    }

    /// Reports the number of finished games; throws to cancel.
    package typealias Progress = (_ done: Int, _ total: Int) throws -> Void

    private static let page = 1024

    private let rules: RuleCatalog
    private let source: any GameArchive
    private let target: any FillableArchive
    /// The time at which a server last used the source; the target's clock continues from there.
    package let lastActive: Timestamp?
    private let now: Timestamp
    /// Whether to copy everything; otherwise only journals.
    private let isComplete: Bool
    private let games: [ArchivedGame]
    private let puzzles: [String]
    private let standings: [Standing]
    private let players: [ArchivedPlayer]
    package private(set) var count = Count()

    /// Lists the records to copy: all that both archives can hold, or only the journal of the game `wanted`.
    ///
    /// - Throws: `StoreRefusal` if the source does not have the game `wanted`.
    package init(
        from source: any GameArchive, to target: any FillableArchive, only wanted: GameID? = nil,
        rules: RuleCatalog
    ) throws {
        self.rules = rules
        (self.source, self.target) = (source, target)
        lastActive = try source.lastActive()
        now = lastActive ?? .systemNow()
        games = try source.games().filter { wanted == nil || $0.id == wanted }
        if let wanted, games.isEmpty { throw StoreRefusal("There is no game “\(wanted)”.") }
        isComplete = !source.holdsJournalsOnly && !target.holdsJournalsOnly && wanted == nil
        puzzles = try isComplete ? source.puzzles() : []
        standings = try isComplete ? source.standings() : []
        players = try isComplete ? source.players() : []
    }

    // MARK: Copying

    /// Copies game by game, each in one write; needs memory for one game at a time.
    ///
    /// - Complexity: O(events): some ten microseconds each, plus the target's time to save them.
    package func copy(progress: Progress) throws {
        var batch: [JournalEntry] = []
        for (done, game) in games.enumerated() {
            try progress(done, games.count)
            try Self.naming("game", game.id.text) { try copy(game.id, &batch) }
        }
        for id in puzzles {
            try Self.naming("puzzle", id) {
                guard let puzzle = try source.puzzle(id) else { throw StoreFailure.gone }
                batch.append(JournalEntry(game: .lobby, puzzle: puzzle))
                try send(&batch, from: Self.page)
            }
        }
        try send(&batch)
        for start in stride(from: 0, to: standings.count, by: Self.page) {
            try target.addStandings(Array(standings[start...].prefix(Self.page)))
        }
        for start in stride(from: 0, to: players.count, by: Self.page) {
            try target.addPlayers(Array(players[start...].prefix(Self.page)))
        }
        try progress(games.count, games.count)
    }

    /// Copies the journal page by page, then tokens and moves.
    ///
    /// Tokens come last, because an event by which a player leaves a seat deletes the tokens of the seat.
    private func copy(_ id: GameID, _ batch: inout [JournalEntry]) throws {
        guard let setup = try source.setup(of: id) else { throw StoreFailure.gone }
        var state = try rules.newGame(setup)
        var before: GameEffects.Origin?
        var isFull = true
        while isFull {
            let events = try source.events(of: id, after: state.sequence, limit: StoreLimits.eventsPerQuery)
                .map { event in
                    state.apply(event)
                    return event.naming(state)
                }
            let entry =
                before.map { JournalEntry(game: id, events: events, from: $0, to: state) }
                ?? JournalEntry(opening: setup, events: events, to: state)
            isFull = events.count == StoreLimits.eventsPerQuery
            batch.append(entry)
            before = GameEffects.Origin(state)
        }
        if isComplete {
            guard let stored = try source.game(id, at: now) else { throw StoreFailure.gone }
            batch.append(JournalEntry(game: id, tokens: stored.tokens, base: state.sequence))
            batch += stored.moves.map { JournalEntry(game: id, move: $0, base: state.sequence) }
        }
        try send(&batch, from: Self.page)
    }

    /// Saves the batch once its weight reaches `minimum`, so that small games share a write.
    private func send(_ batch: inout [JournalEntry], from minimum: Int = 0) throws {
        guard batch.reduce(0, { $0 + $1.weight }) >= minimum else { return }
        try target.add(batch, at: now)
        batch = []
    }

    // MARK: Comparing

    /// Reads the copy back and compares it with the source.
    ///
    /// - Throws: `Difference` for the first difference, also if a server has used the source in the meantime.
    package mutating func compare(progress: Progress) throws {
        count = Count(puzzles: puzzles.count, standings: standings.count, players: players.count)
        for game in games {
            try progress(count.games, games.count)
            try Self.naming("game", game.id.text) { try compare(game.id) }
            count.games += 1
        }
        for id in puzzles where try source.puzzle(id) != target.puzzle(id) { throw differs("puzzle “\(id)”") }
        let found = try target.games()
        guard found.count == games.count else { throw differs("the number of games") }
        guard found.filter(\.isPublic) == games.filter(\.isPublic) else {
            throw differs("the order of public games")
        }
        guard try Set(target.puzzles()) == Set(puzzles) else { throw differs("the number of puzzles") }
        guard try Set(target.standings()) == Set(standings) else { throw differs("the standings") }
        guard try target.players() == players else { throw differs("the players") }
        guard try source.lastActive() == lastActive else {
            throw Difference(description: "A server has used “\(source.name)” during the copy.")
        }
        try progress(games.count, games.count)
    }

    private mutating func compare(_ id: GameID) throws {
        guard let old = try source.game(id, at: now), let new = try target.game(id, at: now) else {
            throw StoreFailure.gone
        }
        guard old.state.setup == new.state.setup else { throw differs("its setup") }
        let (last, found) = (old.state.sequence, new.state.sequence)
        guard last == found else {
            throw differs("the number of its last event, \(found) instead of \(last)")
        }
        guard old.state.hash == new.state.hash, old.state == new.state else {
            throw differs("its final state")
        }
        guard old.tokensByDigest == new.tokensByDigest else { throw differs("its tokens") }
        guard old.movesByKey == new.movesByKey else { throw differs("its move ids") }
        try compareEvents(of: id)
        count.events += last.value
        count.tokens += old.tokens.count
    }

    private func compareEvents(of id: GameID) throws {
        var last = SequenceNumber.zero
        while true {
            let old = try source.events(of: id, after: last, limit: Self.page)
            let new = try target.events(of: id, after: last, limit: Self.page)
            for (left, right) in zip(old, new) where left != right {
                throw differs("event \(left.sequence)")
            }
            guard old.count == new.count else { throw differs("the number of its events") }
            guard let event = old.last, old.count == Self.page else { return }
            last = event.sequence
        }
    }

    private func differs(_ what: String) -> Difference {
        Difference(description: "the copy differs in \(what).")
    }

    /// Adds the name of the record to the errors of `work`.
    private static func naming(_ kind: String, _ id: String, _ work: () throws -> Void) throws {
        do { try work() } catch let difference as Difference {
            throw Difference(description: "\(kind) “\(id)”: \(difference)")
        } catch {
            throw Difference(description: "\(kind) “\(id)”: \(StoreFailure(error).fullDescription)")
        }
    }
}

nonisolated extension StoreFailure {
    fileprivate static let gone = StoreFailure(reason: "It no longer exists.")
}

nonisolated extension StoredGame {
    fileprivate var tokensByDigest: [Digest: HeldToken] {
        Dictionary(tokens.map { ($0.digest, $0) }) { $1 }
    }
    /// The moves by key; if a client has used a forgotten key again, the later move counts.
    fileprivate var movesByKey: [MoveKey: Move] { Dictionary(moves.map { ($0.key, $0) }) { $1 } }
}

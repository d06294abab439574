import Foundation
import GameCore
import GameJSON
import GameStore

/// A game as read from Redis, with the edition of its tokens.
struct VersionedGame {
    let game: StoredGame
    let edition: Int
    /// The number of the owner's changes.
    let generation: Int

    var version: FollowedGames.Version {
        FollowedGames.Version(
            sequence: game.state.sequence, edition: edition, hash: game.state.hash)
    }
}

/// Reads games and checks them: the events must lead to the hashes that were stored with them.
extension RedisConnection {
    /// Reads the game `id` with recent events, tokens and moves; nil when there is no such game.
    func game(
        _ id: GameID, _ rules: RuleCatalog, at now: Timestamp, _ done: @escaping RedisAnswer<VersionedGame?>
    ) {
        var command = FunctionLibrary.call("game", keys: RedisKeys.all(of: id), isReading: true)
        command.add(StoreLimits.resumableEvents)
        command.add(StoreLimits.movesPerGame)
        execute(command) { [self] (found: Result<GameReply?, RedisFailure>) in
            switch found {
            case .failure(let failure): done(.failure(failure))
            case .success(nil): done(.success(nil))
            case .success(let reply?): replay(reply, at: now) { done($0.map(Optional.some)) }
            }
        } _: { reply in
            reply == .null ? nil : try GameReply(id, reply, rules)
        }
    }

    /// Computes the state from the whole journal, of which the reply has the last events.
    private func replay(
        _ reply: GameReply, at now: Timestamp, _ done: @escaping RedisAnswer<VersionedGame>
    ) {
        let news = reply.received.news
        replay(reply.new, through: news.before) { found in
            done(
                Result {
                    let state = try found.get().replaying(news.events)
                    guard state.sequence == reply.received.sequence else { throw RedisFailure.malformed }
                    return reply.game(state, at: now)
                }.mapError(RedisFailure.init))
        }
    }

    /// Replays the journal of a game from `state` up to `last`.
    ///
    /// - Complexity: O(events), in pages, between which this node serves other requests.
    private func replay(
        _ state: GameState, through last: SequenceNumber, _ done: @escaping RedisAnswer<GameState>
    ) {
        guard state.sequence < last else { return done(.success(state)) }
        journal(
            of: state.setup.id, after: state.sequence, through: last.value, limit: RedisLimits.eventsPage
        ) { [self] found in
            do {
                let events = try found.get()
                guard !events.isEmpty else { throw RedisFailure.malformed }
                replay(try state.replaying(events), through: last, done)
            } catch { done(.failure(RedisFailure(error))) }
        }
    }

    /// Reads the state after event `sequence`; nil when the game has fewer events.
    func state(
        of id: GameID, at sequence: SequenceNumber, _ rules: RuleCatalog,
        _ done: @escaping RedisAnswer<GameState?>
    ) {
        var command = RedisCommand("HMGET", RedisKeys.game(id))
        for field in ["setup", "answer", "opening", "sequence"] { command.add(field) }
        executeAll([command]) { [self] answers in
            do {
                let values = try answers[0].get().elements
                guard let setup = try values.setup, let last = values.last,
                    sequence.value <= last.number ?? 0
                else { return done(.success(nil)) }
                let new = try rules.newGame(setup)
                guard sequence >= new.sequence else { return done(.success(nil)) }
                replay(new, through: sequence) { done($0.map(Optional.some)) }
            } catch { done(.failure(RedisFailure(error))) }
        }
    }

    /// Reads the events of `id` after `sequence` and up to `last`, oldest first, at most `limit`.
    ///
    /// - Complexity: O(events), in pages, between which Redis and this node serve other requests.
    func journal(
        of id: GameID, after sequence: SequenceNumber, through last: Int = .max, limit: Int = .max,
        pages: [[GameEvent]] = [], _ done: @escaping RedisAnswer<[GameEvent]>
    ) {
        let wanted = min(limit, max(last - sequence.value, 0), RedisLimits.eventsPage)
        guard wanted > 0 else { return done(.success(pages.flatMap(\.self))) }
        var command = RedisCommand("XRANGE", RedisKeys.events(id), "\(sequence.next)")
        command.add(last == .max ? "+" : "\(last)")
        command.add("COUNT")
        command.add(wanted)
        execute(command) { [self] (found: Result<[GameEvent], RedisFailure>) in
            guard case .success(let events) = found else { return done(found) }
            let rest = events.count == wanted ? limit - wanted : 0
            journal(
                of: id, after: events.last?.sequence ?? sequence, through: last, limit: rest,
                pages: pages + [events], done)
        } _: { reply in
            try reply.elements.map(GameEvent.init(_:))
        }
    }
}

/// The reply of the Redis function `game`.
private struct GameReply {
    /// The game before its first event.
    let new: GameState
    let received: RedisNews
    private let generation: Int

    init(_ id: GameID, _ reply: RedisReply, _ rules: RuleCatalog) throws {
        let parts = reply.elements
        guard parts.count == 5, let setup = try parts.setup, let generation = parts[4].number else {
            throw RedisFailure.malformed
        }
        self.generation = generation
        new = try rules.newGame(setup)
        var fields = try FieldReader(parts[3].elements)
        received = try RedisNews(id, &fields)
    }

    func game(_ state: GameState, at now: Timestamp) -> VersionedGame {
        let news = received.news
        let moves = news.moves.filter { $0.time.milliseconds - $0.time.away >= now.oldestMove }
        return VersionedGame(
            game: StoredGame(
                state, recent: news.events.suffix(StoreLimits.resumableEvents),
                tokens: news.tokens ?? [], moves: moves),
            edition: received.edition, generation: generation)
    }
}

extension [RedisReply] {
    /// The setup in the first element, with the hidden answer of the second and the opening of the third.
    var setup: GameSetup? {
        get throws {
            guard let record = first?.text else { return nil }
            let others = dropFirst().prefix(2).map { $0.text.flatMap { $0.isEmpty ? nil : $0 } }
            let answer = others.first.flatMap(\.self)
            let opening = others.count == 2 ? others[1] : nil
            return try GameSetup(record: record)
                .withAnswer(answer.map { try Parameters(record: $0) })
                .withOpening(opening.map { try [GameEvent](openingRecord: $0) } ?? [])
        }
    }
}

import Foundation
import GameCore
import GameJSON
import GameStore

/// A game as read from Redis, with the edition of its tokens.
struct VersionedGame {
    let game: StoredGame
    let edition: Int
    /// How often the game was changed by anything other than its events, such as an administrator.
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
            case .success(let reply?):
                named(reply) { [self] named in
                    guard case .success(let reply) = named else { return done(named.map { _ in nil }) }
                    replay(reply, rules, at: now) { done($0.map(Optional.some)) }
                }
            }
        } _: { reply in
            reply == .null ? nil : try GameReply(id, reply)
        }
    }

    /// The reply with the present names.
    private func named(_ reply: GameReply, _ done: @escaping RedisAnswer<GameReply>) {
        naming(reply.setup) { [self] setup in
            naming(reply.received) { received in
                done(
                    Result {
                        GameReply(
                            setup: try setup.get(), received: try received.get(), generation: reply.generation
                        )
                    }.mapError(RedisFailure.init))
            }
        }
    }

    /// Computes the state from the whole journal; the reply contains the last events.
    private func replay(
        _ reply: GameReply, _ rules: RuleCatalog, at now: Timestamp,
        _ done: @escaping RedisAnswer<VersionedGame>
    ) {
        let news = reply.received.news
        do {
            replay(try rules.newGame(reply.setup), through: news.before) { found in
                done(
                    Result {
                        let state = try found.get().replaying(news.events)
                        guard state.sequence == reply.received.sequence else { throw RedisFailure.malformed }
                        return reply.game(state, at: now)
                    }.mapError(RedisFailure.init))
            }
        } catch { done(.failure(RedisFailure(error))) }
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
                naming(setup) { [self] in replay($0, through: sequence, rules, done) }
            } catch { done(.failure(RedisFailure(error))) }
        }
    }

    private func replay(
        _ setup: Result<GameSetup, RedisFailure>, through last: SequenceNumber, _ rules: RuleCatalog,
        _ done: @escaping RedisAnswer<GameState?>
    ) {
        do {
            let new = try rules.newGame(setup.get())
            guard last >= new.sequence else { return done(.success(nil)) }
            replay(new, through: last) { done($0.map(Optional.some)) }
        } catch { done(.failure(RedisFailure(error))) }
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
            naming(events, of: id) { [self] named in
                guard case .success(let page) = named else { return done(named) }
                journal(
                    of: id, after: page.last?.sequence ?? sequence, through: last, limit: rest,
                    pages: pages + [page], done)
            }
        } _: { reply in
            try reply.elements.map(GameEvent.init(_:))
        }
    }
}

/// The reply of the Redis function `game`.
private struct GameReply {
    let setup: GameSetup
    let received: RedisNews
    let generation: Int

    init(setup: GameSetup, received: RedisNews, generation: Int) {
        (self.setup, self.received, self.generation) = (setup, received, generation)
    }

    init(_ id: GameID, _ reply: RedisReply) throws {
        let parts = reply.elements
        guard parts.count == 5, let setup = try parts.setup, let generation = parts[4].number else {
            throw RedisFailure.malformed
        }
        var fields = try FieldReader(parts[3].elements)
        self.init(setup: setup, received: try RedisNews(id, &fields), generation: generation)
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

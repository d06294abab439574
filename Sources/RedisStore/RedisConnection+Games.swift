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
        command.add(GameState.snapshotVersion)
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

    /// Computes the state from the snapshot or, if that is missing or unusable, from the whole journal.
    private func replay(
        _ reply: GameReply, at now: Timestamp, _ done: @escaping RedisAnswer<VersionedGame>
    ) {
        if let state = reply.state { return done(.success(reply.game(state, at: now))) }
        journal(of: reply.new.setup.id, after: .zero, through: reply.received.sequence.value) { found in
            done(
                Result {
                    let state = try reply.new.replaying(found.get())
                    guard state.sequence == reply.received.sequence else { throw RedisFailure.malformed }
                    return reply.game(state, at: now)
                }.mapError(RedisFailure.init))
        }
    }

    /// Reads the state after event `sequence`; nil when the game has fewer events.
    func state(
        of id: GameID, at sequence: SequenceNumber, _ rules: RuleCatalog,
        _ done: @escaping RedisAnswer<GameState?>
    ) {
        var first = RedisCommand("HMGET", RedisKeys.game(id))
        for field in ["setup", "answer", "opening", "sequence"] { first.add(field) }
        var second = RedisCommand("XREVRANGE", RedisKeys.snapshots(id))
        for word in ["\(sequence)", "-", "COUNT", "1"] { second.add(word) }
        executeAll([first, second]) { [self] answers in
            do {
                let values = try answers[0].get().elements
                guard let setup = try values.setup, let last = values.last,
                    sequence.value <= last.number ?? 0
                else { return done(.success(nil)) }
                let new = try rules.newGame(setup)
                guard sequence >= new.sequence else { return done(.success(nil)) }
                let snapshot = try answers[1].get().elements.first.flatMap(StoredSnapshot.init(entry:))
                state(new, snapshot, at: sequence, done)
            } catch { done(.failure(RedisFailure(error))) }
        }
    }

    private func state(
        _ new: GameState, _ snapshot: StoredSnapshot?, at sequence: SequenceNumber,
        _ done: @escaping RedisAnswer<GameState?>
    ) {
        // The event at the snapshot is read too: it holds the hash that proves the snapshot.
        let start = snapshot.flatMap { SequenceNumber(max($0.sequence.value - 1, 0)) } ?? .zero
        journal(of: new.setup.id, after: start, through: sequence.value) { [self] found in
            do {
                let events = try found.get()
                guard let snapshot else { return done(.success(try new.replaying(events))) }
                let known = try GameState(snapshot.record, hash: events.first?.hash, of: new)
                done(.success(try known.replaying(events.dropFirst())))
            } catch  where snapshot != nil && RedisFailure(error) != .lost {
                state(new, nil, at: sequence, done)
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
    private let snapshot: GameState?
    private let generation: Int

    init(_ id: GameID, _ reply: RedisReply, _ rules: RuleCatalog) throws {
        let parts = reply.elements
        guard parts.count == 6, let setup = try parts.setup, let generation = parts[5].number else {
            throw RedisFailure.malformed
        }
        self.generation = generation
        new = try rules.newGame(setup)
        var fields = try FieldReader(parts[4].elements)
        received = try RedisNews(id, &fields)
        let stored = parts[3].elements
        if stored.count == 2, case .bytes(let record) = stored[0] {
            let hash = stored[1].number.flatMap(UInt32.init(exactly:)).map(StateHash.init(value:))
            snapshot = try? GameState(record, hash: hash, of: new)
        } else {
            snapshot = nil
        }
    }

    /// The game after its last event; nil when the snapshot and the events of the reply do not lead there.
    var state: GameState? {
        let (events, before) = (received.news.events, received.news.before)
        guard snapshot != nil || before == new.sequence else { return nil }
        let known = (snapshot?.sequence ?? before).value - before.value
        let state = try? (snapshot ?? new).replaying(events.dropFirst(known))
        return state?.sequence == received.sequence ? state : nil
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

/// A snapshot record and the sequence of its last event.
private struct StoredSnapshot {
    let sequence: SequenceNumber
    let record: [UInt8]

    /// Reads an entry of the snapshot stream; nil for a snapshot in another format version.
    init?(entry: RedisReply) {
        let values = entry.elements.last?.elements ?? []
        guard values.count == 4, values[1].number == GameState.snapshotVersion,
            case .bytes(let record) = values[3],
            let id = entry.elements.first?.text?.prefix(while: { $0 != "-" }),
            let sequence = Int(id).flatMap(SequenceNumber.init(_:))
        else { return nil }
        (self.sequence, self.record) = (sequence, record)
    }
}

import Foundation
import GameCore
import GameJSON
import GameStore

/// A game as Redis has it.
struct FoundGame {
    let game: StoredGame
    /// How often its tokens have changed.
    let edition: Int

    /// How far it is known herewith.
    var mark: FollowedGames.Mark {
        FollowedGames.Mark(sequence: game.state.sequence, edition: edition)
    }
}

/// Reading games back; nothing that Redis says is believed before it has been folded.
extension RedisConnection {
    /// Everything that is kept of the game `id`; nil when there is none.
    func game(
        _ id: GameID, _ rules: RuleCatalog, at now: Timestamp, _ done: @escaping RedisAnswer<FoundGame?>
    ) {
        var command = FunctionLibrary.call("game", keys: RedisKeys.all(of: id), isReading: true)
        command.add(GameState.snapshotVersion)
        command.add(StoreLimits.resumableEvents)
        command.add(StoreLimits.movesPerGame)
        ask(command) { [self] (found: Result<KeptGame?, RedisFailure>) in
            switch found {
            case .failure(let failure): done(.failure(failure))
            case .success(nil): done(.success(nil))
            case .success(let kept?): fold(kept, at: now) { done($0.map(Optional.some)) }
            }
        } _: { reply in
            reply == .nothing ? nil : try KeptGame(id, reply, rules)
        }
    }

    /// A snapshot is only a short cut: without it the whole journal leads to the same state.
    private func fold(_ kept: KeptGame, at now: Timestamp, _ done: @escaping RedisAnswer<FoundGame>) {
        if let state = kept.state { return done(.success(kept.found(state, at: now))) }
        journal(of: kept.new.setup.id, after: .zero, through: kept.told.sequence.value) { found in
            done(
                Result {
                    let state = try kept.new.followed(by: found.get())
                    guard state.sequence == kept.told.sequence else { throw RedisFailure.malformed }
                    return kept.found(state, at: now)
                }.mapError(RedisFailure.init))
        }
    }

    /// The game as it was at `moment`; nil when it has not come that far.
    func state(
        of id: GameID, at moment: SequenceNumber, _ rules: RuleCatalog,
        _ done: @escaping RedisAnswer<GameState?>
    ) {
        var first = RedisCommand("HMGET", RedisKeys.game(id))
        for field in ["setup", "answer", "sequence"] { first.add(field) }
        var second = RedisCommand("XREVRANGE", RedisKeys.snapshots(id))
        for word in ["\(moment)", "-", "COUNT", "1"] { second.add(word) }
        askAll([first, second]) { [self] answers in
            do {
                let values = try answers[0].get().elements
                guard let setup = try values.setup, let last = values.dropFirst(2).first,
                    moment.value <= last.number ?? 0
                else { return done(.success(nil)) }
                let new = try rules.newGame(setup)
                let snapshot = try answers[1].get().elements.first.flatMap(KeptSnapshot.init(entry:))
                state(new, snapshot, at: moment, done)
            } catch { done(.failure(RedisFailure(error))) }
        }
    }

    private func state(
        _ new: GameState, _ snapshot: KeptSnapshot?, at moment: SequenceNumber,
        _ done: @escaping RedisAnswer<GameState?>
    ) {
        // The snapshot's own event comes too, for its fingerprint.
        let start = snapshot.flatMap { SequenceNumber(max($0.sequence.value - 1, 0)) } ?? .zero
        journal(of: new.setup.id, after: start, through: moment.value) { [self] found in
            do {
                let events = try found.get()
                guard let snapshot else { return done(.success(try new.followed(by: events))) }
                let known = try GameState(snapshot.record, hash: events.first?.hash, of: new)
                done(.success(try known.followed(by: events.dropFirst())))
            } catch  where snapshot != nil && RedisFailure(error) != .lost {
                state(new, nil, at: moment, done)
            } catch { done(.failure(RedisFailure(error))) }
        }
    }

    /// The events of `id` after `sequence` and up to `last`, oldest first, at most `limit`.
    ///
    /// - Complexity: O(events), in pages, between which others have their turn.
    func journal(
        of id: GameID, after sequence: SequenceNumber, through last: Int = .max, limit: Int = .max,
        _ done: @escaping RedisAnswer<[GameEvent]>
    ) {
        journal(of: id, ReadEvents(sequence: sequence, last: last, limit: limit), done)
    }

    private func journal(of id: GameID, _ read: ReadEvents, _ done: @escaping RedisAnswer<[GameEvent]>) {
        guard read.missing > 0 else { return done(.success(read.events)) }
        var command = RedisCommand("XRANGE", RedisKeys.events(id), "\(read.sequence.next)")
        command.add(read.last == .max ? "+" : "\(read.last)")
        command.add("COUNT")
        command.add(read.missing)
        ask(command) { [self] (found: Result<[GameEvent], RedisFailure>) in
            guard case .success(let events) = found else { return done(found) }
            var read = read
            let isAll = events.count < read.missing
            read.events += events
            isAll ? done(.success(read.events)) : journal(of: id, read, done)
        } _: { reply in
            try reply.elements.map(GameEvent.init(_:))
        }
    }

    /// What of a journal has been read, and what is wanted of it.
    private struct ReadEvents {
        let start: SequenceNumber
        let last: Int
        let limit: Int
        var events: [GameEvent] = []

        init(sequence: SequenceNumber, last: Int, limit: Int) {
            (start, self.last, self.limit) = (sequence, last, limit)
        }

        var sequence: SequenceNumber { events.last?.sequence ?? start }
        /// How many the next page may have.
        var missing: Int { min(limit - events.count, max(last - sequence.value, 0), RedisLimits.page) }
    }
}

/// What the function `game` answers.
private struct KeptGame {
    /// The game before its first event.
    let new: GameState
    let told: ToldNews
    private let snapshot: GameState?

    init(_ id: GameID, _ reply: RedisReply, _ rules: RuleCatalog) throws {
        let parts = reply.elements
        guard parts.count == 4, let setup = try parts.setup else { throw RedisFailure.malformed }
        new = try rules.newGame(setup)
        var fields = try FieldReader(parts[3].elements)
        told = try ToldNews(id, &fields)
        let kept = parts[2].elements
        if kept.count == 2, case .bytes(let record) = kept[0] {
            let hash = kept[1].number.flatMap(UInt32.init(exactly:)).map(StateHash.init(value:))
            snapshot = try? GameState(record, hash: hash, of: new)
        } else {
            snapshot = nil
        }
    }

    /// The game after its last event; nil when what is here does not lead to it.
    var state: GameState? {
        let (events, before) = (told.news.events, told.news.before)
        guard snapshot != nil || before == .zero else { return nil }
        let known = (snapshot?.sequence ?? before).value - before.value
        let state = try? (snapshot ?? new).followed(by: events.dropFirst(known))
        return state?.sequence == told.sequence ? state : nil
    }

    func found(_ state: GameState, at now: Timestamp) -> FoundGame {
        let news = told.news
        let moves = news.moves.filter { $0.time.milliseconds - $0.time.away >= now.oldestMove }
        return FoundGame(
            game: StoredGame(
                state, recent: news.events.suffix(StoreLimits.resumableEvents),
                tokens: news.tokens ?? [], moves: moves),
            edition: told.edition)
    }
}

extension [RedisReply] {
    /// The setup that the first two texts are, the second what is to be found.
    var setup: GameSetup? {
        get throws {
            guard let record = first?.text else { return nil }
            let answer = dropFirst().first?.text.flatMap { $0.isEmpty ? nil : $0 }
            return try GameSetup(record: record).with(answer.map { try Parameters(record: $0) })
        }
    }
}

/// A snapshot as it is kept, and the event after which it was made.
private struct KeptSnapshot {
    let sequence: SequenceNumber
    let record: [UInt8]

    /// An entry of the stream of snapshots; nil when this version cannot read it.
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

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
        FollowedGames.Mark(sequence: game.picture.sequence, edition: edition)
    }
}

/// Reading games back; nothing that Redis says is believed before it has been folded.
extension RedisConnection {
    /// Everything that is kept of the game `id`; nil when there is none.
    func game(_ id: GameID, at now: Timestamp, _ done: @escaping RedisAnswer<FoundGame?>) {
        var command = FunctionLibrary.call("game", keys: RedisKeys.all(of: id), isReading: true)
        command.add(GameSnapshot.version)
        command.add(StoreLimits.resumableEvents)
        command.add(StoreLimits.movesPerGame)
        ask(command) { [self] (found: Result<KeptGame?, RedisFailure>) in
            switch found {
            case .failure(let failure): done(.failure(failure))
            case .success(nil): done(.success(nil))
            case .success(let kept?): fold(kept, at: now) { done($0.map(Optional.some)) }
            }
        } _: { reply in
            reply == .nothing ? nil : try KeptGame(id, reply)
        }
    }

    /// A snapshot is only a short cut: without it the whole journal leads to the same picture.
    private func fold(_ kept: KeptGame, at now: Timestamp, _ done: @escaping RedisAnswer<FoundGame>) {
        if let picture = kept.picture { return done(.success(kept.found(picture, at: now))) }
        journal(of: kept.setup.id, after: .zero, through: kept.told.sequence.value) { found in
            done(
                Result {
                    let events = try found.get()
                    let picture = try GamePicture(kept.setup, nil, followedBy: events[...])
                    guard picture.sequence == kept.told.sequence else { throw RedisFailure.malformed }
                    return kept.found(picture, at: now)
                }.mapError(RedisFailure.init))
        }
    }

    /// The game as it was at `moment`; nil when it has not come that far.
    func picture(of id: GameID, at moment: SequenceNumber, _ done: @escaping RedisAnswer<GamePicture?>) {
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
                let snapshot = try answers[1].get().elements.first.flatMap(GameSnapshot.init(entry:))
                picture(setup, snapshot, at: moment, done)
            } catch { done(.failure(RedisFailure(error))) }
        }
    }

    private func picture(
        _ setup: GameSetup, _ snapshot: GameSnapshot?, at moment: SequenceNumber,
        _ done: @escaping RedisAnswer<GamePicture?>
    ) {
        // The snapshot's own event comes too, for its fingerprint.
        let start = snapshot.flatMap { SequenceNumber(max($0.sequence.value - 1, 0)) } ?? .zero
        journal(of: setup.id, after: start, through: moment.value) { [self] found in
            do {
                let events = try found.get()
                let known = snapshot.map { ($0, events.first?.hash) }
                let rest = snapshot == nil ? events[...] : events.dropFirst()
                done(.success(try GamePicture(setup, known, followedBy: rest)))
            } catch  where snapshot != nil && RedisFailure(error) != .lost {
                picture(setup, nil, at: moment, done)
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
    let setup: GameSetup
    let told: ToldNews
    private let snapshot: (GameSnapshot, StateHash?)?

    init(_ id: GameID, _ reply: RedisReply) throws {
        let parts = reply.elements
        guard parts.count == 4, let setup = try parts.setup else { throw RedisFailure.malformed }
        self.setup = setup
        var fields = try FieldReader(parts[3].elements)
        told = try ToldNews(id, &fields)
        let kept = parts[2].elements
        if kept.count == 2, case .bytes(let record) = kept[0], let read = GameSnapshot(record: Data(record)) {
            snapshot = (read, kept[1].number.flatMap(UInt32.init(exactly:)).map(StateHash.init(value:)))
        } else {
            snapshot = nil
        }
    }

    /// The game after its last event; nil when what is here does not lead to it.
    var picture: GamePicture? {
        let (events, before) = (told.news.events, told.news.before)
        guard snapshot != nil || before == .zero else { return nil }
        let known = (snapshot?.0.sequence ?? before).value - before.value
        let picture = try? GamePicture(setup, snapshot, followedBy: events.dropFirst(known))
        return picture?.sequence == told.sequence ? picture : nil
    }

    func found(_ picture: GamePicture, at now: Timestamp) -> FoundGame {
        let news = told.news
        let moves = news.moves.filter { $0.time.milliseconds - $0.time.away >= now.oldestMove }
        return FoundGame(
            game: StoredGame(
                picture: picture, recent: news.events.suffix(StoreLimits.resumableEvents),
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
            return try GameSetup(record: record).with(answer.map { try GameAnswer(record: $0) })
        }
    }
}

nonisolated extension GameSnapshot {
    /// An entry of the stream of snapshots; nil when this version cannot read it.
    fileprivate init?(entry: RedisReply) {
        let values = entry.elements.last?.elements ?? []
        guard values.count == 4, values[1].number == Self.version, case .bytes(let record) = values[3] else {
            return nil
        }
        self.init(record: Data(record))
    }
}

import GameCore
import GameJSON
import GameStore

/// One batch on its way: sent, and after a lost connection sent again, until it is certain what has become of
/// it.
///
/// What belongs to no single game has its own commands around the games' own. Whoever dies in between leaves
/// a line of a list without its game, which readers skip, or pending standings, which others enter.
final class RedisBatch {
    private let appends: [GameAppend]
    /// Games whose entries cannot be saved, whoever else is in the batch.
    private let refused: [GameID: AppendResult.Rejection]
    private let before: [RedisCommand]
    private let calls: [RedisCommand]
    private let now: Timestamp
    private let done: @MainActor (AppendResult) -> Void
    /// Hears what was saved: the edition of a game's tokens, or nil where that was found out later.
    private let saved: (GameAppend, Int?) -> Void

    /// Readies `batch` as the attempt of this name.
    ///
    /// - Throws: `StoreFailure` when nothing of it can be saved, before anything has been.
    init(
        _ batch: EventBatch, _ node: RedisNode, attempt: String, at now: Timestamp,
        saved: @escaping (GameAppend, Int?) -> Void, done: @escaping @MainActor (AppendResult) -> Void
    ) throws(StoreFailure) {
        var refused: [GameID: AppendResult.Rejection] = [:]
        var ready: [(append: GameAppend, call: RedisCommand)] = []
        for (game, entries) in batch.entriesByGame {
            do {
                let append = try GameAppend(game, entries)
                guard !append.isEmpty else { continue }
                ready.append((append, append.command(node, attempt: attempt, at: now)))
            } catch { refused[game] = .refused(StoreFailure(error)) }
        }
        if ready.isEmpty, case .refused(let failure) = refused.values.first { throw failure }
        // New games first: what leads to one is never there without it.
        ready = ready.filter { $0.append.setup != nil } + ready.filter { $0.append.setup == nil }
        (appends, calls) = (ready.map(\.append), ready.map(\.call))
        self.refused = refused
        before =
            batch.entries.compactMap(\.puzzle).map(\.command) + appends.flatMap { $0.announcements(at: now) }
        self.now = now
        self.saved = saved
        self.done = done
    }

    /// The games that it adds to.
    var games: [GameID] { appends.map(\.game) }
    /// Games that it makes, if it happens.
    var newGames: Set<GameID> { Set(appends.lazy.filter { $0.setup != nil }.map(\.game)) }

    /// Sends everything; `unknown` hears why it must be sent again.
    func send(on connection: RedisConnection, unknown: @escaping (RedisFailure) -> Void) {
        connection.askAll(before + calls) { [self] answers in
            let (first, outcomes) = (answers.prefix(before.count), answers.dropFirst(before.count))
            if let failure = first.lazy.compactMap(\.failure).first { return unknown(failure) }
            if let failure = outcomes.lazy.compactMap(\.failure).first(where: \.isPassing) {
                return unknown(failure)
            }
            settle(Array(outcomes), on: connection, unknown: unknown)
        }
    }

    private func settle(
        _ answers: [Result<RedisReply, RedisFailure>], on connection: RedisConnection,
        unknown: @escaping (RedisFailure) -> Void
    ) {
        var rejections = refused
        var after: [RedisCommand] = []
        for (append, answer) in zip(appends, answers) {
            do {
                let parts = try answer.get().elements
                switch parts.first?.text {
                case "saved", "again":
                    saved(append, parts.dropFirst().first?.number)
                    after += append.completions(day: parts.last?.text ?? "", at: now)
                case "fenced": rejections[append.game] = .fenced
                case "overtaken":
                    var fields = try FieldReader(parts.dropFirst())
                    rejections[append.game] = .overtaken(try ToldNews(append.game, &fields).news)
                default: throw RedisFailure.malformed
                }
            } catch { rejections[append.game] = .refused(StoreFailure(RedisFailure(error))) }
        }
        connection.askAll(after) { [self] completed in
            if let failure = completed.lazy.compactMap(\.failure).first { return unknown(failure) }
            done(result(rejections))
        }
    }

    private func result(_ rejections: [GameID: AppendResult.Rejection]) -> AppendResult {
        if appends.count == 1, refused.isEmpty, before.isEmpty,
            case .refused(var failure) = rejections.values.first
        {
            failure.isCertain = true
            return .failed(failure)
        }
        return .saved(except: rejections)
    }
}

/// What a batch adds to one game: one call of the function that does it.
nonisolated struct GameAppend: Sendable {
    let game: GameID
    let setup: GameSetup?
    let events: [GameEvent]
    let tokens: [HeldToken]
    let standings: [Standing]
    private let entries: [JournalEntry]
    private let base: SequenceNumber?

    /// The entries of one game, in order.
    ///
    /// - Throws: `StoreFailure` when they cannot follow each other.
    init(_ game: GameID, _ entries: [JournalEntry]) throws(StoreFailure) {
        self.game = game
        self.entries = entries
        setup = entries.lazy.compactMap(\.setup).first
        events = entries.flatMap(\.events)
        tokens = entries.flatMap(\.tokens)
        standings = entries.flatMap(\.standings)
        base = setup == nil ? entries.first.flatMap(\.ownBase) ?? events.first?.base : .zero
        var last = base
        for event in events {
            guard event.sequence == last?.next else { throw .outOfOrder }
            last = event.sequence
        }
    }

    /// Whether there is nothing to be said of the game itself.
    var isEmpty: Bool {
        setup == nil && events.isEmpty && tokens.isEmpty
            && entries.allSatisfy { $0.move == nil && $0.asks == nil && $0.base == nil }
    }

    /// The call, as `attempt` of `node`, which tells whether it was made before.
    func command(_ node: RedisNode, attempt: String, at now: Timestamp) -> RedisCommand {
        var command = FunctionLibrary.call("append", keys: RedisKeys.all(of: game))
        command.add(node.name)
        command.add(attempt)
        command.add(setup == nil ? "" : "1")
        command.add(RedisKeys.channel(.news, of: game, database: node.database))
        command.add(entries.last { $0.fence != nil }?.fence.map(String.init) ?? "")
        command.add(base?.description ?? "")
        command.add(now.oldestMove)
        command.add(StoreLimits.movesPerGame)
        command.add(entries.reduce(0) { $0 + $1.effects.arrivals })
        addFields(to: &command)
        addEvents(to: &command)
        addMoves(to: &command)
        addTokens(to: &command)
        addSnapshots(to: &command)
        return command
    }

    /// What the game's own key says, besides what is counted.
    private func addFields(to command: inout RedisCommand) {
        var fields: [(String, [UInt8])] = []
        if let setup {
            fields.append(("setup", Array(setup.with(nil).record.utf8)))
            if let answer = setup.answer { fields.append(("answer", Array(answer.record.utf8))) }
            if let day = setup.dailyRecord { fields.append(("day", Array(day.utf8))) }
        }
        if let phase = entries.lazy.compactMap(\.effects.phase).last {
            fields.append(("phase", Array(phase.rawValue.utf8)))
        }
        if let last = events.last {
            fields.append(("sequence", Array("\(last.sequence)".utf8)))
            fields.append(("hash", Array("\(last.hash.value)".utf8)))
        }
        if !standings.isEmpty { fields.append((RedisKeys.pendingStandingsField, Standing.record(standings))) }
        command.add(fields.count)
        for (name, value) in fields {
            command.add(name)
            command.add(value)
        }
    }

    private func addEvents(to command: inout RedisCommand) {
        command.add(events.count)
        for event in events {
            command.add(event.sequence.value)
            command.add(event.time.milliseconds)
            command.add(event.time.away)
            command.add(event.hash.value)
            command.add(event.change.record)
        }
    }

    private func addMoves(to command: inout RedisCommand) {
        let (moves, asked) = (entries.compactMap(\.move), entries.compactMap(\.asks))
        command.add(moves.count)
        for move in moves {
            command.add(move.key.bytes)
            command.add(move.sequence.value)
            command.add(move.record)
        }
        command.add(asked.count)
        for key in asked { command.add(key.bytes) }
    }

    /// New ones, and between them the seats whose earlier ones are worth nothing from there on.
    private func addTokens(to command: inout RedisCommand) {
        var rows: [[[UInt8]]] = []
        for entry in entries {
            rows += entry.effects.endedTokens.map { seat in [[], Array("\(seat.number)".utf8), []] }
            rows += entry.tokens.map { token in
                [token.digest.bytes, Array(token.seatRecord.utf8), Array(token.holderRecord.utf8)]
            }
        }
        command.add(rows.count)
        for value in rows.joined() { command.add(value) }
    }

    private func addSnapshots(to command: inout RedisCommand) {
        let snapshots = entries.compactMap(\.snapshot)
        command.add(snapshots.count)
        for state in snapshots {
            command.add(state.sequence.value)
            command.add(GameState.snapshotVersion)
            command.add(state.snapshot)
        }
    }
}

extension GameAppend {
    /// What must be known of it before it is there, so that nobody overlooks it afterwards.
    fileprivate func announcements(at now: Timestamp) -> [RedisCommand] {
        var commands: [RedisCommand] = []
        if let setup, setup.isPublic {
            let lists = [RedisKeys.publicGames, RedisKeys.publicGames(by: setup.rules)]
            var command = FunctionLibrary.call("enlist", keys: lists + [RedisKeys.publicCount])
            command.add(game.text)
            commands.append(command)
        }
        if let setup, let day = setup.dailyRecord { commands += marks(day, at: setup.created) }
        if !standings.isEmpty {
            let moment = "\(now.milliseconds)"
            commands.append(RedisCommand("ZADD", RedisKeys.pendingStandings, moment, game.text))
        }
        return commands
    }

    /// What comes of it when it is there: nobody has been told of a new token, or that a game is over.
    fileprivate func completions(day: String, at now: Timestamp) -> [RedisCommand] {
        let marks = setup == nil && !day.isEmpty ? marks(day, at: now) : []
        return marks + Standing.entering(Standing.record(standings), of: game)
    }

    private func marks(_ day: String, at now: Timestamp) -> [RedisCommand] {
        tokens.flatMap { token in
            let key = RedisKeys.days(token.digest)
            return [
                RedisCommand("ZADD", key, "\(now.milliseconds)", "\(day) \(game.text)"),
                RedisCommand("ZREMRANGEBYRANK", key, "0", "-\(RedisLimits.dailyGamesPerToken + 1)"),
            ]
        }
    }
}

extension EventBatch {
    /// The entries of each game, in order; games in the order in which they come first.
    fileprivate var entriesByGame: [(game: GameID, entries: [JournalEntry])] {
        var places: [GameID: Int] = [:]
        var games: [(game: GameID, entries: [JournalEntry])] = []
        for entry in entries {
            let place = places[entry.game] ?? games.count
            if place == games.count { games.append((entry.game, [])) }
            places[entry.game] = place
            games[place].entries.append(entry)
        }
        return games
    }
}

extension Standing {
    /// Enters what `game` owes into the leaderboards; done twice it is there twice, and counts once.
    static func entering(_ record: [UInt8], of game: GameID) -> [RedisCommand] {
        guard !record.isEmpty else { return [] }
        var entry = RedisCommand("XADD", RedisKeys.standings, "*", "s")
        entry.add(record)
        return [entry, RedisCommand("ZREM", RedisKeys.pendingStandings, game.text)]
    }
}

extension StoredPuzzle {
    /// What keeps it.
    fileprivate var command: RedisCommand {
        var command = RedisCommand("HSET", RedisKeys.puzzle(id), "format", format.rawValue, "file")
        command.add(file)
        command.add("owner")
        command.add(owner.bytes)
        for word in ["public", isPublic ? "1" : "0", "made", "\(made.milliseconds)"] { command.add(word) }
        return command
    }
}

nonisolated extension StoreFailure {
    /// Entries of one game cannot follow each other.
    static let outOfOrder = StoreFailure(
        reason: "An event has another number than it should.", isCertain: true)
}

nonisolated extension JournalEntry {
    /// The last event on which it builds, as far as it tells.
    fileprivate var ownBase: SequenceNumber? { events.first?.base ?? base ?? move?.before }
}

nonisolated extension GameEvent {
    fileprivate var base: SequenceNumber? { SequenceNumber(sequence.value - 1) }
}

nonisolated extension GameSetup {
    /// Whose day it is, if it is a day's: by rules and day.
    var dailyRecord: String? { dayHere.map { "\(rules) \($0.number)" } }
}

nonisolated extension Timestamp {
    /// Milliseconds of the games' clock before which moves are forgotten.
    var oldestMove: Int64 { milliseconds - away - StoreLimits.moveLifetime.wholeMilliseconds }
}

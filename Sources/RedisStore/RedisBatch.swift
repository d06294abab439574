import GameCore
import GameJSON
import GameStore

/// A batch in flight, which is sent again after a lost connection until its outcome is known.
///
/// The games of a transaction are written by one atomic call, which writes all or none; any other game has a call
/// of its own. Lists and puzzles have their own commands before and after these calls. A node that dies in between
/// leaves a list entry without its game, which readers skip, or pending standings, which other nodes enter.
final class RedisBatch {
    /// The games of each call.
    private let groups: [[GameAppend]]
    /// Games that are rejected before anything is sent.
    private let refused: [GameID: AppendResult.Rejection]
    /// Commands that precede the calls.
    private let before: [RedisCommand]
    private let calls: [RedisCommand]
    private let now: Timestamp
    private let done: @MainActor (AppendResult) -> Void
    /// Called for each saved game with the edition of its tokens; nil when an earlier attempt saved it.
    private let saved: (GameAppend, Int?) -> Void
    /// Called for each game of which Redis has lost events, with its last event there.
    private let lost: (GameID, SequenceNumber) -> Void

    /// Prepares the commands of `batch`; the name `attempt` makes repetitions recognisable.
    ///
    /// - Parameters:
    ///   - hash: The hash of a game after an event, if this node knows it.
    ///   - isArchived: Whether the games come from an archive, which may name players whom it does not have.
    /// - Throws: `StoreFailure` when no entry can be saved.
    init(
        _ batch: EventBatch, _ node: RedisNode, attempt: String, at now: Timestamp,
        hash: (GameID, SequenceNumber) -> StateHash? = { _, _ in nil },
        isArchived: Bool = false,
        saved: @escaping (GameAppend, Int?) -> Void,
        lost: @escaping (GameID, SequenceNumber) -> Void = { _, _ in },
        done: @escaping @MainActor (AppendResult) -> Void
    ) throws(StoreFailure) {
        var refused: [GameID: AppendResult.Rejection] = [:]
        var groups: [[GameAppend]] = []
        for group in batch.groups {
            do throws(StoreFailure) {
                let appends = try group.map { game, entries throws(StoreFailure) in
                    try GameAppend(game, entries)
                }
                let full = appends.filter { !$0.isEmpty }
                if !full.isEmpty { groups.append(full) }
            } catch {
                for (game, _) in group { refused[game] = .refused(error) }
            }
        }
        if groups.isEmpty, case .refused(let failure) = refused.values.first { throw failure }
        self.groups = groups
        let call = AppendCall(node: node, attempt: attempt, now: now, isArchived: isArchived)
        calls = groups.map { group in
            call.command(group.map { append in (append, append.base.flatMap { hash(append.game, $0) }) })
        }
        self.refused = refused
        let appends = groups.flatMap(\.self)
        before =
            batch.entries.compactMap(\.puzzle).flatMap(\.commands)
            + (isArchived ? appends.flatMap(\.namesOfUnknownPlayers) : [])
            + appends.flatMap { $0.commandsBefore(at: now) }
        self.now = now
        self.saved = saved
        self.lost = lost
        self.done = done
    }

    var games: [GameID] { groups.flatMap { $0.map(\.game) } }
    /// The games that the batch creates.
    var newGames: Set<GameID> { Set(groups.joined().lazy.filter { $0.setup != nil }.map(\.game)) }

    /// Sends all commands; calls `unknown` when the outcome is unknown and the batch must be sent again.
    func send(on connection: RedisConnection, unknown: @escaping (RedisFailure) -> Void) {
        connection.executeAll(before + calls) { [self] answers in
            let (first, outcomes) = (answers.prefix(before.count), answers.dropFirst(before.count))
            if let failure = first.lazy.compactMap(\.failure).first { return unknown(failure) }
            if let failure = outcomes.lazy.compactMap(\.failure).first(where: \.isTransient) {
                return unknown(failure)
            }
            settle(Array(outcomes), on: connection, unknown: unknown)
        }
    }

    /// The combined result of all calls.
    private struct Outcome {
        var rejections: [GameID: AppendResult.Rejection]
        /// The news of other nodes, which have no names yet.
        var overtaking: [RedisNews] = []
        /// Commands that follow the calls.
        var after: [RedisCommand] = []
    }

    private func settle(
        _ answers: [Result<RedisReply, RedisFailure>], on connection: RedisConnection,
        unknown: @escaping (RedisFailure) -> Void
    ) {
        var outcome = Outcome(rejections: refused)
        for (group, answer) in zip(groups, answers) {
            do {
                let replies = try answer.get().elements.map(\.elements)
                guard replies.count == group.count else { throw RedisFailure.malformed }
                for (append, reply) in zip(group, replies) { try add(reply, to: append, &outcome) }
            } catch {
                let failure = StoreFailure(RedisFailure(error))
                for append in group { outcome.rejections[append.game] = .refused(failure) }
            }
        }
        connection.executeAll(outcome.after) { [self, outcome] completed in
            if let failure = completed.firstFailure { return unknown(failure) }
            finish(outcome.rejections, outcome.overtaking[...], on: connection, unknown: unknown)
        }
    }

    /// Adds the reply for one game.
    private func add(_ reply: [RedisReply], to append: GameAppend, _ outcome: inout Outcome) throws {
        let game = append.game
        switch reply.first?.text {
        case "saved", "again":
            saved(append, reply.dropFirst().first?.number)
            outcome.after += Standing.entering(Standing.record(append.standings), of: game)
            outcome.after += append.commandsAfter
        case "withheld": outcome.rejections[game] = .withheld
        case "fenced": outcome.rejections[game] = .fenced
        case "gone": outcome.rejections[game] = .refused(.noSuchGame)
        case "erased": outcome.rejections[game] = .refused(.playerErased)
        case "lost":
            outcome.rejections[game] = .refused(.eventsLost)
            lost(game, reply.last?.number.flatMap(SequenceNumber.init(_:)) ?? .zero)
        case "overtaken":
            var fields = try FieldReader(reply.dropFirst())
            outcome.overtaking.append(try RedisNews(game, &fields))
        default: throw RedisFailure.malformed
        }
    }

    /// Reports the outcome, once the events of other nodes have names.
    private func finish(
        _ rejections: [GameID: AppendResult.Rejection], _ overtaking: ArraySlice<RedisNews>,
        on connection: RedisConnection, unknown: @escaping (RedisFailure) -> Void
    ) {
        guard let first = overtaking.first else { return done(result(rejections)) }
        connection.naming(first) { [self] found in
            switch found {
            case .failure(let failure): unknown(failure)
            case .success(let named):
                let known = rejections.merging([named.news.game: .overtaken(named.news)]) { $1 }
                finish(known, overtaking.dropFirst(), on: connection, unknown: unknown)
            }
        }
    }

    private func result(_ rejections: [GameID: AppendResult.Rejection]) -> AppendResult {
        if groups.count == 1, refused.isEmpty, before.isEmpty,
            case .refused(var failure) = rejections.values.first
        {
            failure.isDefinite = true
            return .failed(failure)
        }
        return .saved(except: rejections)
    }
}

/// One call of the function `append`.
private struct AppendCall {
    let node: RedisNode
    let attempt: String
    let now: Timestamp
    /// Whether the players may be unknown.
    let isArchived: Bool

    /// The call for the games of one group, each with the hash that it must have, if this node knows it.
    func command(_ group: [(append: GameAppend, hash: StateHash?)]) -> RedisCommand {
        let keys = group.flatMap { RedisKeys.all(of: $0.append.game) }
        var command = FunctionLibrary.call("append", keys: keys)
        for value in [node.name, attempt] { command.add(value) }
        command.add(now.oldestMove)
        command.add(StoreLimits.movesPerGame)
        for (append, hash) in group { append.addArguments(to: &command, node, hash, isArchived: isArchived) }
        return command
    }
}

/// The entries of one game in a batch.
nonisolated struct GameAppend: Sendable {
    let game: GameID
    let setup: GameSetup?
    let events: [GameEvent]
    let tokens: [HeldToken]
    let standings: [Standing]
    private let entries: [JournalEntry]
    fileprivate let base: SequenceNumber?

    /// - Throws: `StoreFailure` when the events of `entries` are not consecutive.
    init(_ game: GameID, _ entries: [JournalEntry]) throws(StoreFailure) {
        self.game = game
        self.entries = entries
        setup = entries.lazy.compactMap(\.setup).first
        events = entries.flatMap(\.events)
        tokens = entries.flatMap(\.tokens)
        standings = entries.flatMap(\.standings)
        base =
            setup.map { $0.opening.last?.sequence ?? .zero }
            ?? entries.first.flatMap(\.statedBase) ?? events.first?.base
        var last = base
        for event in events {
            guard event.sequence == last?.next else { throw .outOfOrder }
            last = event.sequence
        }
    }

    /// The setup that the events have changed; nil without such an event, or for a new game.
    fileprivate var changedSetup: GameSetup? {
        setup == nil ? entries.lazy.compactMap(\.effects.setup).last : nil
    }

    /// Commands that remove a game from the public lists when it has become private; readers skip it until
    /// then.
    fileprivate var commandsAfter: [RedisCommand] {
        guard let setup = changedSetup, !setup.isPublic else { return [] }
        return [RedisKeys.publicGames, RedisKeys.publicGames(by: setup.rules)]
            .map { RedisCommand("ZREM", $0, game.text) }
    }

    /// Whether the entries leave the game unchanged, for example an entry with only a puzzle.
    var isEmpty: Bool {
        setup == nil && events.isEmpty && tokens.isEmpty
            && entries.allSatisfy { $0.move == nil && $0.unusedMove == nil && $0.base == nil }
    }

    fileprivate func addArguments(
        to command: inout RedisCommand, _ node: RedisNode, _ hash: StateHash?, isArchived: Bool
    ) {
        command.add(setup == nil ? "" : "1")
        command.add(RedisKeys.channel(.news, of: game, database: node.database))
        command.add(entries.last { $0.fence != nil }?.fence.map(String.init) ?? "")
        command.add(base?.description ?? "")
        command.add(hash.map { "\($0.value)" } ?? "")
        command.add(entries.reduce(0) { $0 + $1.effects.seatCountChange })
        command.add(entries.contains(where: \.isTimeToForgetMoves) ? "1" : "")
        addFields(to: &command)
        addEvents(to: &command)
        addMoves(to: &command)
        addTokens(to: &command)
        addNames(to: &command)
        let seated = isArchived ? [] : seatedPlayers
        command.add(seated.count)
        for player in seated { command.add(RedisKeys.player(player)) }
    }

    /// The fields of the game's hash, except the counters `edition` and `seated`.
    private func addFields(to command: inout RedisCommand) {
        var fields: [(String, [UInt8])] = []
        if let changedSetup { fields.append(("setup", Array(changedSetup.record.utf8))) }
        if let setup {
            fields.append(("setup", Array(setup.outline.record.utf8)))
            if let answer = setup.answer { fields.append(("answer", Array(answer.record.utf8))) }
            if let last = setup.opening.last {
                fields.append(("opening", Array(setup.opening.openingRecord.utf8)))
                fields.append(("base", Array("\(last.sequence)".utf8)))
            }
        }
        if let phase = entries.lazy.compactMap(\.effects.phase).last {
            fields.append(("phase", Array(phase.rawValue.utf8)))
        }
        if let last = events.last ?? setup?.opening.last {
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
        let (moves, asked) = (entries.compactMap(\.move), entries.compactMap(\.unusedMove))
        command.add(moves.count)
        for move in moves {
            command.add(move.key.bytes)
            command.add(move.sequence.value)
            command.add(move.record)
        }
        command.add(asked.count)
        for key in asked { command.add(key.bytes) }
    }

    private func addNames(to command: inout RedisCommand) {
        let fields = names.compactMap { person, name -> (field: String, name: PlayerName)? in
            switch person {
            case .guest(let since): ("\(since)", name)
            case .member(let player): (player.text, name)
            case .player: nil
            }
        }
        command.add(fields.count)
        for (field, name) in fields {
            command.add(field)
            command.add(name.text)
        }
    }

    private var names: [Person: PlayerName] {
        entries.reduce(into: [:]) { names, entry in names.merge(entry.names) { $1 } }
    }

    /// Commands that name players whom nothing else has named yet.
    fileprivate var namesOfUnknownPlayers: [RedisCommand] {
        names.compactMap { person, name in
            guard case .player(let player) = person, name != .deleted else { return nil }
            return RedisCommand("HSETNX", RedisKeys.player(player), "name", name.text)
        }
    }

    /// New tokens in order, and between them the seats whose earlier tokens are revoked.
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
}

nonisolated extension GameAppend {
    /// The players with keys who sit down.
    fileprivate var seatedPlayers: [PlayerID] {
        events.compactMap { event in
            if case .seatTaken(let seated) = event.change { seated.player } else { nil }
        }
    }

    /// Commands for list entries, which must precede the game: a crash in between would otherwise hide the
    /// game.
    fileprivate func commandsBefore(at now: Timestamp) -> [RedisCommand] {
        var commands: [RedisCommand] = []
        if let setup = setup ?? changedSetup, setup.isPublic {
            let lists = [RedisKeys.publicGames, RedisKeys.publicGames(by: setup.rules)]
            var command = FunctionLibrary.call("enlist", keys: lists + [RedisKeys.publicCount])
            command.add(game.text)
            commands.append(command)
        }
        for player in seatedPlayers {
            let addition = RedisCommand("ZADD", RedisKeys.games(of: player), "\(now.milliseconds)", game.text)
            commands.append(FunctionLibrary.call([addition], for: player))
        }
        if !standings.isEmpty {
            let time = "\(now.milliseconds)"
            commands.append(RedisCommand("ZADD", RedisKeys.pendingStandings, time, game.text))
        }
        return commands
    }
}

extension Standing {
    /// Enters the pending standings of `game` into the leaderboards; readers ignore repeated standings.
    static func entering(_ record: [UInt8], of game: GameID) -> [RedisCommand] {
        guard !record.isEmpty else { return [] }
        var entry = RedisCommand("XADD", RedisKeys.standings, "*", "s")
        entry.add(record)
        return [entry, RedisCommand("ZREM", RedisKeys.pendingStandings, game.text)]
    }
}

extension StoredPuzzle {
    /// Stores the puzzle, and lists it if it is public; may be repeated.
    fileprivate var commands: [RedisCommand] {
        isPublic ? [command, RedisCommand("ZADD", RedisKeys.publicPuzzles, "\(ordinal)", id)] : [command]
    }

    /// The time of creation in milliseconds, and 12 bits of the id: less than 2^53, as scores must be.
    private var ordinal: Int {
        Int(created.milliseconds) << 12 | Int(Digest(Array(id.utf8)).prefix & 0xFFF)
    }

    private var command: RedisCommand {
        var command = RedisCommand("HSET", RedisKeys.puzzle(id), "format", format.rawValue, "file")
        command.add(file)
        command.add("owner")
        command.add(owner.bytes)
        if let content {
            command.add("content")
            command.add(content)
        }
        for word in ["public", isPublic ? "1" : "0", "made", "\(created.milliseconds)"] { command.add(word) }
        return command
    }
}

nonisolated extension StoreFailure {
    /// The events of one game are not consecutive.
    static let outOfOrder = StoreFailure(
        reason: "An event has an unexpected sequence number.", isDefinite: true)
    /// The game was deleted in the meantime.
    static let noSuchGame = StoreFailure(reason: "There is no such game.", isDefinite: true)
    /// The game has events here that the store no longer has.
    static let eventsLost = StoreFailure(reason: "The store has lost events of this game.", isDefinite: true)
}

nonisolated extension JournalEntry {
    /// The last event before the entry, if the entry states it.
    fileprivate var statedBase: SequenceNumber? { events.first?.base ?? base ?? move?.before }
}

nonisolated extension GameEvent {
    fileprivate var base: SequenceNumber? { SequenceNumber(sequence.value - 1) }
}

nonisolated extension Timestamp {
    /// The time on the games' clock, in milliseconds, before which moves are forgotten.
    var oldestMove: Int64 { milliseconds - away - StoreLimits.moveLifetime.wholeMilliseconds }
}

import GameCore
import GameJSON
import GameStore

/// One batch on its way: sent, and after a lost connection sent again, until it is certain what has become of
/// it.
///
/// What belongs to no single game has its own commands around the games' own. Whoever dies in between leaves
/// a line of a list without its game, which readers skip, or a debt, which others pay.
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
                    after += append.payments(day: parts.last?.text ?? "", at: now)
                case "fenced": rejections[append.game] = .fenced
                case "overtaken":
                    var fields = try FieldReader(parts.dropFirst())
                    rejections[append.game] = .overtaken(try ToldNews(append.game, &fields).news)
                default: throw RedisFailure.malformed
                }
            } catch { rejections[append.game] = .refused(StoreFailure(RedisFailure(error))) }
        }
        connection.askAll(after) { [self] paid in
            if let failure = paid.lazy.compactMap(\.failure).first { return unknown(failure) }
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
            commands.append(RedisCommand("ZADD", RedisKeys.debts, "\(now.milliseconds)", game.text))
        }
        return commands
    }

    /// What comes of it when it is there: nobody has been told of a new token, or that a game is over.
    fileprivate func payments(day: String, at now: Timestamp) -> [RedisCommand] {
        let marks = setup == nil && !day.isEmpty ? marks(day, at: now) : []
        return marks + Standing.payments(Standing.record(standings), of: game)
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

extension Standing {
    /// Enters what `game` owes into the leaderboards; done twice it is there twice, and counts once.
    static func payments(_ record: [UInt8], of game: GameID) -> [RedisCommand] {
        guard !record.isEmpty else { return [] }
        var payment = RedisCommand("XADD", RedisKeys.standings, "*", "s")
        payment.add(record)
        return [payment, RedisCommand("ZREM", RedisKeys.debts, game.text)]
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

import GameCore

/// One batch on its way: sent, and after a lost connection sent again, until it is certain what has become of
/// it.
///
/// What belongs to no single game has its own commands around the games' own. Whoever dies in between leaves
/// a line of a list without its game, which readers skip, or a debt, which others pay.
final class RedisBatch {
    private let appends: [GameAppend]
    private let before: [RedisCommand]
    private let calls: [RedisCommand]
    private let now: Timestamp
    private let done: @MainActor (AppendResult) -> Void
    /// Hears what was saved: the edition of a game's tokens, or nil where that was found out later.
    private let saved: (GameAppend, Int?) -> Void

    /// Readies `batch` as the attempt of this name.
    ///
    /// - Throws: what cannot be saved, before anything has been.
    init(
        _ batch: EventBatch, _ node: RedisNode, attempt: String, at now: Timestamp,
        saved: @escaping (GameAppend, Int?) -> Void, done: @escaping @MainActor (AppendResult) -> Void
    ) throws {
        var entries: [GameID: [JournalEntry]] = [:]
        var order: [GameID] = []
        for entry in batch.entries {
            if entries[entry.game] == nil { order.append(entry.game) }
            entries[entry.game, default: []].append(entry)
        }
        let all = try order.map { try GameAppend($0, entries[$0] ?? []) }.filter { !$0.isEmpty }
        // New games first: what leads to one is never there without it.
        appends = all.filter { $0.setup != nil } + all.filter { $0.setup == nil }
        calls = try appends.map { try $0.command(node, attempt: attempt, at: now) }
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
        var rejections: [GameID: AppendResult.Rejection] = [:]
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
        if appends.count == 1, before.isEmpty, case .refused(var failure) = rejections.values.first {
            failure.isCertain = true
            return .failed(failure)
        }
        return .saved(except: rejections)
    }
}

extension GameAppend {
    /// What must be known of it before it is there, so that nobody overlooks it afterwards.
    fileprivate func announcements(at now: Timestamp) -> [RedisCommand] {
        var commands: [RedisCommand] = []
        if setup?.isPublic == true {
            var command = FunctionLibrary.call(
                "enlist", keys: [RedisKeys.publicGames, RedisKeys.publicCount])
            command.add(game.text)
            commands.append(command)
        }
        if let day = setup?.dailyRecord { commands += marks(day, at: now) }
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
                RedisCommand("ZREMRANGEBYRANK", key, "0", "-\(Settings.dailyGamesPerToken + 1)"),
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

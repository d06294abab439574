import GameCore
import GameJSON
import GameStore

/// Queries for lists of games, puzzles, daily games and standings.
extension RedisConnection {
    /// Lists public games, newest first; stops early, with the games found so far, once `isWanted` is false.
    ///
    /// - Complexity: O(games read of these rules); a rare phase makes it read many.
    func list(
        _ wanted: GameListQuery, _ rules: RuleCatalog, while isWanted: @escaping @MainActor () -> Bool,
        _ done: @escaping RedisAnswer<[GameSummary]>
    ) {
        list(
            wanted, rules, while: isWanted, before: wanted.cursor.map { "(\($0)" } ?? "+inf", found: [], done)
    }

    private func list(
        _ wanted: GameListQuery, _ rules: RuleCatalog, while isWanted: @escaping @MainActor () -> Bool,
        before: String, found: [GameSummary], _ done: @escaping RedisAnswer<[GameSummary]>
    ) {
        let listed = wanted.rules.map(RedisKeys.publicGames(by:)) ?? RedisKeys.publicGames
        var command = RedisCommand("ZREVRANGEBYSCORE", listed, before, "-inf", "WITHSCORES")
        for word in ["LIMIT", "0", "\(RedisLimits.gamesPage)"] { command.add(word) }
        execute(command) { [self] (page: Result<[(id: GameID, ordinal: Int)], RedisFailure>) in
            guard case .success(let games) = page else { return done(page.map { _ in [] }) }
            executeAll(games.map { Self.summary(of: $0.id) }) { [self] answers in
                if answers.contains(where: { $0.failure == .lost }) { return done(.failure(.lost)) }
                // A game that is unreadable, or was never created, must not hide the others.
                let read = zip(games, answers).compactMap { game, answer -> GameSummary? in
                    if wanted.rules == nil, game.id.room != nil { return nil }
                    return try? GameSummary(ordinal: game.ordinal, answer.get().elements, rules)
                }
                let all = found + read.filter { $0.setup.isPublic && wanted.includes($0) }
                guard all.count < wanted.limit, let last = games.last, games.count == RedisLimits.gamesPage,
                    isWanted()
                else { return done(.success(Array(all.prefix(wanted.limit)))) }
                list(wanted, rules, while: isWanted, before: "(\(last.ordinal)", found: all, done)
            }
        } _: { reply in
            let words = reply.elements.map(\.text)
            return stride(from: 0, to: words.count - 1, by: 2).compactMap { place in
                guard let id = words[place].flatMap(GameID.init(_:)),
                    let ordinal = words[place + 1].flatMap(Int.init)
                else { return nil }
                return (id, ordinal)
            }
        }
    }

    private static func summary(of id: GameID) -> RedisCommand {
        var command = RedisCommand("HMGET", RedisKeys.game(id))
        for field in ["setup", "phase", "sequence", "hash", "seated"] { command.add(field) }
        return command
    }

    func puzzle(_ id: String, _ done: @escaping RedisAnswer<StoredPuzzle?>) {
        var command = RedisCommand("HMGET", RedisKeys.puzzle(id))
        for field in ["format", "file", "owner", "public", "made", "content"] { command.add(field) }
        execute(command, done) { reply in
            let values = reply.elements
            guard values.count == 6, values[0] != .null else { return nil }
            guard let format = values[0].text.flatMap(PuzzleFile.Format.init(rawValue:)),
                case .bytes(let file) = values[1], case .bytes(let owner) = values[2],
                let owner = Digest(bytes: owner), let made = values[4].number
            else { throw RedisFailure.malformed }
            return StoredPuzzle(
                id: id, format: format, file: file, content: values[5].text, owner: owner,
                isPublic: values[3].text == "1", created: Timestamp(milliseconds: Int64(made)))
        }
    }

    /// Reads a page of public puzzles.
    func puzzles(_ query: PuzzleListQuery, _ done: @escaping RedisAnswer<[PuzzleSummary]>) {
        let below = query.cursor.map { "(\($0)" } ?? "+inf"
        let command = RedisCommand(
            "ZREVRANGEBYSCORE", RedisKeys.publicPuzzles, below, "-inf", "WITHSCORES", "LIMIT", "0",
            "\(query.limit)")
        execute(command) { [self] (found: Result<[(id: String, ordinal: Int)], RedisFailure>) in
            switch found {
            case .failure(let failure): done(.failure(failure))
            case .success(let listed): puzzles(listed[...], found: [], done)
            }
        } _: { reply in
            let words = reply.elements.map(\.text)
            return stride(from: 0, to: words.count - 1, by: 2).compactMap { place in
                guard let id = words[place], let ordinal = words[place + 1].flatMap(Double.init) else {
                    return nil
                }
                return (id, Int(ordinal))
            }
        }
    }

    private func puzzles(
        _ listed: ArraySlice<(id: String, ordinal: Int)>, found: [PuzzleSummary],
        _ done: @escaping RedisAnswer<[PuzzleSummary]>
    ) {
        guard let first = listed.first else { return done(.success(found)) }
        puzzle(first.id) { [self] answer in
            // An unreadable puzzle, or one that was deleted just now, must not hide the others.
            let summary = (try? answer.get()).map { PuzzleSummary(ordinal: first.ordinal, $0) }
            puzzles(listed.dropFirst(), found: found + [summary].compactMap(\.self), done)
        }
    }

    /// Reads the next page of standings after the stream entry `last`.
    func standings(
        after last: String,
        _ done: @escaping RedisAnswer<(standings: [Standing], last: String, isLastPage: Bool)>
    ) {
        standingEntries(after: last) { found in
            done(
                found.map { entries in
                    (
                        entries.flatMap(\.standings), entries.last?.id ?? last,
                        entries.count < RedisLimits.page
                    )
                })
        }
    }

    /// Reads at most `RedisLimits.page` entries of the stream of standings after the entry `last`.
    func standingEntries(
        after last: String, _ done: @escaping RedisAnswer<[(id: String, standings: [Standing])]>
    ) {
        let command = RedisCommand(
            "XRANGE", RedisKeys.standings, "(\(last)", "+", "COUNT", "\(RedisLimits.page)")
        execute(command, done) { reply in
            try reply.elements.map { entry in
                guard let id = entry.elements.first?.text else { throw RedisFailure.malformed }
                // An unreadable entry must not hide the others.
                guard case .bytes(let record) = entry.elements.last?.elements.last else { return (id, []) }
                return (id, (try? Standing.all(record: record)) ?? [])
            }
        }
    }
}

extension GameListQuery {
    fileprivate func includes(_ summary: GameSummary) -> Bool {
        rules.map { $0 == summary.setup.rules } ?? true && phase.map { $0 == summary.phase } ?? true
    }
}

extension GameSummary {
    /// Reads the fields `setup, phase, sequence, hash, seated`.
    fileprivate init(ordinal: Int, _ values: [RedisReply], _ rules: RuleCatalog) throws {
        guard values.count == 5, let record = values[0].text else { throw RedisFailure.malformed }
        try self.init(
            ordinal: ordinal, setup: GameSetup(record: record),
            phase: values[1].text.flatMap(GameState.Phase.init(rawValue:)) ?? .playing,
            sequence: values[2].number.flatMap(SequenceNumber.init(_:)) ?? .zero,
            hash: values[3].number.flatMap(UInt32.init(exactly:)).map(StateHash.init(value:)),
            seated: values[4].number ?? 0, rules: rules)
    }
}

extension Result {
    /// The error of a failure; nil for a success.
    nonisolated var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

package import GameCore
import GameJSON
package import GameStore

extension RedisEventStore: StoreAdministration {
    package var administration: (any StoreAdministration)? { self }

    /// The cursor is that of `SCAN`, so a game may be listed twice while games are made or deleted.
    package func inventory(
        after cursor: String?, limit: Int, _ done: @escaping StoreAnswer<InventoryPage<StoredGameSummary>>
    ) {
        let (rules, now) = (rules, clock.now)
        read(for: .server, done) { connection, answer in
            connection.scan("game", after: cursor, limit: limit) { found in
                guard case .success(let page) = found else { return answer(found.map { $0.replacing([]) }) }
                connection.summaries(of: page.rows.compactMap(GameID.init(_:)), rules, at: now) {
                    answer($0.map(page.replacing))
                }
            }
        }
    }

    package func puzzleInventory(
        after cursor: String?, limit: Int, _ done: @escaping StoreAnswer<InventoryPage<StoredPuzzleSummary>>
    ) {
        read(for: .server, done) { connection, answer in
            connection.scan("puzzle", after: cursor, limit: limit) { found in
                guard case .success(let page) = found else { return answer(found.map { $0.replacing([]) }) }
                connection.puzzles(page.rows[...], found: []) { answer($0.map(page.replacing)) }
            }
        }
    }

    package func delete(_ games: [GameDeletion], _ done: @escaping StoreAnswer<Void>) {
        read(for: .server, done) { connection, answer in connection.delete(games[...], answer) }
    }

    package func setPublic(_ isPublic: Bool, _ game: GameID, _ done: @escaping StoreAnswer<Void>) {
        read(for: .server, done) { connection, answer in connection.setPublic(isPublic, game, answer) }
    }

    package func renameGuests(
        _ old: PlayerName, to new: PlayerName, _ done: @escaping StoreAnswer<[GameID]>
    ) {
        read(for: .server, done) { connection, answer in
            connection.renameGuests(old, to: new, after: nil, renamed: [], answer)
        }
    }

    package func trim(_ game: GameID, to opening: [GameEvent], _ done: @escaping StoreAnswer<Void>) {
        guard let last = opening.last else { return done(.success(())) }
        var command = FunctionLibrary.call("trim", keys: RedisKeys.all(of: game))
        command.add(last.sequence.value)
        command.add(opening.openingRecord)
        for case .guest(let since) in opening.names.keys { command.add(since.value) }
        let trimming = command
        read(for: .server, done) { connection, answer in connection.execute(trimming, answer) { _ in } }
    }

    package func deletePuzzle(_ id: String, _ done: @escaping StoreAnswer<Bool>) {
        read(for: .server, done) { connection, answer in
            let commands = [
                RedisCommand("ZREM", RedisKeys.publicPuzzles, id), RedisCommand("DEL", RedisKeys.puzzle(id)),
            ]
            connection.executeAll(commands) { replies in
                answer(replies[1].map { $0.number == 1 })
            }
        }
    }

    package func removeStandings(_ selection: StandingSelection, _ done: @escaping StoreAnswer<Int>) {
        read(for: .server, done) { connection, answer in
            connection.removeStandings(answer, where: selection.includes)
        }
    }

    /// Makes Redis rewrite its append-only file without the deleted games, and waits for the end.
    ///
    /// Redis rewrites the file in a child process. Purges requested during a rewrite share the next one,
    /// because the current one may have begun before their deletions.
    package func purge(_ done: @escaping StoreAnswer<Void>) {
        waitingPurges.append(done)
        if !isPurging { beginPurge() }
    }

    private func beginPurge() {
        let purges = waitingPurges
        (waitingPurges, isPurging) = ([], !purges.isEmpty)
        guard isPurging else { return }
        ask(RedisCommand("BGREWRITEAOF")) { [weak self] found in
            guard let self, case .success(let text) = found else { return self?.end(purges, found) ?? () }
            guard text.contains("in progress") else { return awaitRewrite(for: purges) }
            // An earlier rewrite, which may lack the deletions.
            waitingPurges = purges + waitingPurges
            purgeTimer = loop.timer(after: RedisLimits.purgeRetry) { [weak self] in self?.beginPurge() }
        }
    }

    private func awaitRewrite(for purges: [StoreAnswer<Void>]) {
        purgeTimer = loop.timer(after: RedisLimits.purgeRetry) { [weak self] in
            self?.ask(RedisCommand("INFO", "persistence")) { [weak self] found in
                let text = (try? found.get()) ?? ""
                let progress = ["aof_rewrite_in_progress", "aof_rewrite_scheduled"]
                if progress.contains(where: { RedisRequirements.field($0, in: text) == "1" }) {
                    self?.awaitRewrite(for: purges)
                } else {
                    let hasFailed = RedisRequirements.field("aof_last_bgrewrite_status", in: text) == "err"
                    self?.end(purges, hasFailed ? .failure(.unavailable) : found)
                }
            }
        }
    }

    private func end(_ purges: [StoreAnswer<Void>], _ result: Result<String, StoreFailure>) {
        for done in purges { done(result.map { _ in }) }
        beginPurge()
    }

    /// Sends `command`; answers with the text of the reply, also of an error reply.
    private func ask(_ command: RedisCommand, _ done: @escaping StoreAnswer<String>) {
        read(for: .server, done) { connection, answer in
            connection.executeAll([command]) { replies in
                switch replies.first {
                case .failure(.refused(let text))?: answer(.success(text))
                case .failure(let failure)?: answer(.failure(failure))
                case let reply: answer(.success((try? reply?.get().text) ?? ""))
                }
            }
        }
    }

    /// Each server subscribes to the news of its games in memory.
    package func gamesInMemoryElsewhere(
        among games: [GameID], _ done: @escaping StoreAnswer<Set<GameID>>
    ) {
        var command = RedisCommand("PUBSUB", "NUMSUB")
        for game in games { command.add(RedisKeys.channel(.news, of: game, database: node.database)) }
        read(for: .server, done) { connection, answer in
            connection.execute(command, answer) { reply in
                let counts = stride(from: 1, to: reply.elements.count, by: 2).map {
                    reply.elements[$0].number
                }
                return Set(zip(games, counts).filter { $1 ?? 0 > 0 }.map(\.0))
            }
        }
    }
}

extension RedisConnection {
    /// The ids in the keys of one kind, a page at a time.
    fileprivate func scan(
        _ kind: String, after cursor: String?, limit: Int,
        _ done: @escaping RedisAnswer<InventoryPage<String>>
    ) {
        var command = RedisCommand("SCAN", cursor ?? "0", "MATCH", RedisKeys.pattern(ofKind: kind))
        command.add("COUNT")
        // A game has several keys, of which only one counts.
        command.add(limit * 4)
        execute(command, done) { reply in
            guard reply.elements.count == 2, let next = reply.elements[0].text else {
                throw RedisFailure.malformed
            }
            let ids = reply.elements[1].elements.compactMap { key in
                key.text.flatMap { RedisKeys.id(inKey: $0, ofKind: kind) }
            }
            return InventoryPage(rows: ids, next: next == "0" ? nil : next)
        }
    }

    fileprivate func summaries(
        of games: [GameID], _ rules: RuleCatalog, at now: Timestamp, found: [StoredGameSummary] = [],
        _ done: @escaping RedisAnswer<[StoredGameSummary]>
    ) {
        guard let first = games.first else { return done(.success(found)) }
        game(first, rules, at: now) { [self] game in
            if game.failure == .lost { return done(.failure(.lost)) }
            // An unreadable game must not hide the others.
            let summary = (try? game.get()).flatMap { $0 }.map { StoredGameSummary($0.game) }
            summaries(
                of: Array(games.dropFirst()), rules, at: now, found: found + [summary].compactMap(\.self),
                done)
        }
    }

    fileprivate func puzzles(
        _ ids: ArraySlice<String>, found: [StoredPuzzleSummary],
        _ done: @escaping RedisAnswer<[StoredPuzzleSummary]>
    ) {
        guard let first = ids.first else { return done(.success(found)) }
        puzzle(first) { [self] answer in
            if answer.failure == .lost { return done(.failure(.lost)) }
            let summary = (try? answer.get()).flatMap { $0 }.map(StoredPuzzleSummary.init)
            puzzles(ids.dropFirst(), found: found + [summary].compactMap(\.self), done)
        }
    }

    /// Renames guests in all games, a page at a time.
    fileprivate func renameGuests(
        _ old: PlayerName, to new: PlayerName, after cursor: String?, renamed: [GameID],
        _ done: @escaping RedisAnswer<[GameID]>
    ) {
        scan("names", after: cursor, limit: RedisLimits.gamesPage) { [self] found in
            guard case .success(let page) = found else { return done(found.map { _ in [] }) }
            renameGuests(old, to: new, in: page.rows.compactMap(GameID.init(_:))[...]) { [self] some in
                guard case .success(let games) = some else { return done(some) }
                // A scan may list a game twice, but only once with the old name.
                guard let next = page.next else { return done(.success(renamed + games)) }
                renameGuests(old, to: new, after: next, renamed: renamed + games, done)
            }
        }
    }

    private func renameGuests(
        _ old: PlayerName, to new: PlayerName, in games: ArraySlice<GameID>, renamed: [GameID] = [],
        _ done: @escaping RedisAnswer<[GameID]>
    ) {
        guard let game = games.first else { return done(.success(renamed)) }
        renameGuests(of: game, old, to: new) { [self] found in
            guard case .success(let isRenamed) = found else { return done(found.map { _ in [] }) }
            renameGuests(
                old, to: new, in: games.dropFirst(), renamed: isRenamed ? renamed + [game] : renamed, done)
        }
    }

    // MARK: Deleting

    /// Deletes one game after the other; the lists first, so that a crash leaves no entry without its game.
    fileprivate func delete(_ games: ArraySlice<GameDeletion>, _ done: @escaping RedisAnswer<Void>) {
        guard let deletion = games.first else { return done(.success(())) }
        delete(deletion) { [self] result in
            guard case .success = result else { return done(result) }
            delete(games.dropFirst(), done)
        }
    }

    private func delete(_ deletion: GameDeletion, _ done: @escaping RedisAnswer<Void>) {
        let game = deletion.game
        let read = RedisCommand("HMGET", RedisKeys.game(game), "setup", "answer", "opening", "sequence")
        executeAll([read]) { [self] answers in
            do {
                let found = try answers[0].get().elements
                if let events = deletion.events, found.last?.number ?? 0 != events {
                    return done(.success(()))
                }
                delete(deletion, try found.setup, done)
            } catch { done(.failure(RedisFailure(error))) }
        }
    }

    private func delete(
        _ deletion: GameDeletion, _ setup: GameSetup?, _ done: @escaping RedisAnswer<Void>
    ) {
        executeAll(Self.deletion(of: deletion.game, setup)) { [self] answers in
            if let failure = answers.lazy.compactMap(\.failure).first { return done(.failure(failure)) }
            guard !deletion.keepsStandings, setup?.dayUnlessImported != nil else { return done(.success(())) }
            removeStandings({ done($0.map { _ in }) }) { $0.game == deletion.game }
        }
    }

    private static func deletion(of game: GameID, _ setup: GameSetup?) -> [RedisCommand] {
        var commands = [
            RedisCommand("ZREM", RedisKeys.publicGames, game.text),
            RedisCommand("ZREM", RedisKeys.pendingStandings, game.text),
        ]
        if let setup {
            commands.append(RedisCommand("ZREM", RedisKeys.publicGames(by: setup.rules), game.text))
        }
        var deletion = RedisCommand("DEL")
        for key in RedisKeys.all(of: game) { deletion.add(key) }
        return commands + [deletion]
    }

    fileprivate func setPublic(_ isPublic: Bool, _ game: GameID, _ done: @escaping RedisAnswer<Void>) {
        execute(RedisCommand("HMGET", RedisKeys.game(game), "setup")) {
            [self] (found: Result<GameSetup?, RedisFailure>) in
            guard case .success(let setup?) = found else { return done(found.map { _ in }) }
            let record = setup.outline.withPublic(isPublic).record
            let lists = [RedisKeys.publicGames, RedisKeys.publicGames(by: setup.rules)]
            var commands = [
                RedisCommand("HSET", RedisKeys.game(game), "setup", record),
                FunctionLibrary.call("changed", keys: [RedisKeys.game(game)]),
            ]
            if isPublic {
                var enlist = FunctionLibrary.call("enlist", keys: lists + [RedisKeys.publicCount])
                enlist.add(game.text)
                commands.append(enlist)
            } else {
                commands += lists.map { RedisCommand("ZREM", $0, game.text) }
            }
            executeAll(commands) { answers in
                done(answers.lazy.compactMap(\.failure).first.map(Result.failure) ?? .success(()))
            }
        } _: { reply in
            try reply.elements.setup
        }
    }

    // MARK: Standings

    /// Removes standings; every node then reads the stream again.
    ///
    /// Answers the number of games, not of standings: the beginning and the end of a game are two standings.
    func removeStandings(
        _ done: @escaping RedisAnswer<Int>, where isRemoved: @escaping (Standing) -> Bool
    ) {
        removeStandings(after: "0", games: [], done, where: isRemoved)
    }

    private func removeStandings(
        after last: String, games: Set<GameID>, _ done: @escaping RedisAnswer<Int>,
        where isRemoved: @escaping (Standing) -> Bool
    ) {
        standingEntries(after: last) { [self] found in
            guard case .success(let entries) = found else { return done(found.map { _ in 0 }) }
            var (commands, games) = ([RedisCommand](), games)
            for entry in entries {
                let removed = entry.standings.filter(isRemoved)
                guard !removed.isEmpty else { continue }
                games.formUnion(removed.map(\.game))
                let kept = entry.standings.filter { !isRemoved($0) }
                if !kept.isEmpty {
                    var addition = RedisCommand("XADD", RedisKeys.standings, "*", "s")
                    addition.add(Standing.record(kept))
                    commands.append(addition)
                }
                commands.append(RedisCommand("XDEL", RedisKeys.standings, entry.id))
            }
            if !commands.isEmpty { commands.append(RedisCommand("INCR", RedisKeys.standingsEdition)) }
            executeAll(commands) { [self, games] answers in
                if let failure = answers.lazy.compactMap(\.failure).first { return done(.failure(failure)) }
                guard let next = entries.last?.id else { return done(.success(games.count)) }
                removeStandings(after: next, games: games, done, where: isRemoved)
            }
        }
    }
}

nonisolated extension InventoryPage {
    /// A page with the same cursor and other rows.
    fileprivate func replacing<Other>(_ rows: [Other]) -> InventoryPage<Other> {
        InventoryPage<Other>(rows: rows, next: next)
    }
}

extension StoredGameSummary {
    fileprivate init(_ game: StoredGame) {
        let state = game.state
        self.init(
            setup: state.setup.outline, phase: state.phase, events: state.sequence.value,
            changed: game.recent.last?.time ?? state.setup.created, players: state.seats.map(\.name.text))
    }
}

extension StoredPuzzleSummary {
    fileprivate init(_ puzzle: StoredPuzzle) {
        self.init(
            id: puzzle.id, format: puzzle.format.rawValue, bytes: puzzle.file.count,
            isPublic: puzzle.isPublic, created: puzzle.created)
    }
}

nonisolated extension StandingSelection {
    fileprivate func includes(_ standing: Standing) -> Bool {
        standing.player == player
            && rules.map { $0 == standing.rules } ?? true && day.map { $0 == standing.day } ?? true
    }
}

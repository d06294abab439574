package import GameCore
import GameJSON
package import GameStore

/// The games in a Redis as an archive.
///
/// Many games cannot be written in one transaction. The key `RedisKeys.unfinished` marks the database as
/// incomplete while it is being filled, and no server starts on it.
package final class RedisArchive: @MainActor FillableArchive {
    package var name: String { "\(address)" }
    private let address: RedisAddress
    private let rules: RuleCatalog
    private let client: BlockingRedisClient
    private let node: RedisNode
    private let index: RedisIndex
    private var attempts = 0
    private var hasBegun = false

    /// Connects to the Redis at `address`.
    ///
    /// - Throws: `StoreRefusal` when a server uses the database, version 1.0 has written it or an earlier
    ///   migration did not finish; `StoreFailure` when Redis cannot be reached or does not meet `requirements`.
    package init(
        _ address: RedisAddress, _ rules: RuleCatalog, _ requirements: RedisRequirements, loop: any RedisLoop
    ) throws {
        (self.address, self.rules) = (address, rules)
        node = RedisNode(name: RandomText.make(length: 12), database: address.database)
        client = try BlockingRedisClient(address, requirements, like: loop)
        index = RedisIndex(client)
        if let reason = try client.refusal(at: address) { throw StoreRefusal(reason) }
        try refuseIfInUse()
    }

    /// Every server subscribes to the news of the lobby.
    private func refuseIfInUse() throws {
        let channel = RedisKeys.channel(.news, of: .lobby, database: address.database)
        let count = try client.execute(RedisCommand("PUBSUB", "NUMSUB", channel)).elements.last?.number ?? 0
        guard count == 0 else {
            throw StoreRefusal("“\(name)” is in use by \(count == 1 ? "a server" : "\(count) servers").")
        }
    }

    private func execute(_ commands: [RedisCommand]) throws(StoreFailure) {
        let _: Bool = try client.run { connection, done in
            connection.executeAll(commands) { answers in
                if let failure = answers.lazy.compactMap(\.failure).first { return done(.failure(failure)) }
                done(.success(true))
            }
        }
    }

    // MARK: Reading

    package func lastActive() throws -> Timestamp? {
        let clock = try client.execute(RedisCommand("HMGET", RedisKeys.clock, "alive", "away"))
        return Timestamp(clock: clock.elements.map(\.number))
    }

    package func games() throws -> [ArchivedGame] { try index.games() }

    package func puzzles() throws -> [String] { try index.puzzles() }

    package func standings() throws -> [Standing] { try index.standings() }

    package func players() throws -> [ArchivedPlayer] { try index.players() }

    package func addPlayers(_ players: [ArchivedPlayer]) throws {
        try execute(players.flatMap(\.commands))
    }

    package func setup(of id: GameID) throws -> GameSetup? {
        try client.run { connection, done in
            let read = RedisCommand("HMGET", RedisKeys.game(id), "setup", "answer", "opening")
            connection.execute(read) { (found: Result<GameSetup?, RedisFailure>) in
                guard case .success(let setup?) = found else { return done(found) }
                connection.naming(setup) { done($0.map(Optional.some)) }
            } _: { reply in
                try reply.elements.setup
            }
        }
    }

    package func game(_ id: GameID, at now: Timestamp) throws -> StoredGame? {
        try client.run { [rules] connection, done in
            connection.game(id, rules, at: now) { found in done(found.map { $0?.game }) }
        }
    }

    package func events(of id: GameID, after sequence: SequenceNumber, limit: Int) throws -> [GameEvent] {
        try client.run { $0.journal(of: id, after: sequence, limit: limit, $1) }
    }

    package func puzzle(_ id: String) throws -> StoredPuzzle? { try client.run { $0.puzzle(id, $1) } }

    package func compare(_ state: GameState) throws {
        let id = state.setup.id
        let found = try client.execute(
            RedisCommand("HMGET", RedisKeys.game(id), "phase", "sequence", "seated")
        ).elements
        guard found[0].text == state.phase.rawValue else {
            throw StoreFailure(reason: "the phase differs from the journal")
        }
        guard found[1].number ?? 0 == state.sequence.value else {
            throw StoreFailure(reason: "the number of events differs from the journal")
        }
        guard found[2].number ?? 0 == state.seats.count else {
            throw StoreFailure(reason: "the number of seated players differs from the journal")
        }
        let place = try client.execute(RedisCommand("ZSCORE", RedisKeys.publicGames, id.text))
        guard (place != .null) == state.setup.isPublic else {
            throw StoreFailure(reason: "the list of public games differs from the journal")
        }
        try compareTokens(state)
    }

    private func compareTokens(_ state: GameState) throws {
        for value in try client.execute(RedisCommand("HVALS", RedisKeys.tokens(state.setup.id))).elements {
            guard let seat = value.text?.split(separator: " ").first.flatMap({ Int($0) }) else { continue }
            guard Seat(seat).flatMap(state.player(on:)) != nil else {
                throw StoreFailure(reason: "a token is for seat \(seat), which is empty")
            }
        }
    }

    // MARK: Filling

    package func begin() throws {
        var games = try index.games().map(\.id)
        if games == [.lobby], try client.execute(RedisCommand("XLEN", RedisKeys.events(.lobby))).number == 0 {
            games = []
        }
        guard
            try games.isEmpty && index.puzzles().isEmpty && index.standings().isEmpty
                && index.players().isEmpty
        else {
            throw StoreRefusal.notEmpty(name, games: games.count)
        }
        try execute([RedisCommand("SET", RedisKeys.unfinished, "1")])
        hasBegun = true
        var deletion = RedisCommand("DEL", RedisKeys.publicGames, RedisKeys.publicCount)
        for key in RedisKeys.all(of: .lobby) { deletion.add(key) }
        try execute([deletion])
    }

    package func beginAdding() {}

    package func add(_ entries: [JournalEntry], at now: Timestamp) throws {
        attempts += 1
        let (node, attempt) = (node, "\(node.name)-\(attempts)")
        let result: AppendResult = try client.run { connection, done in
            do {
                let batch = try RedisBatch(
                    EventBatch(entries: entries), node, attempt: attempt, at: now, isArchived: true,
                    saved: { _, _ in }
                ) { done(.success($0)) }
                batch.send(on: connection) { done(.failure($0)) }
            } catch { done(.failure(RedisFailure(error))) }
        }
        if let failure = result.failure { throw failure }
        switch result.rejections.first {
        case nil: return
        case (_, .refused(let failure))?: throw failure
        case (let game, _)?: throw StoreFailure(reason: "Another process has changed game “\(game)”.")
        }
    }

    /// Appends one entry; readers ignore repeated standings.
    package func addStandings(_ standings: [Standing]) throws {
        var command = RedisCommand("XADD", RedisKeys.standings, "*", "s")
        command.add(Standing.record(standings))
        try execute([command])
    }

    package func finish(at lastActive: Timestamp?) throws {
        var clock = RedisCommand("DEL", RedisKeys.clock)
        if let lastActive {
            clock = RedisCommand(
                "HSET", RedisKeys.clock, RedisKeys.versionField, RedisKeys.version, "alive",
                "\(lastActive.milliseconds)", "away", "\(lastActive.away)")
        }
        try execute([clock, RedisCommand("DEL", RedisKeys.unfinished)])
        client.close()
    }

    package func abort() -> String {
        client.close()
        if hasBegun { return address.unfinished }
        return attempts == 0
            ? "“\(name)” is unchanged." : "“\(name)” has some of the games; the import can be repeated."
    }
}

extension BlockingRedisClient {
    /// Why the games in the Redis at `address` cannot be used; nil if they can be.
    func refusal(at address: RedisAddress) throws -> String? {
        if try execute(RedisCommand("EXISTS", RedisKeys.unfinished)).number != 0 { return address.unfinished }
        let clock = try execute(
            RedisCommand("HMGET", RedisKeys.clock, "alive", RedisKeys.versionField)
        ).elements
        guard clock[0] != .null, clock[1].text != RedisKeys.version else { return nil }
        let writer = clock[1] == .null ? "version 1.0" : "another version"
        return """
            “\(address)” was written by \(writer) of this program. Games of version 1.0 come by way of a data \
            folder: run “GameServer migrate --from redis://… --to sqlite:data” of that version, then \
            “GameServer import data --store redis://…” of this one, into an empty Redis.
            """
    }
}

nonisolated extension RedisAddress {
    /// The error text for a database that a migration has filled in part.
    var unfinished: String {
        """
        “\(self)” is incomplete: a migration into it did not finish. Empty it and start again: run “FLUSHDB” \
        in redis-cli -n \(database) if that database holds nothing else; otherwise delete every key that \
        starts with “\(RedisKeys.prefix)”.
        """
    }
}

/// The games, puzzles, players and standings in a Redis; most are found by a scan of all keys.
///
/// - Complexity: O(keys in the Redis), in pages.
final class RedisIndex {
    private let client: BlockingRedisClient

    init(_ client: BlockingRedisClient) { self.client = client }

    /// All games: public ones by ordinal, unlisted ones placed among them by creation time.
    package func games() throws -> [ArchivedGame] {
        let ordinals = try publicGames()
        let found = try ids(ofKind: "game").compactMap(GameID.init(_:))
        var created: [GameID: Int64] = [:]
        for start in stride(from: 0, to: found.count, by: RedisLimits.page) {
            try created.merge(creationTimes(of: Array(found[start...].prefix(RedisLimits.page)))) { $1 }
        }
        func isEarlier(_ one: GameID, _ other: GameID) -> Bool {
            (created[one] ?? 0, one.text) < (created[other] ?? 0, other.text)
        }
        var hidden = found.filter { ordinals[$0] == nil }.sorted(by: isEarlier)[...]
        var games: [ArchivedGame] = []
        for id in found.filter({ ordinals[$0] != nil }).sorted(by: { ordinals[$0] ?? 0 < ordinals[$1] ?? 0 })
        {
            while let first = hidden.first, isEarlier(first, id) {
                games.append(ArchivedGame(id: hidden.removeFirst(), isPublic: false))
            }
            games.append(ArchivedGame(id: id, isPublic: true))
        }
        return games + hidden.map { ArchivedGame(id: $0, isPublic: false) }
    }

    package func puzzles() throws -> [String] { try ids(ofKind: "puzzle").sorted() }

    package func players() throws -> [ArchivedPlayer] {
        try ids(ofKind: "player").sorted().compactMap(PlayerID.init(_:)).compactMap { player in
            try client.run { $0.archivedPlayer(player, $1) }
        }
    }

    /// Entered and pending standings, one for each player, day and rule set: that of the first game, at its
    /// end if it has ended.
    package func standings() throws -> [Standing] {
        var known: [[String]: Int] = [:]
        var found: [Standing] = []
        var (standings, last, isLastPage) = ([Standing](), "0", false)
        while !isLastPage {
            let page = try client.run { [last] in $0.standings(after: last, $1) }
            (last, isLastPage) = (page.last, page.isLastPage)
            standings += page.standings
        }
        for standing in standings + (try pendingStandings()) {
            let key = [standing.rules, "\(standing.day.number)", standing.player.text]
            guard let place = known[key] else {
                known[key] = found.count
                found.append(standing)
                continue
            }
            if found[place].game == standing.game, found[place].elapsed == .zero { found[place] = standing }
        }
        return found
    }

    private func pendingStandings() throws -> [Standing] {
        let games = try client.execute(RedisCommand("ZRANGE", RedisKeys.pendingStandings, "0", "-1")).elements
            .compactMap { $0.text.flatMap(GameID.init(_:)) }
        return try games.flatMap { game -> [Standing] in
            let command = RedisCommand("HGET", RedisKeys.game(game), RedisKeys.pendingStandingsField)
            guard case .bytes(let record) = try client.execute(command) else { return [] }
            return try Standing.all(record: record)
        }
    }

    /// The ordinals of the public games.
    private func publicGames() throws -> [GameID: Int] {
        var ordinals: [GameID: Int] = [:]
        var (place, isLastPage) = (0, false)
        while !isLastPage {
            let page = try client.execute(
                RedisCommand(
                    "ZRANGE", RedisKeys.publicGames, "\(place)", "\(place + RedisLimits.page - 1)",
                    "WITHSCORES")
            ).elements
            for number in stride(from: 0, to: page.count - 1, by: 2) {
                if let id = page[number].text.flatMap(GameID.init(_:)) {
                    ordinals[id] = page[number + 1].number ?? 0
                }
            }
            place += RedisLimits.page
            isLastPage = page.count < 2 * RedisLimits.page
        }
        return ordinals
    }

    private func creationTimes(of games: [GameID]) throws -> [GameID: Int64] {
        let answers: [RedisReply] = try client.run { connection, done in
            let commands = games.map { RedisCommand("HGET", RedisKeys.game($0), "setup") }
            connection.executeAll(commands) { answers in
                done(Result { try answers.map { try $0.get() } }.mapError(RedisFailure.init))
            }
        }
        return try Dictionary(
            zip(games, answers).compactMap { game, answer in
                try answer.text.map { (game, try GameSetup(record: $0).created.milliseconds) }
            }
        ) { $1 }
    }

    /// The ids, which are in braces, of all keys of one kind, such as `game`.
    private func ids(ofKind kind: String) throws -> Set<String> {
        var ids: Set<String> = []
        var cursor = "0"
        repeat {
            let pattern = RedisKeys.pattern(ofKind: kind)
            let page = try client.execute(
                RedisCommand("SCAN", cursor, "MATCH", pattern, "COUNT", "\(RedisLimits.page)")
            ).elements
            guard page.count == 2, let next = page[0].text else {
                throw StoreFailure(RedisFailure.malformed)
            }
            let keys = page[1].elements.compactMap(\.text)
            ids.formUnion(keys.compactMap { RedisKeys.id(inKey: $0, ofKind: kind) })
            cursor = next
        } while cursor != "0"
        return ids
    }
}

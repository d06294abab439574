package import GameCore
import GameJSON
package import GameStore

/// The games of a Redis as an archive.
///
/// Many games are no one transaction there. While they are being filled in, a key says that they are not
/// whole, and no server starts on them.
package final class RedisArchive: GameArchive {
    package var name: String { "\(address)" }
    private let address: RedisAddress
    private let rules: RuleCatalog
    private let client: BlockingRedisClient
    private let node: RedisNode
    private let index: RedisIndex
    private var attempts = 0
    private var isBegun = false

    /// The games at `address`.
    ///
    /// - Throws: `StoreRefusal` while a server has them, or when a migration has left half of them;
    ///   `StoreFailure` when Redis cannot be reached, or is not as it must be.
    package init(
        _ address: RedisAddress, _ rules: RuleCatalog, _ requirements: RedisRequirements, loop: any RedisLoop
    ) throws {
        (self.address, self.rules) = (address, rules)
        node = RedisNode(name: RandomText.make(length: 12), database: address.database)
        client = try BlockingRedisClient(address, requirements, like: loop)
        index = RedisIndex(client)
        try refuseUnfinished()
        try refuseServers()
    }

    private func refuseUnfinished() throws {
        guard try client.ask(RedisCommand("EXISTS", RedisKeys.unfinished)).number == 0 else {
            throw StoreRefusal(address.unfinished)
        }
    }

    /// Every server listens to the news of the house board.
    private func refuseServers() throws {
        let channel = RedisKeys.channel(.news, of: .lobby, database: address.database)
        let answer = try client.ask(RedisCommand("PUBSUB", "NUMSUB", channel)).elements.last?.number ?? 0
        guard answer == 0 else {
            throw StoreRefusal("“\(name)” is in use by \(answer == 1 ? "a server" : "\(answer) servers").")
        }
    }

    private func tell(_ commands: [RedisCommand]) throws(StoreFailure) {
        let _: Bool = try client.run { connection, done in
            connection.askAll(commands) { answers in
                if let failure = answers.lazy.compactMap(\.failure).first { return done(.failure(failure)) }
                done(.success(true))
            }
        }
    }

    // MARK: Reading

    package func moment() throws -> Timestamp? {
        let values = try client.ask(RedisCommand("HMGET", RedisKeys.clock, "alive", "away")).elements.map(
            \.number)
        guard values.count == 2, let alive = values[0] else { return nil }
        return Timestamp(milliseconds: Int64(alive), away: Int64(values[1] ?? 0))
    }

    package func games() throws -> [ArchivedGame] { try index.games() }

    package func puzzles() throws -> [String] { try index.puzzles() }

    package func standings() throws -> [Standing] { try index.standings() }

    package func setup(of id: GameID) throws -> GameSetup? {
        try client.run { connection, done in
            connection.ask(RedisCommand("HMGET", RedisKeys.game(id), "setup", "answer"), done) { reply in
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

    // MARK: Filling

    package func begin() throws {
        var games = try index.games().map(\.id)
        if games == [.lobby], try client.ask(RedisCommand("XLEN", RedisKeys.events(.lobby))).number == 0 {
            games = []
        }
        guard try games.isEmpty && index.puzzles().isEmpty && index.standings().isEmpty else {
            throw StoreRefusal.notEmpty(name, games: games.count)
        }
        try tell([RedisCommand("SET", RedisKeys.unfinished, "1")])
        isBegun = true
        var house = RedisCommand("DEL", RedisKeys.publicGames, RedisKeys.publicCount)
        for key in RedisKeys.all(of: .lobby) { house.add(key) }
        try tell([house])
    }

    package func add(_ entries: [JournalEntry], at now: Timestamp) throws {
        attempts += 1
        let (node, attempt) = (node, "\(node.name)-\(attempts)")
        let result: AppendResult = try client.run { connection, done in
            do {
                let batch = try RedisBatch(
                    EventBatch(entries: entries), node, attempt: attempt, at: now, saved: { _, _ in }
                ) { done(.success($0)) }
                batch.send(on: connection) { done(.failure($0)) }
            } catch { done(.failure(RedisFailure(error))) }
        }
        if let failure = result.failure { throw failure }
        switch result.rejections.first {
        case nil: return
        case (_, .refused(let failure))?: throw failure
        case (let game, _)?: throw StoreFailure(reason: "Somebody else has written game “\(game)” meanwhile.")
        }
    }

    /// Added twice they count once.
    package func addStandings(_ standings: [Standing]) throws {
        var command = RedisCommand("XADD", RedisKeys.standings, "*", "s")
        command.add(Standing.record(standings))
        try tell([command])
    }

    package func finish(at moment: Timestamp?) throws {
        var clock = RedisCommand("DEL", RedisKeys.clock)
        if let moment {
            clock = RedisCommand(
                "HSET", RedisKeys.clock, "alive", "\(moment.milliseconds)", "away", "\(moment.away)")
        }
        try tell([clock, RedisCommand("DEL", RedisKeys.unfinished)])
        client.close()
    }

    package func giveUp() -> String {
        client.close()
        return isBegun ? address.unfinished : "“\(name)” is as it was before."
    }
}

nonisolated extension RedisAddress {
    /// What to say of it when a migration to it has stopped half-way.
    var unfinished: String {
        """
        “\(self)” is not whole: a migration to it was not finished. Empty it and begin anew: type “FLUSHDB” \
        in redis-cli -n \(database), if that database holds nothing else; otherwise delete all keys that \
        begin with “\(RedisKeys.prefix)”.
        """
    }
}

/// What there is in a Redis, found by looking through all of its keys.
///
/// - Complexity: O(keys of the Redis), in pages.
final class RedisIndex {
    private let client: BlockingRedisClient

    init(_ client: BlockingRedisClient) { self.client = client }

    /// All games; public ones in their own order, the others among them by the time at which they were made.
    package func games() throws -> [ArchivedGame] {
        let ordinals = try publicGames()
        let found = try ids(of: "game").compactMap(GameID.init(_:))
        var made: [GameID: Int64] = [:]
        for start in stride(from: 0, to: found.count, by: RedisLimits.page) {
            try made.merge(created(Array(found[start...].prefix(RedisLimits.page)))) { $1 }
        }
        func isEarlier(_ one: GameID, _ other: GameID) -> Bool {
            (made[one] ?? 0, one.text) < (made[other] ?? 0, other.text)
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

    package func puzzles() throws -> [String] { try ids(of: "puzzle").sorted() }

    /// Those that were entered, and those that are pending still; of each name and day the first.
    package func standings() throws -> [Standing] {
        var known: Set<[String]> = []
        var (standings, last, isAll) = ([Standing](), "0", false)
        while !isAll {
            let page = try client.run { [last] in $0.standings(after: last, $1) }
            (last, isAll) = (page.last, page.isAll)
            standings += page.standings
        }
        return (standings + (try pendingStandings())).filter {
            known.insert([$0.rules, "\($0.day.number)", $0.key]).inserted
        }
    }

    private func pendingStandings() throws -> [Standing] {
        let games = try client.ask(RedisCommand("ZRANGE", RedisKeys.pendingStandings, "0", "-1")).elements
            .compactMap { $0.text.flatMap(GameID.init(_:)) }
        return try games.flatMap { game -> [Standing] in
            let command = RedisCommand("HGET", RedisKeys.game(game), RedisKeys.pendingStandingsField)
            guard case .bytes(let record) = try client.ask(command) else { return [] }
            return try Standing.all(record: record)
        }
    }

    /// Public games and their numbers.
    private func publicGames() throws -> [GameID: Int] {
        var ordinals: [GameID: Int] = [:]
        var (place, isAll) = (0, false)
        while !isAll {
            let page = try client.ask(
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
            isAll = page.count < 2 * RedisLimits.page
        }
        return ordinals
    }

    /// When games were made.
    private func created(_ games: [GameID]) throws -> [GameID: Int64] {
        let answers: [RedisReply] = try client.run { connection, done in
            connection.askAll(games.map { RedisCommand("HGET", RedisKeys.game($0), "setup") }) { answers in
                done(Result { try answers.map { try $0.get() } }.mapError(RedisFailure.init))
            }
        }
        return try Dictionary(
            zip(games, answers).compactMap { game, answer in
                try answer.text.map { (game, try GameSetup(record: $0).created.milliseconds) }
            }
        ) { $1 }
    }

    /// The words in braces of all keys that end with `what`.
    private func ids(of what: String) throws -> Set<String> {
        var ids: Set<String> = []
        var cursor = "0"
        repeat {
            let pattern = RedisKeys.pattern(what)
            let page = try client.ask(
                RedisCommand("SCAN", cursor, "MATCH", pattern, "COUNT", "\(RedisLimits.page)")
            ).elements
            guard page.count == 2, let next = page[0].text else {
                throw StoreFailure(RedisFailure.malformed)
            }
            ids.formUnion(page[1].elements.compactMap { $0.text.flatMap { RedisKeys.word(ofKey: $0, what) } })
            cursor = next
        } while cursor != "0"
        return ids
    }
}

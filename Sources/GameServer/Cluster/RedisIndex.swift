import GameCore

/// What there is in a Redis, found by looking through all of its keys.
///
/// - Complexity: O(keys of the Redis), in pages.
final class RedisIndex {
    private let errand: RedisErrand

    init(_ errand: RedisErrand) { self.errand = errand }

    /// All games; public ones in their own order, the others among them by the time at which they were made.
    func games() throws -> [ArchivedGame] {
        let ordinals = try publicGames()
        let found = try ids(of: "game").compactMap(GameID.init(_:))
        var made: [GameID: Int64] = [:]
        for start in stride(from: 0, to: found.count, by: Settings.redisPage) {
            try made.merge(created(Array(found[start...].prefix(Settings.redisPage)))) { $1 }
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

    func puzzles() throws -> [String] { try ids(of: "puzzle").sorted() }

    /// Those that were entered, and those that are owed still; of each name and day the first.
    func standings() throws -> [Standing] {
        var known: Set<[String]> = []
        var (standings, last, isAll) = ([Standing](), "0", false)
        while !isAll {
            let page = try errand.run { [last] in $0.standings(after: last, $1) }
            (last, isAll) = (page.last, page.isAll)
            standings += page.standings
        }
        return (standings + (try debts())).filter {
            known.insert([$0.rules, "\($0.day.number)", $0.key]).inserted
        }
    }

    private func debts() throws -> [Standing] {
        let games = try ask(RedisCommand("ZRANGE", RedisKeys.debts, "0", "-1")).elements
            .compactMap { $0.text.flatMap(GameID.init(_:)) }
        return try games.flatMap { game -> [Standing] in
            guard case .bytes(let record) = try ask(RedisCommand("HGET", RedisKeys.game(game), "owed")) else {
                return []
            }
            return try Standing.all(record: record)
        }
    }

    /// Public games and their numbers.
    private func publicGames() throws -> [GameID: Int] {
        var ordinals: [GameID: Int] = [:]
        var (place, isAll) = (0, false)
        while !isAll {
            let page = try ask(
                RedisCommand(
                    "ZRANGE", RedisKeys.publicGames, "\(place)", "\(place + Settings.redisPage - 1)",
                    "WITHSCORES")
            ).elements
            for number in stride(from: 0, to: page.count - 1, by: 2) {
                if let id = page[number].text.flatMap(GameID.init(_:)) {
                    ordinals[id] = page[number + 1].number ?? 0
                }
            }
            place += Settings.redisPage
            isAll = page.count < 2 * Settings.redisPage
        }
        return ordinals
    }

    /// When games were made.
    private func created(_ games: [GameID]) throws -> [GameID: Int64] {
        let answers: [RedisReply] = try errand.run { connection, done in
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
            let page = try ask(
                RedisCommand("SCAN", cursor, "MATCH", pattern, "COUNT", "\(Settings.redisPage)")
            ).elements
            guard page.count == 2, let next = page[0].text else {
                throw StoreFailure(RedisFailure.malformed)
            }
            ids.formUnion(page[1].elements.compactMap { $0.text.flatMap { RedisKeys.word(ofKey: $0, what) } })
            cursor = next
        } while cursor != "0"
        return ids
    }

    private func ask(_ command: RedisCommand) throws(StoreFailure) -> RedisReply {
        try errand.run { $0.ask(command, $1) { $0 } }
    }
}

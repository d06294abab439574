import Foundation
import GRDB
import GameCore
import GameJSON

extension SQLiteEventStore: PlayerTables {}

/// A store with the tables of players, of the codes of rooms and of answers, in SQLite, on disk or in memory.
protocol PlayerTables: PlayerStore, RoomCodeStore, AnswerStore {
    /// Changes the tables in a transaction.
    func change<Value: Sendable>(
        _ done: @escaping StoreAnswer<Value>, _ work: @escaping @Sendable (Database) throws -> Value)
    func read<Value: Sendable>(
        for requester: Requester, _ done: @escaping StoreAnswer<Value>,
        _ work: @escaping @Sendable (Database) throws -> Value)
}

extension PlayerTables {
    package func add(_ player: PlayerRecord, key: Digest, _ done: @escaping StoreAnswer<Void>) {
        change(done) { db in
            try db.insert(player)
            try db.insertKey(key, of: player.id, at: player.created)
        }
    }

    package func holder(
        of key: Digest, for requester: Requester, _ done: @escaping StoreAnswer<KeyHolder?>
    ) {
        read(for: requester, done) { db in try db.holder(of: key) }
    }

    package func record(of player: PlayerID, _ done: @escaping StoreAnswer<PlayerRecord?>) {
        read(for: .server, done) { db in
            try Row.fetchOne(
                db, sql: "SELECT \(PlayerRecord.columns) WHERE id = ?", arguments: [player.text]
            ).flatMap { try PlayerRecord($0) }
        }
    }

    package func names(
        of players: [PlayerID], for requester: Requester,
        _ done: @escaping StoreAnswer<[PlayerID: PlayerName]>
    ) {
        read(for: requester, done) { db in try db.names(of: players) }
    }

    package func update(_ player: PlayerRecord, _ done: @escaping StoreAnswer<Void>) {
        change(done) { db in
            try db.run("UPDATE player SET colour = ? WHERE id = ?", [player.colour?.text, player.id.text])
            guard db.changesCount > 0 else { throw StoreFailure.playerErased }
            try db.setName(of: player.id, to: player.name)
        }
    }

    /// No effect: the store has one server, which refuses the player's keys itself.
    package func beginErasure(of player: PlayerID, _ done: @escaping StoreAnswer<Void>) { done(.success(())) }

    package func deleteName(
        of player: PlayerID, for requester: Requester, _ done: @escaping StoreAnswer<Void>
    ) {
        let answer: StoreAnswer<Duration> = { spent in
            if case .success(let time) = spent { requester.charge(time) }
            done(spent.map { _ in })
        }
        change(answer) { db in try ContinuousClock().measure { try db.deleteName(of: player) } }
    }

    package func keys(
        of player: PlayerID, for requester: Requester, _ done: @escaping StoreAnswer<[PlayerKey]>
    ) {
        read(for: requester, done) { db in
            try Row.fetchAll(
                db, sql: "SELECT number, made, used FROM player_key WHERE player = ? ORDER BY number",
                arguments: [player.text]
            ).map {
                PlayerKey(
                    number: $0[0], created: .init(milliseconds: $0[1]), lastUsed: .init(milliseconds: $0[2]))
            }
        }
    }

    package func endKey(_ number: Int, of player: PlayerID, _ done: @escaping StoreAnswer<KeyEnd>) {
        change(done) { db in
            let keys = try Row.fetchAll(
                db, sql: "SELECT number, digest FROM player_key WHERE player = ?", arguments: [player.text])
            guard let key = keys.first(where: { $0[0] == number }),
                let digest = Digest(bytes: Array(key[1] as Data))
            else { return .noSuchKey }
            guard keys.count > 1 else { return .isLast }
            try db.run("DELETE FROM player_key WHERE digest = ?", [digest.data])
            return .ended(digest)
        }
    }

    package func recordUse(
        of key: Digest, by player: PlayerID, at time: Timestamp, _ done: @escaping StoreAnswer<Void>
    ) {
        change(done) { db in
            try db.run("UPDATE player_key SET used = ? WHERE digest = ?", [time.milliseconds, key.data])
        }
    }

    package func add(_ code: LinkCode, for player: PlayerID, _ done: @escaping StoreAnswer<Void>) {
        change(done) { db in
            try db.run("DELETE FROM player_code WHERE player = ?", [player.text])
            try db.run(
                "INSERT OR REPLACE INTO player_code VALUES (?, ?, ?)",
                [code.digest.data, player.text, code.expires.milliseconds])
        }
    }

    package func expiry(
        of code: Digest, at now: Timestamp, for requester: Requester,
        _ done: @escaping StoreAnswer<Timestamp?>
    ) {
        read(for: requester, done) { db in
            try Int64.fetchOne(
                db, sql: "SELECT expires FROM player_code WHERE digest = ? AND expires > ?",
                arguments: [code.data, now.milliseconds]
            ).map { Timestamp(milliseconds: $0) }
        }
    }

    package func redeem(
        _ code: Digest, for key: Digest, at now: Timestamp, _ done: @escaping StoreAnswer<KeyHolder?>
    ) {
        change(done) { db in
            let found = try String.fetchOne(
                db, sql: "DELETE FROM player_code WHERE digest = ? AND expires > ? RETURNING player",
                arguments: [code.data, now.milliseconds])
            guard let player = found.flatMap(PlayerID.init(_:)) else { return nil }
            try db.insertKey(key, of: player, at: now)
            return try db.holder(of: key)
        }
    }

    package func setRecovery(
        _ code: Digest, of player: PlayerID, _ done: @escaping StoreAnswer<Void>
    ) {
        change(done) { db in try db.setRecovery(code, of: player) }
    }

    package func recover(
        by code: Digest, for key: Digest, at now: Timestamp, limit: Int,
        _ done: @escaping StoreAnswer<Recovery>
    ) {
        change(done) { db in
            let found = try String.fetchOne(
                db, sql: "SELECT player FROM player_recovery WHERE digest = ?", arguments: [code.data])
            guard let player = found.flatMap(PlayerID.init(_:)) else { return .noSuchCode }
            let keys = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM player_key WHERE player = ?", arguments: [player.text])
            guard keys ?? 0 < limit else { return .tooManyKeys }
            try db.insertKey(key, of: player, at: now)
            return try db.holder(of: key).map(Recovery.recovered) ?? .noSuchCode
        }
    }

    package func claimDaily(
        _ game: GameID, of player: PlayerID, rules: String, day: Day, _ done: @escaping StoreAnswer<GameID>
    ) {
        change(done) { db in
            try db.run(
                "INSERT OR IGNORE INTO player_day VALUES (?, ?, ?, ?)",
                [player.text, rules, day.number, game.text])
            return try db.daily(of: player, rules, day) ?? game
        }
    }

    package func daily(
        of player: PlayerID, rules: String, day: Day, for requester: Requester,
        _ done: @escaping StoreAnswer<GameID?>
    ) {
        read(for: requester, done) { db in try db.daily(of: player, rules, day) }
    }

    package func results(
        of player: PlayerID, firstOpen: Day, for requester: Requester,
        _ done: @escaping StoreAnswer<PlayerResults>
    ) {
        read(for: requester, done) { db in try db.results(of: player, firstOpen: firstOpen) }
    }

    package func standings(
        of player: PlayerID, upTo last: Day, for requester: Requester,
        _ done: @escaping StoreAnswer<[Standing]>
    ) {
        read(for: requester, done) { db in try db.standings(of: player, upTo: last) }
    }

    package func games(
        of player: PlayerID, _ kind: PlayedKind, limit: Int, for requester: Requester,
        _ done: @escaping StoreAnswer<[PlayedGame]>
    ) {
        read(for: requester, done) { db in try db.games(of: player, kind, limit: limit) }
    }

    package func erase(_ player: PlayerID, _ done: @escaping StoreAnswer<Void>) {
        change(done) { db in
            for table in [
                "player_key", "player_code", "player_recovery", "player_day", "player_game",
            ] {
                try db.run("DELETE FROM \(table) WHERE player = ?", [player.text])
            }
            _ = try db.removeStandings(StandingSelection(of: player))
            try db.run("DELETE FROM player WHERE id = ?", [player.text])
        }
    }
}

nonisolated extension Database {
    func names(of players: [PlayerID]) throws -> [PlayerID: PlayerName] {
        var names: [PlayerID: PlayerName] = [:]
        for player in players { names[player] = try name(of: player) }
        return names
    }

    fileprivate func insert(_ player: PlayerRecord) throws {
        try run(
            "INSERT INTO player VALUES (?, ?, ?)",
            [player.id.text, player.colour?.text, player.created.milliseconds])
        try setName(of: player.id, to: player.name)
    }

    fileprivate func insertKey(_ key: Digest, of player: PlayerID, at time: Timestamp) throws {
        try run(
            """
            INSERT INTO player_key
            SELECT ?1, ?2, 1 + coalesce((SELECT max(number) FROM player_key WHERE player = ?2), 0), ?3, ?3
            """, [key.data, player.text, time.milliseconds])
    }

    fileprivate func setRecovery(_ code: Digest, of player: PlayerID) throws {
        try run("INSERT OR REPLACE INTO player_recovery VALUES (?, ?)", [player.text, code.data])
    }

    fileprivate func holder(of key: Digest) throws -> KeyHolder? {
        let statement = try cachedStatement(
            sql: """
                SELECT id, name, colour, player.made, number, player_key.made, used
                FROM player_key JOIN player ON id = player_key.player
                LEFT JOIN player_name ON player_name.player = id WHERE digest = ?
                """)
        return try Row.fetchOne(statement, arguments: [key.data]).flatMap { row in
            guard let player = try PlayerRecord(row) else { return nil }
            let key = PlayerKey(
                number: row[4], created: Timestamp(milliseconds: row[5]),
                lastUsed: Timestamp(milliseconds: row[6]))
            return KeyHolder(player: player, key: key)
        }
    }

    fileprivate func daily(of player: PlayerID, _ rules: String, _ day: Day) throws -> GameID? {
        try String.fetchOne(
            self, sql: "SELECT game FROM player_day WHERE player = ? AND rules = ? AND day = ?",
            arguments: [player.text, rules, day.number]
        ).flatMap(GameID.init(_:))
    }

    fileprivate func games(of player: PlayerID, _ kind: PlayedKind, limit: Int) throws -> [PlayedGame] {
        let filter =
            switch kind {
            case .games: "AND rules <> 'room'"
            case .rooms: "AND rules = 'room'"
            case .all: ""
            }
        return try Row.fetchAll(
            self,
            sql: """
                SELECT game, rules, phase, time, json_extract(setup, '$.title')
                FROM player_game JOIN game ON id = game
                WHERE player = ? \(filter) ORDER BY time DESC, ordinal DESC LIMIT ?
                """, arguments: [player.text, limit]
        ).compactMap { row in
            guard let game = GameID(row[0]), let phase = GameState.Phase(rawValue: row[2]) else { return nil }
            return PlayedGame(
                game: game, rules: row[1], phase: phase, title: row[4],
                time: Timestamp(milliseconds: row[3]))
        }
    }

    /// Records that a player has had a seat in a game.
    func insertAppearance(of player: PlayerID, in game: GameID, at time: Timestamp) throws {
        try run(
            "INSERT OR IGNORE INTO player_game VALUES (?, ?, ?)", [player.text, game.text, time.milliseconds])
    }

    /// - Complexity: O(n log n) for n days played.
    func results(of player: PlayerID, firstOpen: Day) throws -> PlayerResults {
        var games: [String: PlayerStatistics] = [:], outcomes: [String: [Int: Streak.Outcome]] = [:]
        var times: [String: [Int64]] = [:], scores: [String: [Int]] = [:]
        let rows = try Row.fetchCursor(
            self,
            sql: """
                SELECT rules, day, solved, assisted, milliseconds, score, guesses FROM standing
                WHERE player = ?
                """, arguments: [player.text])
        while let row = try rows.next() {
            let (rules, milliseconds) = (row[0] as String, row[4] as Int64)
            let (isSolved, isAssisted) = (row[2] as Bool, row[3] as Bool)
            var statistics = games[rules] ?? PlayerStatistics(rules: rules)
            statistics.played += 1
            if isSolved {
                statistics.won += 1
                if let guesses = row[6] as Int? { statistics.distribution[guesses, default: 0] += 1 }
                if !isAssisted { times[rules, default: []].append(milliseconds) }
            }
            if let score = row[5] as Int? { scores[rules, default: []].append(score) }
            outcomes[rules, default: [:]][row[1]] = Streak.Outcome(
                isSolved: isSolved, isAssisted: isAssisted, milliseconds: milliseconds)
            games[rules] = statistics
        }
        let anyGame = outcomes.values.reduce(into: [:]) { days, of in days.merge(of) { max($0, $1) } }
        let statistics = games.values.sorted { $0.rules < $1.rules }.map { found in
            var statistics = found
            statistics.streak = Streak(outcomes[found.rules] ?? [:], firstOpen: firstOpen)
            if let times = times[found.rules], let best = times.min() {
                let sum = times.reduce(0, +)
                statistics.times = (.milliseconds(best), .milliseconds(sum / Int64(times.count)))
            }
            if let scores = scores[found.rules], let best = scores.max() {
                statistics.scores = (best, Double(scores.reduce(0, +)) / Double(scores.count))
            }
            return statistics
        }
        return PlayerResults(
            statistics: statistics, streak: Streak(anyGame, firstOpen: firstOpen))
    }
}

nonisolated extension Streak.Outcome {
    /// The outcome of a standing; a standing without a time belongs to a game that has not ended.
    init(isSolved: Bool, isAssisted: Bool, milliseconds: Int64) {
        self = isSolved && !isAssisted ? .solved : isSolved || milliseconds > 0 ? .failed : .begun
    }
}

/// Whole players, for the commands that copy a store.
nonisolated extension Database {
    func archivedPlayers() throws -> [ArchivedPlayer] {
        try Row.fetchAll(self, sql: "SELECT \(PlayerRecord.columns) ORDER BY id").compactMap { row in
            guard let record = try PlayerRecord(row) else { return nil }
            let id = record.id
            return try ArchivedPlayer(
                record: record, keys: archivedKeys(of: id), recovery: archivedRecovery(of: id),
                days: archivedDays(of: id), games: archivedGames(of: id))
        }
    }

    private func archivedKeys(of player: PlayerID) throws -> [ArchivedPlayer.Key] {
        try Row.fetchAll(
            self, sql: "SELECT digest, number, made, used FROM player_key WHERE player = ?",
            arguments: [player.text]
        ).compactMap { row in
            Digest(bytes: Array(row[0] as Data)).map { digest in
                let key = PlayerKey(
                    number: row[1], created: Timestamp(milliseconds: row[2]),
                    lastUsed: Timestamp(milliseconds: row[3]))
                return ArchivedPlayer.Key(key: key, digest: digest)
            }
        }
    }

    private func archivedRecovery(of player: PlayerID) throws -> Digest? {
        try Data.fetchOne(
            self, sql: "SELECT digest FROM player_recovery WHERE player = ?", arguments: [player.text]
        ).flatMap { Digest(bytes: Array($0)) }
    }

    private func archivedDays(of player: PlayerID) throws -> [ArchivedPlayer.DailyClaim] {
        try Row.fetchAll(
            self, sql: "SELECT rules, day, game FROM player_day WHERE player = ?", arguments: [player.text]
        ).compactMap { row in
            GameID(row[2]).map { .init(rules: row[0], day: Day(number: row[1]), game: $0) }
        }
    }

    private func archivedGames(of player: PlayerID) throws -> [ArchivedPlayer.Appearance] {
        try Row.fetchAll(
            self, sql: "SELECT game, time FROM player_game WHERE player = ?", arguments: [player.text]
        ).compactMap { row in
            GameID(row[0]).map { .init(game: $0, time: Timestamp(milliseconds: row[1])) }
        }
    }

    func insert(_ player: ArchivedPlayer) throws {
        let record = player.record
        try insert(record)
        for key in player.keys {
            try run(
                "INSERT INTO player_key VALUES (?, ?, ?, ?, ?)",
                [
                    key.digest.data, record.id.text, key.key.number, key.key.created.milliseconds,
                    key.key.lastUsed.milliseconds,
                ])
        }
        if let code = player.recovery { try setRecovery(code, of: record.id) }
        for claim in player.days {
            try run(
                "INSERT INTO player_day VALUES (?, ?, ?, ?)",
                [record.id.text, claim.rules, claim.day.number, claim.game.text])
        }
        // Copying the journals has inserted the player's games already, but with the times of copied pages.
        try run("DELETE FROM player_game WHERE player = ?", [record.id.text])
        for appearance in player.games {
            try insertAppearance(of: record.id, in: appearance.game, at: appearance.time)
        }
    }
}

nonisolated extension PlayerRecord {
    fileprivate static let columns =
        "id, name, colour, made FROM player LEFT JOIN player_name ON player = id"

    /// Reads the columns `id, name, colour, made`; nil for a malformed id.
    fileprivate init?(_ row: Row) throws {
        guard let id = PlayerID(row[0]) else { return nil }
        self.init(
            id: id, name: try (row[1] as String?).map { try PlayerName($0) } ?? .deleted,
            colour: (row[2] as String?).flatMap(Colour.init(_:)),
            created: Timestamp(milliseconds: row[3]))
    }
}

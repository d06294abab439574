import GameCore
import GameJSON
import GameStore

extension ArchivedPlayer {
    /// The commands that store the player; the count of keys ever added comes from the highest key number.
    var commands: [RedisCommand] {
        let player = record.id
        var commands = [RedisEventStore.record(record), RedisCommand("DEL", RedisKeys.games(of: player))]
        for held in keys {
            let (key, hex) = (held.key, held.digest.hex)
            let entry = "\(hex) \(key.created.milliseconds) \(key.lastUsed.milliseconds)"
            commands += [
                RedisCommand("HSET", RedisKeys.keys(of: player), "\(key.number)", entry),
                RedisCommand("SET", RedisKeys.holder(of: held.digest), "\(player) \(key.number)"),
            ]
        }
        if let last = keys.last {
            commands.append(
                RedisCommand("HSET", RedisKeys.player(player), "added", "\(last.key.number - 1)"))
        }
        if let recovery {
            commands += [
                RedisCommand("SET", RedisKeys.recoveryOwner(ofHex: recovery.hex), player.text),
                RedisCommand("SET", RedisKeys.recovery(of: player), recovery.hex),
            ]
        }
        commands += days.map { claim in
            RedisCommand(
                "HSET", RedisKeys.days(of: player), "\(claim.rules) \(claim.day.number)", claim.game.text)
        }
        return commands
            + games.map {
                RedisCommand(
                    "ZADD", RedisKeys.games(of: player), "\($0.time.milliseconds)", $0.game.text)
            }
    }
}

extension RedisConnection {
    /// Reads a player with keys, recovery code, days and games; nil without a record or a key, because nobody
    /// can use such a player.
    func archivedPlayer(_ player: PlayerID, _ done: @escaping RedisAnswer<ArchivedPlayer?>) {
        storedCodes(of: player) { [self] found in
            guard case .success(let codes) = found else { return done(found.map { _ in nil }) }
            let keys = codes.keys
            let reads = [
                RedisCommand("HMGET", RedisKeys.player(player), "name", "colour", "made"),
                RedisCommand("HGETALL", RedisKeys.days(of: player)),
                RedisCommand("ZRANGE", RedisKeys.games(of: player), "0", "-1", "WITHSCORES"),
            ]
            executeAll(reads) { answers in
                done(
                    Result {
                        let fields = try answers[0].get().elements
                        guard let record = try PlayerRecord(player, fields), !keys.isEmpty else { return nil }
                        let days = try answers[1].get().pairs.compactMap(ArchivedPlayer.DailyClaim.init)
                        let games = try answers[2].get().pairs.compactMap(ArchivedPlayer.Appearance.init)
                        return ArchivedPlayer(
                            record: record, keys: keys.map { .init(key: $0.key, digest: $0.digest) },
                            recovery: codes.recovery, days: days, games: games)
                    }.mapError(RedisFailure.init))
            }
        }
    }
}

extension ArchivedPlayer.DailyClaim {
    fileprivate init?(_ pair: (String, String)) {
        let words = pair.0.split(separator: " ")
        guard words.count == 2, let day = Int(words[1]), let game = GameID(pair.1) else { return nil }
        self.init(rules: String(words[0]), day: Day(number: day), game: game)
    }
}

extension ArchivedPlayer.Appearance {
    fileprivate init?(_ pair: (String, String)) {
        guard let game = GameID(pair.0), let time = Double(pair.1) else { return nil }
        self.init(game: game, time: Timestamp(milliseconds: Int64(time)))
    }
}

extension RedisReply {
    /// The elements two by two: fields with values, or members with scores.
    fileprivate var pairs: [(String, String)] {
        let words = elements.map { $0.text ?? "" }
        return stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
    }
}

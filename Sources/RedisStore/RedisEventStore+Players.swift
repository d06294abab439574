package import GameCore
import GameJSON
package import GameStore

/// Players in Redis: several keys each, written in an order in which a crash leaves no usable half of a
/// player.
extension RedisEventStore: PlayerStore {
    package var players: any PlayerStore { self }
    package var roomCodes: any RoomCodeStore { self }
    package var answers: any AnswerStore { self }

    package func add(_ player: PlayerRecord, key: Digest, _ done: @escaping StoreAnswer<Void>) {
        write([Self.record(player)] + Self.keyCommands(key, 1, of: player.id, at: player.created), done)
    }

    static func record(_ player: PlayerRecord) -> RedisCommand {
        var command = RedisCommand("HSET", RedisKeys.player(player.id), "name", player.name.text)
        for word in ["colour", player.colour?.text ?? "", "made", "\(player.created.milliseconds)"] {
            command.add(word)
        }
        return command
    }

    fileprivate static func keyCommands(
        _ key: Digest, _ number: Int, of player: PlayerID, at time: Timestamp
    ) -> [RedisCommand] {
        let entry = "\(key.hex) \(time.milliseconds) \(time.milliseconds)"
        return [
            RedisCommand("HSET", RedisKeys.keys(of: player), "\(number)", entry),
            RedisCommand("SET", RedisKeys.holder(of: key), "\(player) \(number)"),
        ]
    }

    package func holder(
        of key: Digest, for requester: Requester, _ done: @escaping StoreAnswer<KeyHolder?>
    ) {
        read(for: requester, done) { $0.holder(of: key, $1) }
    }

    package func record(of player: PlayerID, _ done: @escaping StoreAnswer<PlayerRecord?>) {
        let command = RedisCommand("HMGET", RedisKeys.player(player), "name", "colour", "made")
        read(for: .server, done) { connection, answer in
            connection.execute(command, answer) { try PlayerRecord(player, $0.elements) }
        }
    }

    package func names(
        of players: [PlayerID], for requester: Requester,
        _ done: @escaping StoreAnswer<[PlayerID: PlayerName]>
    ) {
        let commands = players.map { RedisCommand("HGET", RedisKeys.player($0), "name") }
        read(for: requester, done) { connection, answer in
            connection.executeAll(commands) { answers in
                if let failure = answers.firstFailure { return answer(.failure(failure)) }
                let names = zip(players, answers).compactMap { player, name in
                    (try? name.get().text).flatMap { try? PlayerName($0) }.map { (player, $0) }
                }
                answer(.success(Dictionary(names, uniquingKeysWith: { first, _ in first })))
            }
        }
    }

    package func update(_ player: PlayerRecord, _ done: @escaping StoreAnswer<Void>) {
        write([Self.record(player)], for: player.id, done)
    }

    package func beginErasure(of player: PlayerID, _ done: @escaping StoreAnswer<Void>) {
        write([FunctionLibrary.call("erase", keys: [RedisKeys.player(player)]), change(player)], done)
    }

    package func deleteName(
        of player: PlayerID, for requester: Requester, _ done: @escaping StoreAnswer<Void>
    ) {
        let own = RedisCommand("HDEL", RedisKeys.player(player), "name")
        read(for: requester, done) { connection, answer in
            connection.games(of: player) { found in
                guard case .success(let games) = found else { return answer(found.map { _ in }) }
                let given = games.map { RedisCommand("HDEL", RedisKeys.guestNames($0), player.text) }
                connection.executeAll([own] + given) {
                    answer($0.firstFailure.map(Result.failure) ?? .success(()))
                }
            }
        }
    }

    /// Tells the other nodes, and this one, that a player has changed.
    private func change(_ player: PlayerID) -> RedisCommand {
        RedisCommand("PUBLISH", RedisKeys.playerChanges(node.database), player.text)
    }

    package func keys(
        of player: PlayerID, for requester: Requester, _ done: @escaping StoreAnswer<[PlayerKey]>
    ) {
        read(for: requester, done) { connection, answer in
            connection.storedKeys(of: player) { answer($0.map { $0.map(\.key) }) }
        }
    }

    package func endKey(_ number: Int, of player: PlayerID, _ done: @escaping StoreAnswer<KeyEnd>) {
        let published = change(player)
        read(for: .server, done) { connection, answer in
            connection.storedKeys(of: player) { found in
                guard case .success(let keys) = found else { return answer(found.map { _ in .noSuchKey }) }
                guard let ended = keys.first(where: { $0.key.number == number }) else {
                    return answer(.success(.noSuchKey))
                }
                guard keys.count > 1 else { return answer(.success(.isLast)) }
                let commands = [
                    RedisCommand("DEL", RedisKeys.holder(of: ended.digest)),
                    RedisCommand("HDEL", RedisKeys.keys(of: player), "\(number)"), published,
                ]
                connection.executeAll(commands) { answers in
                    answer(answers.firstFailure.map(Result.failure) ?? .success(.ended(ended.digest)))
                }
            }
        }
    }

    package func recordUse(
        of key: Digest, by player: PlayerID, at time: Timestamp, _ done: @escaping StoreAnswer<Void>
    ) {
        read(for: .server, done) { connection, answer in
            connection.storedKeys(of: player) { found in
                guard case .success(let keys) = found, let used = keys.first(where: { $0.digest == key })
                else { return answer(found.map { _ in }) }
                let entry = "\(key.hex) \(used.key.created.milliseconds) \(time.milliseconds)"
                let command = RedisCommand("HSET", RedisKeys.keys(of: player), "\(used.key.number)", entry)
                connection.execute(FunctionLibrary.call([command], for: player), answer) { _ in }
            }
        }
    }

    // MARK: Games

    package func claimDaily(
        _ game: GameID, of player: PlayerID, rules: String, day: Day, _ done: @escaping StoreAnswer<GameID>
    ) {
        read(for: .server, done) { connection, answer in
            let (key, field) = (RedisKeys.days(of: player), "\(rules) \(day.number)")
            let commands = [RedisCommand("HSETNX", key, field, game.text), RedisCommand("HGET", key, field)]
            connection.execute(FunctionLibrary.call(commands, for: player), answer) { reply in
                guard let id = reply.elements.last?.text.flatMap(GameID.init(_:)) else {
                    throw RedisFailure.unreadable(.playerErased)
                }
                return id
            }
        }
    }

    package func daily(
        of player: PlayerID, rules: String, day: Day, for requester: Requester,
        _ done: @escaping StoreAnswer<GameID?>
    ) {
        read(for: requester, done) { connection, answer in
            let command = RedisCommand("HGET", RedisKeys.days(of: player), "\(rules) \(day.number)")
            connection.execute(command, answer) { $0.text.flatMap(GameID.init(_:)) }
        }
    }

    package func results(
        of player: PlayerID, firstOpen: Day, for requester: Requester,
        _ done: @escaping StoreAnswer<PlayerResults>
    ) {
        withStandings(for: requester, done) { table, loop, done in
            table.results(of: player, firstOpen: firstOpen, on: loop, done)
        }
    }

    package func standings(
        of player: PlayerID, upTo last: Day, for requester: Requester,
        _ done: @escaping StoreAnswer<[Standing]>
    ) {
        withStandings(for: requester, done) { table, loop, done in
            table.standings(of: player, upTo: last, on: loop, done)
        }
    }

    package func games(
        of player: PlayerID, _ kind: PlayedKind, limit: Int, for requester: Requester,
        _ done: @escaping StoreAnswer<[PlayedGame]>
    ) {
        read(for: requester, done) { connection, answer in
            // Reads all, because games and rooms are in one set.
            let command = RedisCommand("ZREVRANGE", RedisKeys.games(of: player), "0", "-1", "WITHSCORES")
            connection.execute(command) { (found: Result<[(GameID, Int)], RedisFailure>) in
                guard case .success(let all) = found else { return answer(found.map { _ in [] }) }
                let games = all.filter { kind.includes($0.0) }.prefix(limit)
                let reads = games.map { RedisCommand("HMGET", RedisKeys.game($0.0), "setup", "phase") }
                connection.executeAll(reads) { answers in
                    if answers.contains(where: { $0.failure == .lost }) { return answer(.failure(.lost)) }
                    // A listed game may have been deleted, or never created.
                    answer(.success(zip(games, answers).compactMap { PlayedGame($0.0, $0.1, $1) }))
                }
            } _: { reply in
                let words = reply.elements.map(\.text)
                return stride(from: 0, to: words.count - 1, by: 2).compactMap { place in
                    guard let id = words[place].flatMap(GameID.init(_:)),
                        let time = words[place + 1].flatMap(Double.init)
                    else { return nil }
                    return (id, Int(time))
                }
            }
        }
    }

    package func erase(_ player: PlayerID, _ done: @escaping StoreAnswer<Void>) {
        let published = change(player)
        read(for: .server, done) { connection, answer in
            connection.storedCodes(of: player) { found in
                guard case .success(let codes) = found else { return answer(found.map { _ in }) }
                var deletion = RedisCommand("DEL")
                for key in codes.keys { deletion.add(RedisKeys.holder(of: key.digest)) }
                if let code = codes.recovery { deletion.add(RedisKeys.recoveryOwner(ofHex: code.hex)) }
                for key in [
                    RedisKeys.keys, RedisKeys.days, RedisKeys.games, RedisKeys.code, RedisKeys.recovery,
                    RedisKeys.player,
                ] {
                    deletion.add(key(player))
                }
                connection.erase(player, by: [deletion, published], answer)
            }
        }
    }

    /// Executes the commands, unless the player is erased or being erased, and tells all nodes about the
    /// change.
    private func write(
        _ commands: [RedisCommand], for player: PlayerID, _ done: @escaping StoreAnswer<Void>
    ) {
        let all = [FunctionLibrary.call(commands, for: player), change(player)]
        read(for: .server, done) { connection, answer in
            connection.executeAll(all) { answers in
                if let failure = answers.firstFailure { return answer(.failure(failure)) }
                guard case .success(.null)? = answers.first else { return answer(.success(())) }
                answer(.failure(.unreadable(.playerErased)))
            }
        }
    }

    private func write(_ commands: [RedisCommand], _ done: @escaping StoreAnswer<Void>) {
        read(for: .server, done) { connection, answer in
            connection.executeAll(commands) { answer($0.firstFailure.map(Result.failure) ?? .success(())) }
        }
    }
}

/// A key of a player, with its digest.
struct StoredKey {
    let key: PlayerKey
    let digest: Digest

    init?(number: Int, _ entry: String) {
        let parts = entry.split(separator: " ")
        guard parts.count == 3, let digest = Digest(hex: parts[0]), let made = Int64(parts[1]),
            let used = Int64(parts[2])
        else { return nil }
        self.digest = digest
        key = PlayerKey(
            number: number, created: Timestamp(milliseconds: made), lastUsed: Timestamp(milliseconds: used))
    }
}

/// The keys of a player, and the recovery code if there is one.
struct StoredCodes {
    let player: PlayerID
    let keys: [StoredKey]
    let recovery: Digest?
}

extension RedisConnection {
    func holder(of key: Digest, _ done: @escaping RedisAnswer<KeyHolder?>) {
        execute(RedisCommand("GET", RedisKeys.holder(of: key))) {
            [self] (found: Result<(PlayerID, Int)?, RedisFailure>) in
            guard case .success(let (player, number)?) = found else { return done(found.map { _ in nil }) }
            let reads = [
                RedisCommand("HMGET", RedisKeys.player(player), "name", "colour", "made"),
                RedisCommand("HGET", RedisKeys.keys(of: player), "\(number)"),
            ]
            executeAll(reads) { answers in
                done(
                    Result {
                        guard let record = try PlayerRecord(player, answers[0].get().elements),
                            let entry = try answers[1].get().text,
                            let stored = StoredKey(number: number, entry), stored.digest == key
                        else { return nil }
                        return KeyHolder(player: record, key: stored.key)
                    }.mapError(RedisFailure.init))
            }
        } _: { reply in
            let parts = reply.text?.split(separator: " ") ?? []
            guard parts.count == 2, let player = PlayerID(String(parts[0])), let number = Int(parts[1]) else {
                return nil
            }
            return (player, number)
        }
    }

    func storedKeys(of player: PlayerID, _ done: @escaping RedisAnswer<[StoredKey]>) {
        execute(RedisCommand("HGETALL", RedisKeys.keys(of: player)), done) { reply in
            let words = reply.elements.map(\.text)
            return stride(from: 0, to: words.count - 1, by: 2).compactMap { place in
                guard let number = words[place].flatMap({ Int($0) }), let entry = words[place + 1] else {
                    return nil
                }
                return StoredKey(number: number, entry)
            }.sorted { $0.key.number < $1.key.number }
        }
    }

    func storedCodes(of player: PlayerID, _ done: @escaping RedisAnswer<StoredCodes>) {
        storedKeys(of: player) { [self] found in
            guard case .success(let keys) = found else {
                return done(found.map { StoredCodes(player: player, keys: $0, recovery: nil) })
            }
            execute(RedisCommand("GET", RedisKeys.recovery(of: player)), done) { reply in
                let recovery = reply.text.flatMap { Digest(hex: $0[...]) }
                return StoredCodes(player: player, keys: keys, recovery: recovery)
            }
        }
    }

    /// Adds a key with the next number, which no other key has had.
    func addKey(
        _ key: Digest, to player: PlayerID, at time: Timestamp, _ done: @escaping RedisAnswer<Void>
    ) {
        let next = RedisCommand("HINCRBY", RedisKeys.player(player), "added", "1")
        execute(FunctionLibrary.call([next], for: player)) { [self] (found: Result<Int?, RedisFailure>) in
            guard case .success(let added?) = found else { return done(found.map { _ in }) }
            let commands = RedisEventStore.keyCommands(key, added + 1, of: player, at: time)
            execute(FunctionLibrary.call(commands, for: player), done) { _ in }
        } _: { reply in
            reply.elements.first?.number
        }
    }

    /// Removes the standings of `player`, then runs `commands`, which end all keys.
    ///
    /// After a crash in between, the keys still work, so the player can repeat the erasure. Every node that
    /// has a game of the player in memory reads it again, without the name.
    fileprivate func erase(
        _ player: PlayerID, by commands: [RedisCommand], _ done: @escaping RedisAnswer<Void>
    ) {
        games(of: player) { [self] found in
            guard case .success(let games) = found else { return done(found.map { _ in }) }
            let changes = games.map { FunctionLibrary.call("changed", keys: [RedisKeys.game($0)]) }
            removeStandings(
                { [self] replaced in
                    guard case .success = replaced else { return done(replaced.map { _ in }) }
                    executeAll(changes + commands) {
                        done($0.firstFailure.map(Result.failure) ?? .success(()))
                    }
                }
            ) { standing in
                standing.player == player
            }
        }
    }

    /// All games in which the player has had a seat.
    fileprivate func games(of player: PlayerID, _ done: @escaping RedisAnswer<[GameID]>) {
        execute(RedisCommand("ZRANGE", RedisKeys.games(of: player), "0", "-1"), done) { reply in
            reply.elements.compactMap { $0.text.flatMap(GameID.init(_:)) }
        }
    }
}

extension PlayedGame {
    fileprivate init?(_ game: GameID, _ time: Int, _ answer: Result<RedisReply, RedisFailure>) {
        guard let fields = try? answer.get().elements, let record = fields.first?.text,
            let setup = try? GameSetup(record: record)
        else { return nil }
        self.init(
            game: game, rules: setup.rules,
            phase: fields.last?.text.flatMap(GameState.Phase.init(rawValue:)) ?? .playing,
            title: setup.title?.text, time: Timestamp(milliseconds: Int64(time)))
    }
}

nonisolated extension Digest {
    fileprivate init?(hex: Substring) {
        let digits = Array(hex.utf8)
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: 64, by: 2) {
            guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(byte)
        }
        self.init(bytes: bytes)
    }
}

extension [Result<RedisReply, RedisFailure>] {
    var firstFailure: RedisFailure? { lazy.compactMap(\.failure).first }
}

extension PlayerRecord {
    /// Reads the fields `name, colour, made`; nil if they are missing.
    init?(_ player: PlayerID, _ fields: [RedisReply]) throws {
        guard fields.count == 3, let made = fields[2].number else { return nil }
        self.init(
            id: player, name: try fields[0].text.map { try PlayerName($0) } ?? .deleted,
            colour: fields[1].text.flatMap(Colour.init(_:)),
            created: Timestamp(milliseconds: Int64(made)))
    }
}

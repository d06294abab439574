package import GameCore
import GameJSON
package import GameStore

/// One-time codes, which Redis expires, and recovery codes.
extension RedisEventStore {
    package func add(_ code: LinkCode, for player: PlayerID, _ done: @escaping StoreAnswer<Void>) {
        let lifetime = "\(max(1, code.expires.milliseconds - clock.now.milliseconds))"
        read(for: .server, done) { connection, answer in
            let command = RedisCommand("GET", RedisKeys.code(of: player))
            connection.execute(command) { (found: Result<String?, RedisFailure>) in
                guard case .success(let earlier) = found else { return answer(found.map { _ in }) }
                var commands = [
                    RedisCommand("SET", RedisKeys.code(of: player), code.digest.hex, "PX", lifetime),
                    RedisCommand(
                        "SET", RedisKeys.owner(of: code.digest), "\(player) \(code.expires.milliseconds)",
                        "PX",
                        lifetime),
                ]
                if let earlier {
                    commands.insert(RedisCommand("DEL", RedisKeys.owner(ofHex: earlier)), at: 0)
                }
                connection.execute(FunctionLibrary.call(commands, for: player), answer) { _ in }
            } _: { reply in
                reply.text
            }
        }
    }

    package func expiry(
        of code: Digest, at now: Timestamp, for requester: Requester,
        _ done: @escaping StoreAnswer<Timestamp?>
    ) {
        read(for: requester, done) { connection, answer in
            connection.execute(RedisCommand("GET", RedisKeys.owner(of: code)), answer) { reply in
                reply.text.flatMap { $0.split(separator: " ").last }.flatMap { Int64($0) }
                    .map { Timestamp(milliseconds: $0) }
            }
        }
    }

    package func redeem(
        _ code: Digest, for key: Digest, at now: Timestamp, _ done: @escaping StoreAnswer<KeyHolder?>
    ) {
        read(for: .server, done) { connection, answer in
            // If two clients redeem the code at once, GETDEL gives it to one of them.
            let command = RedisCommand("GETDEL", RedisKeys.owner(of: code))
            connection.execute(command) { (found: Result<PlayerID?, RedisFailure>) in
                guard case .success(let player?) = found else { return answer(found.map { _ in nil }) }
                connection.addKey(key, to: player, at: now) { added in
                    guard case .success = added else { return answer(added.map { nil }) }
                    connection.holder(of: key, answer)
                }
            } _: { reply in
                reply.text.flatMap { $0.split(separator: " ").first }.flatMap { PlayerID(String($0)) }
            }
        }
    }

    package func setRecovery(
        _ code: Digest, of player: PlayerID, _ done: @escaping StoreAnswer<Void>
    ) {
        let commands = [
            RedisCommand("SET", RedisKeys.recoveryOwner(ofHex: code.hex), player.text),
            RedisCommand("SET", RedisKeys.recovery(of: player), code.hex, "GET"),
        ]
        read(for: .server, done) { connection, answer in
            connection.execute(FunctionLibrary.call(commands, for: player)) {
                (found: Result<String?, RedisFailure>) in
                guard case .success(let earlier?) = found else { return answer(found.map { _ in }) }
                // The earlier code is invalid already, because it is not the stored one; a crash here only
                // leaves its key.
                let deletion = RedisCommand("DEL", RedisKeys.recoveryOwner(ofHex: earlier))
                connection.execute(deletion, answer) { _ in }
            } _: { reply in
                guard reply != .null else { throw RedisFailure.unreadable(.playerErased) }
                return reply.elements.last?.text
            }
        }
    }

    package func recover(
        by code: Digest, for key: Digest, at now: Timestamp, limit: Int,
        _ done: @escaping StoreAnswer<Recovery>
    ) {
        read(for: .server, done) { connection, answer in
            connection.player(recoveringBy: code) { found in
                guard case .success(let codes?) = found else { return answer(found.map { _ in .noSuchCode }) }
                guard codes.keys.count < limit else { return answer(.success(.tooManyKeys)) }
                connection.recover(codes.player, by: key, at: now, answer)
            }
        }
    }
}

extension RedisConnection {
    /// The player whose current recovery code this is; nil if there is none.
    fileprivate func player(recoveringBy code: Digest, _ done: @escaping RedisAnswer<StoredCodes?>) {
        let owner = RedisCommand("GET", RedisKeys.recoveryOwner(ofHex: code.hex))
        execute(owner) { [self] (found: Result<PlayerID?, RedisFailure>) in
            guard case .success(let player?) = found else { return done(found.map { _ in nil }) }
            storedCodes(of: player) { done($0.map { $0.recovery == code ? $0 : nil }) }
        } _: { reply in
            reply.text.flatMap { PlayerID($0) }
        }
    }

    fileprivate func recover(
        _ player: PlayerID, by key: Digest, at now: Timestamp, _ done: @escaping RedisAnswer<Recovery>
    ) {
        addKey(key, to: player, at: now) { [self] added in
            guard case .success = added else { return done(added.map { .noSuchCode }) }
            holder(of: key) { done($0.map { $0.map(Recovery.recovered) ?? .noSuchCode }) }
        }
    }
}

nonisolated extension RedisKeys {
    fileprivate static func owner(ofHex code: String) -> String { prefix + "{\(code)}:link" }
}

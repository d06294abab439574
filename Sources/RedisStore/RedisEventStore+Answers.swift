package import GameCore
import GameJSON
package import GameStore

/// The stored answers to requests with an idempotency key: one value each, which Redis expires.
extension RedisEventStore: AnswerStore {
    package func reserve(
        _ key: MoveKey, _ record: [UInt8], at now: Timestamp, _ done: @escaping StoreAnswer<[UInt8]?>
    ) {
        var command = RedisCommand("SET", RedisKeys.answer(to: key))
        command.add(record)
        let lifetime = "\(StoreLimits.moveLifetime.components.seconds)"
        for word in ["NX", "GET", "EX", lifetime] { command.add(word) }
        read(for: .server, done) { [command] connection, answer in
            connection.execute(command, answer) { reply in
                if case .bytes(let bytes) = reply { bytes } else { nil }
            }
        }
    }

    package func replace(
        _ key: MoveKey, with record: [UInt8], at now: Timestamp, _ done: @escaping StoreAnswer<Void>
    ) {
        var command = RedisCommand("SET", RedisKeys.answer(to: key))
        command.add(record)
        for word in ["XX", "KEEPTTL"] { command.add(word) }
        execute(command, done)
    }

    package func release(_ key: MoveKey, _ done: @escaping StoreAnswer<Void>) {
        execute(RedisCommand("DEL", RedisKeys.answer(to: key)), done)
    }

    private func execute(_ command: RedisCommand, _ done: @escaping StoreAnswer<Void>) {
        read(for: .server, done) { connection, answer in
            connection.execute(command, answer) { _ in }
        }
    }
}

package import GameCore
import GameJSON
package import GameStore

/// The codes of rooms, in one hash, because a wrong code counts against several.
extension RedisEventStore: RoomCodeStore {
    package func add(_ code: RoomCode, at now: Timestamp, _ done: @escaping StoreAnswer<Bool>) {
        var command = FunctionLibrary.call("addcode", keys: [RedisKeys.roomCodes])
        for word in [code.digits, code.room.text] { command.add(word) }
        for time in [code.roomCreated, code.expires, now] { command.add("\(time.milliseconds)") }
        read(for: .server, done) { [command] connection, answer in
            connection.execute(command, answer) { $0.number == 1 }
        }
    }

    package func roomCode(
        _ digits: String, at now: Timestamp, wrongCodes limit: Int,
        _ done: @escaping StoreAnswer<RoomCode?>
    ) {
        var command = FunctionLibrary.call("usecode", keys: [RedisKeys.roomCodes])
        for word in [digits, "\(now.milliseconds)", "\(limit)"] { command.add(word) }
        read(for: .server, done) { [command] connection, answer in
            connection.execute(command, answer) { reply in
                reply.text.flatMap { RoomCode(digits: digits, record: $0) }
            }
        }
    }
}

extension RoomCode {
    fileprivate init?(digits: String, record: String) {
        let words = record.split(separator: " ")
        guard words.count == 4, let room = RoomName(String(words[0])), let made = Int64(words[1]),
            let expires = Int64(words[2])
        else { return nil }
        self.init(
            digits: digits, room: room, roomCreated: Timestamp(milliseconds: made),
            expires: Timestamp(milliseconds: expires))
    }
}

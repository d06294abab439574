import GRDB
import GameCore
import GameJSON

extension PlayerTables {
    package func add(_ code: RoomCode, at now: Timestamp, _ done: @escaping StoreAnswer<Bool>) {
        change(done) { db in
            try db.run(
                "DELETE FROM room_code WHERE room = ? OR expires <= ?", [code.room.text, now.milliseconds])
            try db.run(
                "INSERT OR IGNORE INTO room_code VALUES (?, ?, ?, ?, 0)",
                [
                    code.digits, code.room.text, code.roomCreated.milliseconds, code.expires.milliseconds,
                ])
            return db.changesCount > 0
        }
    }

    package func roomCode(
        _ digits: String, at now: Timestamp, wrongCodes limit: Int,
        _ done: @escaping StoreAnswer<RoomCode?>
    ) {
        change(done) { db in
            let found = try Row.fetchOne(
                db, sql: "SELECT digits, room, made, expires FROM room_code WHERE digits = ? AND expires > ?",
                arguments: [digits, now.milliseconds])
            if let found { return RoomCode(found) }
            try db.countWrongRoomCode(digits, limit: limit)
            return nil
        }
    }
}

nonisolated extension Database {
    fileprivate func countWrongRoomCode(_ digits: String, limit: Int) throws {
        let alike = "substr(digits, 1, 1) = substr(?, 1, 1)"
        try run("UPDATE room_code SET wrong = wrong + 1 WHERE \(alike)", [digits])
        try run("DELETE FROM room_code WHERE wrong >= ?", [limit])
    }
}

nonisolated extension RoomCode {
    /// Reads the columns `digits, room, made, expires`; nil for a malformed name.
    fileprivate init?(_ row: Row) {
        guard let room = RoomName(row[1]) else { return nil }
        self.init(
            digits: row[0], room: room, roomCreated: Timestamp(milliseconds: row[2]),
            expires: Timestamp(milliseconds: row[3]))
    }
}

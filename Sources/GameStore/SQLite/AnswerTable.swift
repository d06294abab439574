import Foundation
import GRDB
import GameCore
import GameJSON

extension PlayerTables {
    package func reserve(
        _ key: MoveKey, _ record: [UInt8], at now: Timestamp, _ done: @escaping StoreAnswer<[UInt8]?>
    ) {
        change(done) { db in
            let oldest = now + (.zero - StoreLimits.moveLifetime)
            try db.run("DELETE FROM answer WHERE made < ?", [oldest.milliseconds])
            try db.run(
                "INSERT OR IGNORE INTO answer VALUES (?, ?, ?)",
                [Data(key.bytes), now.milliseconds, Data(record)])
            guard db.changesCount == 0 else { return nil }
            let found = try Data.fetchOne(
                db, sql: "SELECT record FROM answer WHERE key = ?", arguments: [Data(key.bytes)])
            return found.map { Array($0) }
        }
    }

    package func replace(
        _ key: MoveKey, with record: [UInt8], at now: Timestamp, _ done: @escaping StoreAnswer<Void>
    ) {
        change(done) { db in
            try db.run("UPDATE answer SET record = ? WHERE key = ?", [Data(record), Data(key.bytes)])
        }
    }

    package func release(_ key: MoveKey, _ done: @escaping StoreAnswer<Void>) {
        change(done) { db in try db.run("DELETE FROM answer WHERE key = ?", [Data(key.bytes)]) }
    }
}

import Foundation
import GRDB
import GameCore
import GameJSON

/// Checks that a backup is a whole database of this program; call it on a thread that may block.
package nonisolated enum BackupCheck {
    /// - Throws: `StoreFailure` with the first problem.
    package static func run(_ path: String) throws(StoreFailure) {
        do {
            let database = try GameDatabase(path, createIfMissing: false, for: .backup)
            defer { try? database.connection.close() }
            let problem = try database.connection.inDatabase { db in
                try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
            }
            guard problem == "ok" else {
                throw StoreFailure(reason: "The backup is damaged: \(problem ?? "no result").")
            }
        } catch { throw StoreFailure(error) }
    }
}

import Foundation
import GRDB
import GameCore
import GameJSON

/// Checks that a backup is a whole database of this program; blocks the calling thread.
package nonisolated enum BackupCheck {
    /// - Throws: `StoreRefusal` if the file is no backup; `StoreFailure` with the first problem of one.
    package static func run(_ path: String) throws {
        let found = Result { try problem(of: path) }
        switch found {
        case .success(nil): return
        case .success(let problem?): throw StoreFailure(reason: "The backup is damaged: \(problem).")
        case .failure(let error as DatabaseError):
            throw StoreFailure(reason: "The backup is damaged: \(error.reason).")
        case .failure(let error): throw error
        }
    }

    private static func problem(of path: String) throws -> String? {
        let database = try GameDatabase(path, createIfMissing: false, for: .backup)
        defer { try? database.connection.close() }
        return try database.connection.inDatabase { db in
            // If a page is cut off, SQLite reads zeros instead.
            let pages = "SELECT page_size * page_count FROM pragma_page_size, pragma_page_count"
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            guard try size == Int.fetchOne(db, sql: pages) else { return "it is not as long as it was" }
            if let problem = try Schema.problem(of: db) { return problem }
            let found = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no result"
            return found == "ok" ? nil : found
        }
    }
}

import Foundation
import GRDB
import GameCore
import GameJSON

/// Counts of the records in a data folder.
package struct Statistics {
    let games: Int
    let publicGames: Int
    let finished: Int
    let seated: Int
    let events: Int
    let moves: Int
    let commits: Int
    /// The size of the database file in bytes.
    let bytes: Int
    /// The game with the highest sequence, which counts trimmed events too.
    let longest: (id: String, events: Int)?

    /// - Complexity: O(events), a fraction of a microsecond each.
    package init(_ archive: SQLiteArchive) throws {
        let ledger = archive.database.ledger
        commits = ledger.commits
        let connection = archive.database.connection
        func count(_ rows: String) throws -> Int {
            try connection.inDatabase { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0 }
        }
        games = try count("game")
        publicGames = try count("game WHERE public = 1")
        finished = try count("result")
        seated = try count("seat")
        events = try count("event")
        moves = try count("move")
        let (pages, pageSize, row) = try connection.inDatabase { db in
            (
                try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0,
                try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0,
                try Row.fetchOne(
                    db,
                    sql:
                        "SELECT game, max(sequence) AS n FROM event GROUP BY game ORDER BY n DESC LIMIT 1"
                )
            )
        }
        bytes = pages * pageSize
        longest = row.map { ($0[0], $0[1]) }
    }

    package var lines: [String] {
        let rows: [(String, String)] = [
            ("games", "\(games), \(publicGames) public, \(finished) finished"),
            ("people seated", "\(seated)"), ("events", "\(events)"), ("move ids", "\(moves)"),
            ("commits", "\(commits)"),
            ("on disk", String(format: "%.1f MB", Double(bytes) / 1e6)),
            ("per event", events == 0 ? "-" : "\(bytes / events) bytes"),
            ("longest game", longest.map { "\($0.id), \($0.events) events" } ?? "-"),
        ]
        return rows.map { name, value in
            name + String(repeating: " ", count: 16 - name.count) + value
        }
    }
}

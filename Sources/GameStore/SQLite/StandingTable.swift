import GRDB
import GameCore
import GameJSON

/// Standings in memory, for stores that keep them elsewhere or not at all: leaderboards need a table.
///
/// A standing takes some 200 bytes.
package final class StandingTable {
    private let connection: DatabaseQueue

    /// An empty table.
    ///
    /// - Throws: when SQLite cannot make a database in memory.
    package init() throws {
        connection = try DatabaseQueue()
        try connection.inDatabase { db in try db.execute(sql: Schema.aside) }
    }

    /// Adds `standings`, of each name and day the first that ever comes.
    package func add(_ standings: [Standing]) throws {
        guard !standings.isEmpty else { return }
        try connection.write { db in for standing in standings { try db.insert(standing) } }
    }

    /// The best in the days that are asked for.
    package func leaders(_ wanted: LeaderListing) throws -> Leaders {
        try connection.inDatabase { db in try db.leaders(wanted) }
    }
}

/// Leaderboards, from a table that is kept when games end.
nonisolated extension Database {
    /// Keeps `standing`, unless there is one of that name and day.
    func insert(_ standing: Standing) throws {
        let statement = try cachedStatement(
            sql: "INSERT OR IGNORE INTO standing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        try statement.execute(arguments: [
            standing.rules, standing.day.number, standing.key, standing.name.text, standing.game.text,
            standing.isSolved, standing.isAssisted, standing.elapsed.wholeMilliseconds, standing.score,
            standing.guesses,
        ])
    }

    /// The best in the days that are asked for.
    ///
    /// - Complexity: O(standings of those days), a few milliseconds for ten thousand.
    func leaders(_ wanted: LeaderListing) throws -> Leaders {
        var best = try rows(wanted, assisted: false)
        for place in best.indices {
            let days = try days(wanted, of: best[place].key)
            best[place].leader.streak = Streak.current(days, upTo: try lastDay(wanted, of: best[place].key))
            best[place].leader.longest = Streak.longest(days)
        }
        return Leaders(best: best.map(\.leader), assisted: try rows(wanted, assisted: true).map(\.leader))
    }

    /// By points, most first; without points by how many were solved, in how few guesses; then by time.
    private func rows(
        _ wanted: LeaderListing, assisted: Bool
    ) throws -> [(key: String, leader: Leader)] {
        // SQLite takes `name` from the row with the latest day.
        let statement = try cachedStatement(
            sql: """
                SELECT *, rank() OVER
                    (ORDER BY score DESC, solved DESC, guesses, milliseconds) AS place
                FROM (
                    SELECT key, name, max(day) AS day, count(*) AS played, sum(solved) AS solved,
                        sum(milliseconds) FILTER (WHERE solved) AS milliseconds, sum(score) AS score,
                        sum(guesses) AS guesses
                    FROM standing
                    WHERE rules = :rules AND day BETWEEN :from AND :to AND assisted = :assisted
                    GROUP BY key HAVING sum(solved) > 0
                )
                ORDER BY place, key LIMIT :limit
                """)
        let rows = try Row.fetchAll(
            statement,
            arguments: [
                "rules": wanted.rules, "from": wanted.from?.number ?? 0, "to": wanted.to.number,
                "assisted": assisted, "limit": wanted.limit,
            ])
        return rows.map { row in
            let leader = Leader(
                rank: row["place"], name: row["name"], played: row["played"], solved: row["solved"],
                elapsed: .milliseconds(row["milliseconds"] as Int64), score: row["score"],
                guesses: row["guesses"])
            return (row["key"], leader)
        }
    }

    /// Up to where the days in a row are counted: the last day, or the one before it as long as that was not
    /// played yet.
    private func lastDay(_ wanted: LeaderListing, of key: String) throws -> Int {
        let statement = try cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM standing WHERE rules = ? AND day = ? AND key = ?)")
        let hasPlayed = try Bool.fetchOne(statement, arguments: [wanted.rules, wanted.to.number, key])
        return hasPlayed == true ? wanted.to.number : wanted.to.number - 1
    }

    /// The days on which somebody solved the game without help, latest first.
    private func days(_ wanted: LeaderListing, of key: String) throws -> [Int] {
        let statement = try cachedStatement(
            sql: """
                SELECT day FROM standing
                WHERE rules = ? AND key = ? AND day <= ? AND solved = 1 AND assisted = 0 ORDER BY day DESC
                """)
        return try Int.fetchAll(statement, arguments: [wanted.rules, key, wanted.to.number])
    }
}

/// Days in a row.
nonisolated enum Streak {
    /// How many of `days`, latest first, lead up to `last` without a gap.
    static func current(_ days: [Int], upTo last: Int) -> Int {
        days.first == last ? runs(days)[0] : 0
    }

    /// The most of `days`, latest first, in a row.
    static func longest(_ days: [Int]) -> Int { runs(days).max() ?? 0 }

    private static func runs(_ days: [Int]) -> [Int] {
        var runs: [Int] = []
        for (place, day) in days.enumerated() {
            if place > 0, days[place - 1] == day + 1 { runs[runs.count - 1] += 1 } else { runs.append(1) }
        }
        return runs
    }
}

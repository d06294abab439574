import GRDB
import GameCore
import GameJSON

/// An in-memory table of standings, for stores without one of their own; some 200 bytes per standing.
package final class StandingTable {
    private let connection: DatabaseQueue

    package init() throws {
        connection = try DatabaseQueue()
        try connection.inDatabase { db in try db.execute(sql: Schema.puzzlesAndStandings) }
    }

    package func add(_ standings: [Standing]) throws {
        guard !standings.isEmpty else { return }
        try connection.write { db in for standing in standings { try db.insertStanding(standing) } }
    }

    /// Forgets all standings, before they are read again.
    package func removeAll() throws {
        try connection.write { db in try db.execute(sql: "DELETE FROM standing") }
    }

    package func leaders(_ query: LeaderboardQuery) throws -> Leaders {
        try connection.inDatabase { db in try db.leaders(query) }
    }
}

nonisolated extension Database {
    /// Inserts `standing`, unless there is one of the same name and day.
    func insertStanding(_ standing: Standing) throws {
        let statement = try cachedStatement(
            sql: "INSERT OR IGNORE INTO standing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        try statement.execute(arguments: [
            standing.rules, standing.day.number, standing.key, standing.name.text, standing.game.text,
            standing.isSolved, standing.isAssisted, standing.elapsed.wholeMilliseconds, standing.score,
            standing.guesses,
        ])
    }

    /// - Complexity: O(standings); no index begins with the name.
    func removeStandings(_ selection: StandingSelection) throws -> Int {
        try execute(
            sql: """
                DELETE FROM standing WHERE key = :key AND (:rules IS NULL OR rules = :rules)
                    AND (:day IS NULL OR day = :day)
                """,
            arguments: [
                "key": selection.name.text.lowercased(), "rules": selection.rules,
                "day": selection.day?.number,
            ])
        return changesCount
    }

    func renameStandings(_ renaming: Renaming) throws -> Int {
        let (old, new) = (renaming.old.text.lowercased(), renaming.new.text.lowercased())
        try execute(
            sql: "UPDATE OR IGNORE standing SET key = ?, name = ? WHERE key = ?",
            arguments: [new, renaming.new.text, old])
        let count = changesCount
        if old != new { try execute(sql: "DELETE FROM standing WHERE key = ?", arguments: [old]) }
        return count
    }

    /// - Complexity: O(standings of those days), a few milliseconds for ten thousand.
    func leaders(_ query: LeaderboardQuery) throws -> Leaders {
        var best = try rows(query, assisted: false)
        for index in best.indices {
            let days = try days(query, of: best[index].key)
            best[index].leader.streak = Streak.current(days, upTo: try lastDay(query, of: best[index].key))
            best[index].leader.longest = Streak.longest(days)
        }
        return Leaders(best: best.map(\.leader), assisted: try rows(query, assisted: true).map(\.leader))
    }

    /// Ranks by points, or without points by the number of solved games, then by fewer guesses and less time.
    private func rows(
        _ query: LeaderboardQuery, assisted: Bool
    ) throws -> [(key: String, leader: Leader)] {
        // Beside `max(day)` SQLite takes the bare column `name` from the row with that day.
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
                "rules": query.rules, "from": query.from?.number ?? 0, "to": query.to.number,
                "assisted": assisted, "limit": query.limit,
            ])
        return rows.map { row in
            let leader = Leader(
                rank: row["place"], name: row["name"], played: row["played"], solved: row["solved"],
                elapsed: .milliseconds(row["milliseconds"] as Int64), score: row["score"],
                guesses: row["guesses"])
            return (row["key"], leader)
        }
    }

    /// The day on which a current streak must end: the last day, or the day before if the player has not
    /// played the last one yet.
    private func lastDay(_ query: LeaderboardQuery, of key: String) throws -> Int {
        let statement = try cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM standing WHERE rules = ? AND day = ? AND key = ?)")
        let hasPlayed = try Bool.fetchOne(statement, arguments: [query.rules, query.to.number, key])
        return hasPlayed == true ? query.to.number : query.to.number - 1
    }

    /// The days on which the player solved the game without help, latest first.
    private func days(_ query: LeaderboardQuery, of key: String) throws -> [Int] {
        let statement = try cachedStatement(
            sql: """
                SELECT day FROM standing
                WHERE rules = ? AND key = ? AND day <= ? AND solved = 1 AND assisted = 0 ORDER BY day DESC
                """)
        return try Int.fetchAll(statement, arguments: [query.rules, key, query.to.number])
    }
}

/// Runs of consecutive days.
nonisolated enum Streak {
    /// The number of consecutive days that end with `last`; `days` are latest first.
    static func current(_ days: [Int], upTo last: Int) -> Int {
        days.first == last ? runs(days)[0] : 0
    }

    /// The longest run in `days`, which are latest first.
    static func longest(_ days: [Int]) -> Int { runs(days).max() ?? 0 }

    private static func runs(_ days: [Int]) -> [Int] {
        var runs: [Int] = []
        for (index, day) in days.enumerated() {
            if index > 0, days[index - 1] == day + 1 { runs[runs.count - 1] += 1 } else { runs.append(1) }
        }
        return runs
    }
}

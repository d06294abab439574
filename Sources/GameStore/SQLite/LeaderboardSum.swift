import GRDB
import GameCore
import GameJSON
import Synchronization

/// The computation of a leaderboard, in steps between which commits and other queries run.
///
/// The leaderboards of one day and of all days are read from an index, in one step of O(limit). Other ranges
/// are summed, `StoreLimits.standingsPerQuery` standings a step.
nonisolated final class LeaderboardSum: Sendable {
    /// A player's sums, as in the table `total`.
    fileprivate struct Total: Sendable {
        let player: PlayerID
        var played = 0
        var solved = 0
        var milliseconds: Int64 = 0
        var score: Int?
        var guesses: Int?
    }

    fileprivate struct State {
        /// The sums of standings without help, and of those with help.
        var totals: [Bool: [PlayerID: Total]] = [:]
        /// The day and player of the last standing that was added; nil before the first step.
        var last: (day: Int, player: String)?
        /// The leaders, once they are known.
        var ranking: Ranking?
    }

    private let query: LeaderboardQuery
    private let namesPlayers: Bool
    private let state = Mutex(State())

    /// - Parameter namesPlayers: Whether the names of the players are in the same database.
    init(_ query: LeaderboardQuery, namesPlayers: Bool) {
        self.query = query
        self.namesPlayers = namesPlayers
    }

    /// Does the next step; answers with the leaderboard after the last one.
    func step(_ db: Database) throws -> Step<Leaders> {
        guard let ranking = state.withLock({ $0.ranking }) else {
            let found = try rank(db)
            state.withLock { $0.ranking = found }
            return .more
        }
        let next = try addingStreaks(to: ranking, db)
        state.withLock { $0.ranking = next }
        guard next.streaks == next.best.count else { return .more }
        let leaders = Leaders(best: next.best, assisted: next.assisted)
        return .done(try namesPlayers ? leaders.naming(db.names(of: leaders.players)) : leaders)
    }

    /// The leaders in order; nil if standings are left to be summed.
    private func rank(_ db: Database) throws -> Ranking? {
        let isFirst = state.withLock { $0.last == nil }
        if isFirst, let source = try indexedSource(db) {
            return try Ranking(
                best: db.totals(from: source, query, assisted: false),
                assisted: db.totals(from: source, query, assisted: true))
        }
        guard try addPage(db) else { return nil }
        let totals = state.withLock { $0.totals }
        return Ranking(best: top(totals[false]), assisted: top(totals[true]))
    }

    /// Adds the streaks of the next leaders, until about `StoreLimits.standingsPerQuery` days are read.
    private func addingStreaks(to ranking: Ranking, _ db: Database) throws -> Ranking {
        var (ranking, read) = (ranking, 0)
        while ranking.streaks < ranking.best.count, read < StoreLimits.standingsPerQuery {
            let (index, player) = (ranking.streaks, ranking.best[ranking.streaks].player)
            let outcomes = try db.outcomes(query, of: player)
            let streak = Streak(outcomes, firstOpen: query.firstOpen)
            (ranking.best[index].streak, ranking.best[index].longest) = (streak.days, streak.best)
            ranking.streaks += 1
            read += outcomes.count
        }
        return ranking
    }

    /// The table whose index has the order of the leaderboard; nil if the sums do not exist.
    private func indexedSource(_ db: Database) throws -> String? {
        if query.from == query.to { return "standing" }
        guard query.from == nil else { return nil }
        let last = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT max(day) FROM standing WHERE rules = ?"), arguments: [query.rules]
        )
        return last ?? 0 <= query.to.number ? "total" : nil
    }

    /// Adds the next standings to the sums; returns whether they were the last ones.
    private func addPage(_ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT day, player, solved, assisted, milliseconds, score, guesses FROM standing
                WHERE rules = :rules AND (day, player) > (:day, :player) AND day <= :to
                ORDER BY day, player LIMIT :limit
                """)
        return try state.withLock { state in
            let rows = try Row.fetchCursor(
                statement,
                arguments: [
                    "rules": query.rules, "day": state.last?.day ?? query.from.map { $0.number - 1 } ?? 0,
                    "player": state.last?.player ?? LeaderboardSum.afterAllPlayers, "to": query.to.number,
                    "limit": StoreLimits.standingsPerQuery,
                ])
            var count = 0
            while let row = try rows.next() {
                state.add(row)
                count += 1
            }
            return count < StoreLimits.standingsPerQuery
        }
    }

    /// Sorts after every id, so that the first page begins with the next day.
    private static let afterAllPlayers = "\u{10FFFF}"

    private func top(_ totals: [PlayerID: Total]?) -> [Total] {
        let solvers = (totals ?? [:]).values.filter { $0.solved > 0 }
        return Array(solvers.sorted(by: <).prefix(query.limit))
    }
}

/// The leaders in order; streaks are added one by one.
nonisolated private struct Ranking: Sendable {
    var best: [Leader]
    let assisted: [Leader]
    /// The number of leaders whose streaks are known.
    var streaks = 0

    init(best: [LeaderboardSum.Total], assisted: [LeaderboardSum.Total]) {
        (self.best, self.assisted) = (Self.ranked(best), Self.ranked(assisted))
    }

    /// Gives ranks to totals in order: equal results share a rank.
    private static func ranked(_ totals: [LeaderboardSum.Total]) -> [Leader] {
        var rank = 1
        return totals.indices.map { index in
            let total = totals[index]
            if index > 0, totals[index - 1].result < total.result { rank = index + 1 }
            return Leader(
                rank: rank, player: total.player, played: total.played, solved: total.solved,
                elapsed: .milliseconds(total.milliseconds), score: total.score, guesses: total.guesses)
        }
    }
}

nonisolated extension LeaderboardSum.State {
    /// Adds a row of `day, player, solved, assisted, milliseconds, score, guesses`; days ascend.
    fileprivate mutating func add(_ row: Row) {
        let (isSolved, isAssisted) = (row[2] as Bool, row[3] as Bool)
        last = (row[0], row[1])
        guard let player = PlayerID(row[1] as String) else { return }
        var total = totals[isAssisted]?[player] ?? LeaderboardSum.Total(player: player)
        total.played += 1
        if isSolved {
            total.solved += 1
            total.milliseconds += row[4] as Int64
        }
        if let score = row[5] as Int? { total.score = (total.score ?? 0) + score }
        if let guesses = row[6] as Int? { total.guesses = (total.guesses ?? 0) + guesses }
        totals[isAssisted, default: [:]][player] = total
    }
}

nonisolated extension LeaderboardSum.Total: Comparable {
    /// Ascends from the best: by points, or without points by the number of solved games, then by fewer
    /// guesses and less time.
    fileprivate var result: (Int, Int, Int, Int64) {
        (-(score ?? 0), -solved, guesses ?? 0, milliseconds)
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.result != right.result { return left.result < right.result }
        return left.player.text < right.player.text
    }

    static func == (left: Self, right: Self) -> Bool {
        left.result == right.result && left.player == right.player
    }
}

nonisolated extension Database {
    /// The best `query.limit` totals of the table `total`, or of one day of the table `standing`.
    ///
    /// - Complexity: O(limit), by an index.
    fileprivate func totals(
        from table: String, _ query: LeaderboardQuery, assisted: Bool
    ) throws -> [LeaderboardSum.Total] {
        let isTotal = table == "total"
        let statement = try cachedStatement(
            sql: """
                SELECT player, \(isTotal ? "played" : "1"), solved, milliseconds, score, guesses
                FROM \(table)
                WHERE rules = :rules \(isTotal ? "" : "AND day = :day")
                    AND assisted = :assisted AND solved > 0
                ORDER BY score DESC, solved DESC, guesses, milliseconds, player LIMIT :limit
                """)
        var arguments: StatementArguments = [
            "rules": query.rules, "assisted": assisted, "limit": query.limit,
        ]
        if !isTotal { arguments += ["day": query.to.number] }
        return try Row.fetchAll(statement, arguments: arguments).compactMap { row in
            PlayerID(row[0] as String).map { player in
                LeaderboardSum.Total(
                    player: player, played: row[1], solved: row[2], milliseconds: row[3], score: row[4],
                    guesses: row[5])
            }
        }
    }

    /// The outcomes of the days on which the player began a game, up to the last day of the query.
    fileprivate func outcomes(
        _ query: LeaderboardQuery, of player: PlayerID
    ) throws -> [Int: Streak.Outcome] {
        let statement = try cachedStatement(
            sql: """
                SELECT day, solved, assisted, milliseconds FROM standing
                WHERE rules = ? AND player = ? AND day <= ?
                """)
        let rows = try Row.fetchCursor(
            statement, arguments: [query.rules, player.text, query.to.number])
        var outcomes: [Int: Streak.Outcome] = [:]
        while let row = try rows.next() {
            outcomes[row[0]] = Streak.Outcome(isSolved: row[1], isAssisted: row[2], milliseconds: row[3])
        }
        return outcomes
    }
}

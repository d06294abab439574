import GRDB
package import GameCore
import GameJSON

/// A table of standings in memory, for stores without one; some 300 bytes per standing.
package final class StandingTable {
    private let connection: DatabaseQueue
    private let namesPlayers: Bool

    /// - Parameter namesPlayers: Whether the table of players is used too.
    package init(namesPlayers: Bool = false) throws {
        self.namesPlayers = namesPlayers
        connection = try DatabaseQueue()
        try connection.inDatabase { db in
            for sql in [Schema.standings, Schema.players, Schema.rooms, Schema.answerTable] {
                try db.execute(sql: sql)
            }
        }
    }

    package func add(_ standings: [Standing]) throws {
        guard !standings.isEmpty else { return }
        try change { db in for standing in standings { try db.insertStanding(standing) } }
    }

    /// Changes the table in a transaction.
    func change<Value>(_ work: (Database) throws -> Value) throws -> Value { try connection.write(work) }

    package func leaders(_ query: LeaderboardQuery) throws -> Leaders {
        let sum = LeaderboardSum(query, namesPlayers: namesPlayers)
        while true {
            if case .done(let found) = try connection.inDatabase({ db in try sum.step(db) }) { return found }
        }
    }

    /// Adds standings on the table's own thread; a full page of a stream takes some milliseconds.
    package func add(_ standings: [Standing], on loop: any StoreLoop, _ done: @escaping StoreAnswer<Void>) {
        work(on: loop, done) { db in
            try db.inTransaction {
                for standing in standings { try db.insertStanding(standing) }
                return .commit
            }
        }
    }

    /// Deletes all standings, before they are read again.
    package func removeAll(on loop: any StoreLoop, _ done: @escaping StoreAnswer<Void>) {
        work(on: loop, done) { db in try db.execute(sql: "DELETE FROM standing; DELETE FROM total") }
    }

    package func leaders(
        _ query: LeaderboardQuery, on loop: any StoreLoop, _ done: @escaping StoreAnswer<Leaders>
    ) {
        step(LeaderboardSum(query, namesPlayers: namesPlayers), on: loop, done)
    }

    package func results(
        of player: PlayerID, firstOpen: Day, on loop: any StoreLoop,
        _ done: @escaping StoreAnswer<PlayerResults>
    ) {
        work(on: loop, done) { db in try db.results(of: player, firstOpen: firstOpen) }
    }

    package func standings(
        of player: PlayerID, upTo last: Day, on loop: any StoreLoop, _ done: @escaping StoreAnswer<[Standing]>
    ) {
        work(on: loop, done) { db in try db.standings(of: player, upTo: last) }
    }

    private func step(_ sum: LeaderboardSum, on loop: any StoreLoop, _ done: @escaping StoreAnswer<Leaders>) {
        let answer: StoreAnswer<Step<Leaders>> = { [self] found in
            switch found {
            case .failure(let failure): done(.failure(failure))
            case .success(.done(let leaders)): done(.success(leaders))
            case .success(.more): step(sum, on: loop, done)
            }
        }
        work(on: loop, answer) { db in try sum.step(db) }
    }

    private func work<Value: Sendable>(
        on loop: any StoreLoop, _ done: @escaping StoreAnswer<Value>,
        _ work: @escaping @Sendable (Database) throws -> Value
    ) {
        connection.asyncWriteWithoutTransaction { db in
            let result = Result { try work(db) }.mapError(StoreFailure.init)
            loop.enter { done(result) }
        }
    }
}

/// Changes of standings, which keep the sums in `total` up to date.
nonisolated extension Database {
    /// Inserts `standing`, unless the player has one of another game on the same day.
    ///
    /// The standing of a game's end replaces that of its beginning, which has no time yet.
    func insertStanding(_ standing: Standing) throws {
        let arguments: StatementArguments = [
            standing.rules, standing.day.number, standing.player.text, standing.game.text,
            standing.isSolved, standing.isAssisted, standing.elapsed.wholeMilliseconds, standing.score,
            standing.guesses,
        ]
        try cachedStatement(sql: "INSERT OR IGNORE INTO standing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
            .execute(arguments: arguments)
        guard changesCount > 0 else { return try endStanding(standing) }
        let statement = try cachedStatement(
            sql: """
                INSERT INTO total VALUES (?1, ?2, ?3, 1, ?4, iif(?4, ?5, 0), ?6, ?7)
                ON CONFLICT DO UPDATE SET
                    played = played + 1, solved = solved + excluded.solved,
                    milliseconds = milliseconds + excluded.milliseconds,
                    score = coalesce(score + excluded.score, score, excluded.score),
                    guesses = coalesce(guesses + excluded.guesses, guesses, excluded.guesses)
                """)
        try statement.execute(arguments: [
            standing.rules, standing.isAssisted, standing.player.text, standing.isSolved,
            standing.elapsed.wholeMilliseconds, standing.score, standing.guesses,
        ])
    }

    private func endStanding(_ standing: Standing) throws {
        try run(
            """
            UPDATE standing SET solved = ?, assisted = ?, milliseconds = ?, score = ?, guesses = ?
            WHERE rules = ? AND day = ? AND player = ? AND game = ? AND milliseconds = 0
            """,
            [
                standing.isSolved, standing.isAssisted, standing.elapsed.wholeMilliseconds, standing.score,
                standing.guesses, standing.rules, standing.day.number, standing.player.text,
                standing.game.text,
            ])
        if changesCount > 0 { try sumAgain([standing.player.text]) }
    }

    /// - Complexity: O(days of the player).
    func removeStandings(_ selection: StandingSelection) throws -> Int {
        let player = selection.player.text
        try execute(
            sql: """
                DELETE FROM standing WHERE player = :player AND (:rules IS NULL OR rules = :rules)
                    AND (:day IS NULL OR day = :day)
                """,
            arguments: ["player": player, "rules": selection.rules, "day": selection.day?.number])
        let count = changesCount
        try sumAgain([player])
        return count
    }

    /// - Complexity: O(standings); no index begins with the game.
    func deleteStandings(of game: GameID) throws {
        let players = try String.fetchAll(
            self, sql: "DELETE FROM standing WHERE game = ? RETURNING player", arguments: [game.text])
        try sumAgain(players)
    }

    private func sumAgain(_ players: [String]) throws {
        for player in Set(players) {
            try execute(sql: "DELETE FROM total WHERE player = ?", arguments: [player])
            try execute(
                sql: """
                    INSERT INTO total SELECT \(Schema.sums) FROM standing WHERE player = ?
                    GROUP BY rules, assisted, player
                    """, arguments: [player])
        }
    }
}

nonisolated extension Database {
    func standings(of player: PlayerID, upTo last: Day) throws -> [Standing] {
        try Row.fetchAll(
            self,
            sql: """
                SELECT rules, day, game, solved, assisted, milliseconds, score, guesses FROM standing
                WHERE player = ? AND day <= ?
                """, arguments: [player.text, last.number]
        ).compactMap { row in
            GameID(row[2]).map { game in
                Standing(
                    rules: row[0], day: Day(number: row[1]), player: player, game: game, isSolved: row[3],
                    isAssisted: row[4], elapsed: .milliseconds(row[5] as Int64), score: row[6],
                    guesses: row[7])
            }
        }
    }
}

import Foundation
import GRDB
import GameCore

/// Crosswords that people have given to the server, and who plays the games of the days.
nonisolated extension Database {
    /// Keeps `puzzle`.
    func insert(_ puzzle: StoredPuzzle) throws {
        try cachedStatement(sql: "INSERT INTO puzzle VALUES (?, ?, ?, ?, ?, ?)").execute(arguments: [
            puzzle.id, puzzle.format.rawValue, Data(puzzle.file), puzzle.owner.data, puzzle.isPublic,
            puzzle.made.milliseconds,
        ])
    }

    /// The puzzle `id`; nil when there is none.
    func puzzle(_ id: String) throws -> StoredPuzzle? {
        let statement = try cachedStatement(
            sql: "SELECT format, file, owner, public, made FROM puzzle WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
        guard let format = PuzzleFile.Format(rawValue: row[0]),
            let owner = Digest(bytes: Array(row[2] as Data))
        else {
            throw StoreFailure(reason: "The puzzle “\(id)” cannot be read.")
        }
        return StoredPuzzle(
            id: id, format: format, file: Array(row[1] as Data), owner: owner, isPublic: row[3],
            made: Timestamp(milliseconds: row[4]))
    }

    /// Who holds `token` in games of days, and their game of `day` by `rules`; nil when nobody does.
    func dailyPerson(_ token: Digest, rules: String, day: Day) throws -> DailyPerson? {
        let statement = try cachedStatement(
            sql: """
                SELECT seat.name, seat.colour, game.id, game.rules, game.day
                FROM token JOIN game ON game.id = token.game
                    JOIN seat ON seat.game = token.game AND seat.seat = token.seat
                WHERE token.digest = :token AND game.day IS NOT NULL
                ORDER BY game.rules = :rules AND game.day = :day DESC, game.ordinal DESC LIMIT 1
                """)
        let arguments: StatementArguments = ["token": token.data, "rules": rules, "day": day.number]
        guard let row = try Row.fetchOne(statement, arguments: arguments), let colour = Colour(row[1]) else {
            return nil
        }
        let isToday = row[3] as String == rules && row[4] as Int == day.number
        return DailyPerson(
            name: try PlayerName(row[0]), colour: colour, game: isToday ? GameID(row[2] as String) : nil)
    }
}

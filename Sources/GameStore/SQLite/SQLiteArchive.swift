import Foundation
import GRDB
package import GameCore
import GameJSON

/// The games of a data folder, or of a backup, as an archive.
///
/// It is filled in one transaction: what fails or is interrupted has never happened.
package final class SQLiteArchive: GameArchive {
    package let name: String
    private let stored: StoredGames

    /// The games in the data folder or backup `path`.
    ///
    /// - Throws: `StoreRefusal` when there are none and `isMade` is false, or when a server has them.
    package init(_ path: String, isMade: Bool) throws {
        name = path
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard isThere || isMade else { throw StoreRefusal("There is no data folder “\(path)”.") }
        let isBackup = isThere && !isFolder.boolValue && !isMade
        stored =
            try isBackup
            ? StoredGames(file: path) : StoredGames(folder: path, isMade: isMade, isOneTransaction: true)
    }

    private func work<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try stored.database.connection.inDatabase(work)
    }

    // MARK: Reading

    package func moment() -> Timestamp? { stored.moment }

    package func games() throws -> [ArchivedGame] { try work { db in try db.archivedGames() } }

    package func puzzles() throws -> [String] { try work { db in try db.puzzleIDs() } }

    package func standings() throws -> [Standing] { try work { db in try db.standings() } }

    package func game(_ id: GameID, at now: Timestamp) throws -> StoredGame? {
        try work { db in try db.storedGame(id, now: now) }
    }

    package func events(of id: GameID, after sequence: SequenceNumber, limit: Int) throws -> [GameEvent] {
        try work { db in try db.events(of: id, after: sequence.value, limit: limit) }
    }

    package func puzzle(_ id: String) throws -> StoredPuzzle? { try work { db in try db.puzzle(id) } }

    // MARK: Filling

    package func begin() throws {
        try work { db in
            try db.beginTransaction(.immediate)
            let isHouseOnly = try db.archivedGames().map(\.id) == [.lobby] && db.lastSequence(of: .lobby) == 0
            if isHouseOnly { try db.removeHouseBoard() }
            let games = try db.archivedGames().count
            guard try games == 0 && db.puzzleIDs().isEmpty && db.standings().isEmpty else {
                throw StoreRefusal.notEmpty(name, games: games)
            }
        }
    }

    package func add(_ entries: [JournalEntry], at now: Timestamp) throws {
        try work { db in for entry in entries { try db.append(entry) } }
    }

    package func add(_ standings: [Standing]) throws {
        try work { db in for standing in standings { try db.insert(standing) } }
    }

    package func finish(at moment: Timestamp?) throws {
        // It tells of the life before, which must not count.
        if let folder = stored.folder { try Pulse.remove(folder.pulse) }
        try work { db in
            try db.setLedger(moment)
            try db.commit()
        }
        // What is committed is on the disk; that it is still in the log does no harm.
        try? stored.database.probe()
    }

    package func giveUp() -> String {
        try? work { db in if db.isInsideTransaction { try db.rollback() } }
        return "“\(name)” is as it was before."
    }
}

nonisolated extension Database {
    fileprivate func archivedGames() throws -> [ArchivedGame] {
        try Row.fetchAll(self, sql: "SELECT id, public FROM game ORDER BY ordinal").compactMap { row in
            GameID(row[0] as String).map { ArchivedGame(id: $0, isPublic: row[1]) }
        }
    }

    fileprivate func puzzleIDs() throws -> [String] {
        try String.fetchAll(self, sql: "SELECT id FROM puzzle ORDER BY made, id")
    }

    fileprivate func standings() throws -> [Standing] {
        let rows = try Row.fetchAll(
            self,
            sql: """
                SELECT rules, day, name, game, solved, assisted, milliseconds, score, guesses FROM standing
                """)
        return try rows.map { row in
            guard let game = GameID(row[3] as String) else {
                throw StoreFailure(reason: "A standing is of no game.")
            }
            return Standing(
                rules: row[0], day: Day(number: row[1]), name: try PlayerName(row[2]), game: game,
                isSolved: row[4], isAssisted: row[5], elapsed: .milliseconds(row[6] as Int64), score: row[7],
                guesses: row[8])
        }
    }

    /// On which nothing has happened: it will be another.
    fileprivate func removeHouseBoard() throws {
        for table in ["move", "token", "snapshot"] {
            try execute(sql: "DELETE FROM \(table) WHERE game = ?", arguments: [GameID.lobby.text])
        }
        try execute(sql: "DELETE FROM game WHERE id = ?", arguments: [GameID.lobby.text])
    }

    fileprivate func setLedger(_ moment: Timestamp?) throws {
        try execute(
            sql: "UPDATE ledger SET commits = commits + 1, time = ?, away = ?",
            arguments: [moment?.milliseconds ?? 0, moment?.away ?? 0])
    }
}

import Foundation
import GRDB
package import GameCore
import GameJSON

/// The games of a data folder, or of a backup, while no server has them.
///
/// It is filled in one transaction: what fails or is interrupted has never happened.
package final class SQLiteArchive: GameArchive {
    /// Hears how many of how many steps are done.
    package typealias Progress = (_ done: Int, _ total: Int) -> Void

    package let name: String
    let rules: RuleCatalog
    let database: GameDatabase
    /// Keeps servers out; nil with a backup.
    private let folder: DataFolder?
    private let pulse: Pulse.Reading?
    private var isFilledAnew = false

    /// The games in the data folder or backup `path`.
    ///
    /// - Throws: `StoreRefusal` when there are none and `isMade` is false, or when a server has them.
    package convenience init(_ path: String, _ rules: RuleCatalog, isMade: Bool = false) throws {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if isThere, !isFolder.boolValue, !isMade {
            try self.init(backup: path, rules)
        } else {
            try self.init(folder: path, rules, isMade: isMade)
        }
    }

    private init(folder path: String, _ rules: RuleCatalog, isMade: Bool) throws {
        (name, self.rules) = (path, rules)
        let folder = try DataFolder(path, isMade: isMade)
        self.folder = folder
        pulse = Pulse.reading(folder.pulse)
        database = try GameDatabase(folder.database, isMade: isMade && pulse == nil, for: .archive)
        try database.refuseIfCut(folder, pulse)
    }

    /// The games in the backup `path`, which is only read.
    package init(backup path: String, _ rules: RuleCatalog) throws {
        (name, self.rules) = (path, rules)
        (folder, pulse) = (nil, nil)
        database = try GameDatabase(path, isMade: false, for: .backup)
    }

    /// The present moment on the games' clock, which has stood still since a server lived last.
    package var now: Timestamp { SystemClock(away: database.away(pulse)).now }

    private func work<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try database.connection.inDatabase(work)
    }

    // MARK: Reading

    package func moment() -> Timestamp? { database.moment(pulse) }

    package func games() throws -> [ArchivedGame] { try work { db in try db.archivedGames() } }

    package func puzzles() throws -> [String] { try work { db in try db.puzzleIDs() } }

    package func standings() throws -> [Standing] { try work { db in try db.standings() } }

    package func setup(of id: GameID) throws -> GameSetup? { try work { db in try db.setup(of: id) } }

    package func game(_ id: GameID, at now: Timestamp) throws -> StoredGame? {
        try work { db in try db.storedGame(id, rules, now: now) }
    }

    package func events(of id: GameID, after sequence: SequenceNumber, limit: Int) throws -> [GameEvent] {
        try work { db in try db.events(of: id, after: sequence.value, limit: limit) }
    }

    package func puzzle(_ id: String) throws -> StoredPuzzle? { try work { db in try db.puzzle(id) } }

    // MARK: Filling

    package func begin() throws {
        try beginAdding()
        isFilledAnew = true
        try work { db in
            let isHouseOnly = try db.archivedGames().map(\.id) == [.lobby] && db.lastSequence(of: .lobby) == 0
            if isHouseOnly { try db.removeHouseBoard() }
            let games = try db.archivedGames().count
            guard try games == 0 && db.puzzleIDs().isEmpty && db.standings().isEmpty else {
                throw StoreRefusal.notEmpty(name, games: games)
            }
        }
    }

    /// Readies the place to take more games beside those that it has.
    package func beginAdding() throws { try work { db in try db.beginTransaction(.immediate) } }

    package func add(_ entries: [JournalEntry], at now: Timestamp) throws {
        try work { db in for entry in entries { try db.append(entry) } }
    }

    package func addStandings(_ standings: [Standing]) throws {
        try work { db in for standing in standings { try db.insert(standing) } }
    }

    package func finish(at moment: Timestamp?) throws {
        // It tells of the life before, which must not count.
        if isFilledAnew, let folder { try Pulse.remove(folder.pulse) }
        try work { db in
            try db.setLedger(moment)
            try db.commit()
        }
        // What is committed is on the disk; that it is still in the log does no harm.
        try? database.probe()
    }

    package func giveUp() -> String {
        try? work { db in if db.isInsideTransaction { try db.rollback() } }
        return "“\(name)” is as it was before."
    }

    // MARK: Backup

    /// Copies everything into a new file, page by page.
    package func backup(to path: String, progress: Progress) throws {
        let backup = try work { db in try PagewiseBackup(of: db, to: path) }
        var (copied, total) = (0, 1)
        while copied < total {
            (copied, total) = try work { _ in try backup.step() }
            progress(copied, total)
        }
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

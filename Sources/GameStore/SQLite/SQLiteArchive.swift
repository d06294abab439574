import Foundation
import GRDB
package import GameCore
import GameJSON

/// The games of a data folder or a backup that no server uses.
///
/// It is filled in one transaction, so that a failed or interrupted copy leaves no trace.
package final class SQLiteArchive: FillableArchive {
    package typealias Progress = (_ done: Int, _ total: Int) -> Void

    package let name: String
    let rules: RuleCatalog
    let database: GameDatabase
    /// The locked folder; nil for a backup.
    private let folder: DataFolder?
    private let heartbeat: HeartbeatFile.Record?
    /// Whether `begin` has found the archive empty, so that `finish` sets its clock.
    private var isNew = false

    /// Opens the data folder or backup at `path`.
    ///
    /// - Throws: `StoreRefusal` if a server uses the folder, or if it has no games and `createIfMissing` is
    ///   false.
    package convenience init(_ path: String, _ rules: RuleCatalog, createIfMissing: Bool = false) throws {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if isThere, !isFolder.boolValue, !createIfMissing {
            try self.init(backup: path, rules)
        } else {
            try self.init(folder: path, rules, createIfMissing: createIfMissing)
        }
    }

    private init(folder path: String, _ rules: RuleCatalog, createIfMissing: Bool) throws {
        (name, self.rules) = (path, rules)
        let folder = try DataFolder(path, createIfMissing: createIfMissing, asOwner: true)
        self.folder = folder
        heartbeat = HeartbeatFile.read(folder.heartbeat)
        database = try GameDatabase(
            folder.database, createIfMissing: createIfMissing && heartbeat == nil, for: .archive,
            refusing: { [heartbeat] in heartbeat.refusal(of: $0, in: folder) })
    }

    package init(backup path: String, _ rules: RuleCatalog) throws {
        (name, self.rules) = (path, rules)
        (folder, heartbeat) = (nil, nil)
        database = try GameDatabase(path, createIfMissing: false, for: .backup)
    }

    private func work<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try database.connection.inDatabase(work)
    }

    // MARK: Reading

    package func lastActive() -> Timestamp? { database.ledger.lastActive(heartbeat) }

    package func games() throws -> [ArchivedGame] { try work { db in try db.archivedGames() } }

    package func puzzles() throws -> [String] { try work { db in try db.puzzleIDs() } }

    package func standings() throws -> [Standing] { try work { db in try db.standings() } }

    package func players() throws -> [ArchivedPlayer] { try work { db in try db.archivedPlayers() } }

    package func addPlayers(_ players: [ArchivedPlayer]) throws {
        try work { db in for player in players { try db.insert(player) } }
    }

    package func setup(of id: GameID) throws -> GameSetup? { try work { db in try db.setup(of: id) } }

    package func game(_ id: GameID, at now: Timestamp) throws -> StoredGame? {
        try work { db in try db.storedGame(id, rules, now: now) }
    }

    package func events(of id: GameID, after sequence: SequenceNumber, limit: Int) throws -> [GameEvent] {
        try work { db in try db.events(of: id, after: sequence.value, limit: limit) }
    }

    package func puzzle(_ id: String) throws -> StoredPuzzle? { try work { db in try db.puzzle(id) } }

    package func integrityProblems() throws -> [String] { try work { db in try db.integrityProblems() } }

    package func compare(_ state: GameState) throws { try work { db in try db.compare(state) } }

    // MARK: Filling

    package func begin() throws {
        try beginAdding()
        isNew = true
        try work { db in
            let hasOnlyLobby =
                try db.archivedGames().map(\.id) == [.lobby] && db.lastSequence(of: .lobby) == 0
            if hasOnlyLobby { try db.deleteLobby() }
            let games = try db.archivedGames().count
            guard
                try games == 0 && db.puzzleIDs().isEmpty && db.standings().isEmpty
                    && db.archivedPlayers().isEmpty
            else {
                throw StoreRefusal.notEmpty(name, games: games)
            }
        }
    }

    package func beginAdding() throws { try work { db in try db.beginTransaction(.immediate) } }

    package func add(_ entries: [JournalEntry], at now: Timestamp) throws {
        try work { db in
            for entry in entries {
                try db.append(entry)
                try db.setNames(ofUnknownPlayers: entry.names)
            }
        }
    }

    package func addStandings(_ standings: [Standing]) throws {
        try work { db in for standing in standings { try db.insertStanding(standing) } }
    }

    package func finish(at lastActive: Timestamp?) throws {
        // The clock must continue from `lastActive`, not from the heartbeat of an earlier server.
        if isNew, let folder { try HeartbeatFile.remove(folder.heartbeat) }
        try work { db in
            try db.setLedger(lastActive)
            try db.commit()
        }
        // The commit is durable; a failed checkpoint only leaves it in the log.
        try? database.probe()
    }

    package func abort() -> String {
        try? work { db in if db.isInsideTransaction { try db.rollback() } }
        return "“\(name)” is unchanged."
    }

    // MARK: Backup

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
                SELECT rules, day, player, game, solved, assisted, milliseconds, score, guesses
                FROM standing
                """)
        return try rows.map { row in
            guard let player = PlayerID(row[2] as String), let game = GameID(row[3] as String) else {
                throw StoreFailure(reason: "A standing has an invalid player or game.")
            }
            return Standing(
                rules: row[0], day: Day(number: row[1]), player: player, game: game,
                isSolved: row[4], isAssisted: row[5], elapsed: .milliseconds(row[6] as Int64), score: row[7],
                guesses: row[8])
        }
    }

    /// Deletes an unused lobby, because the archive gets another one.
    fileprivate func deleteLobby() throws {
        for table in ["move", "token", "guest_name", "member_name"] {
            try execute(sql: "DELETE FROM \(table) WHERE game = ?", arguments: [GameID.lobby.text])
        }
        try execute(sql: "DELETE FROM game WHERE id = ?", arguments: [GameID.lobby.text])
    }

    fileprivate func setLedger(_ lastActive: Timestamp?) throws {
        try execute(
            sql: "UPDATE ledger SET commits = commits + 1, time = ?, away = ?",
            arguments: [lastActive?.milliseconds ?? 0, lastActive?.away ?? 0])
    }
}

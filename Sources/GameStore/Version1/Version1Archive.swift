import Foundation
import GRDB
package import GameCore
import GameJSON

/// The games of version 1.0 in a data folder or a backup, for `GameServer import`.
///
/// The files are only read. Standings of names, from the time when players had no keys, are left out.
package final class Version1Archive: GameArchive {
    package let name: String
    private let rules: RuleCatalog
    /// The locked folder; nil for a backup.
    private let folder: DataFolder?
    private let heartbeat: HeartbeatFile.Record?
    private let database: Version1Database

    /// Opens the data folder, the database in it or the backup at `path`.
    ///
    /// - Throws: `StoreRefusal` if version 1.0 has not written it, a server uses it, or it has lost commits.
    package init(_ path: String, _ rules: RuleCatalog) throws {
        (name, self.rules) = (path, rules)
        folder = try Self.folder(of: path).map { folder throws(StoreRefusal) in
            try DataFolder(folder, createIfMissing: false)
        }
        heartbeat = folder.flatMap { HeartbeatFile.read($0.heartbeat) }
        database = try Version1Database(folder?.database ?? path)
        if let folder, let reason = heartbeat.refusal(of: database.ledger, in: folder) {
            throw StoreRefusal(reason)
        }
    }

    /// Whether the file or folder at `path` has a database instead of documents.
    package nonisolated static func isAt(_ path: String) -> Bool {
        folder(of: path) != nil || DatabaseFile(path: path).isDatabase
    }

    /// The data folder that `path` names, also by the database in it.
    private nonisolated static func folder(of path: String) -> String? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
        if isFolder.boolValue { return path }
        let file = URL(fileURLWithPath: path)
        let folder = file.deletingLastPathComponent().path
        let isInFolder = FileManager.default.fileExists(atPath: folder + "/lock")
        return isInFolder && file.lastPathComponent == "games.sqlite" ? folder : nil
    }

    /// Whether the games are in this data folder.
    package func isIn(_ path: String) -> Bool {
        folder.map { DataFolder.isSame($0.path, path) } ?? false
    }

    package func lastActive() -> Timestamp? { database.ledger.lastActive(heartbeat) }

    package func games() throws -> [ArchivedGame] {
        try database.rows("SELECT id, public FROM game ORDER BY ordinal").compactMap { row in
            GameID(row[0] as String).map { ArchivedGame(id: $0, isPublic: row[1]) }
        }
    }

    package func setup(of id: GameID) throws -> GameSetup? {
        try database.rows("SELECT setup, answer, opening FROM game WHERE id = ?", [id.text]).first.map {
            row in
            let answer = try (row[1] as String?).map { record in try Parameters(record: record) }
            let opening = try (row[2] as String?).map { record in try [GameEvent](openingRecord: record) }
            return try GameSetup(record: row[0]).withAnswer(answer).withOpening(opening ?? [])
        }
    }

    package func events(of id: GameID, after sequence: SequenceNumber, limit: Int) throws -> [GameEvent] {
        try database.rows(
            """
            SELECT sequence, time, away, hash, change FROM event
            WHERE game = ? AND sequence > ? ORDER BY sequence LIMIT ?
            """, [id.text, sequence.value, limit]
        ).map { row in try GameEvent(row) }
    }

    package func game(_ id: GameID, at now: Timestamp) throws -> StoredGame? {
        guard let setup = try setup(of: id) else { return nil }
        let new = try rules.newGame(setup)
        let events = try events(of: id, after: new.sequence, limit: .max)
        return StoredGame(
            try new.replaying(events), recent: events.suffix(StoreLimits.resumableEvents),
            tokens: try database.tokens(of: id), moves: try database.moves(of: id, at: now))
    }

    package func puzzles() throws -> [String] {
        try database.rows("SELECT id FROM puzzle ORDER BY made, id").map { $0[0] }
    }

    package func puzzle(_ id: String) throws -> StoredPuzzle? { try database.puzzle(id) }

    package func standings() throws -> [Standing] { try database.standings() }

    package func players() throws -> [ArchivedPlayer] { try database.players() }
}

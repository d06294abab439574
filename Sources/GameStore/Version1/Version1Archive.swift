import Foundation
import GRDB
package import GameCore
import GameJSON

/// The games of version 1.0 in a data folder or a backup, for `GameServer import`.
///
/// The files are only read. Standings of names, from the time when players had no keys, are left out. A
/// journal of 1.0 has the names that people had at each event; the archive gives each person the last one.
package final class Version1Archive: GameArchive {
    package let name: String
    private let rules: RuleCatalog
    /// The locked folder; nil for a backup.
    private let folder: DataFolder?
    private let heartbeat: HeartbeatFile.Record?
    private let database: Version1Database
    private typealias Journal = (setup: GameSetup, events: [GameEvent])
    private var lastRead: Journal?
    private lazy var playerNames = Result { try database.playerNames() }

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

    /// The data folder at `path`, which may also be the path of the database in it.
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

    package func setup(of id: GameID) throws -> GameSetup? { try journal(of: id)?.setup }

    package func events(of id: GameID, after sequence: SequenceNumber, limit: Int) throws -> [GameEvent] {
        let events = try journal(of: id)?.events ?? []
        return Array(events.drop { $0.sequence <= sequence }.prefix(limit))
    }

    package func game(_ id: GameID, at now: Timestamp) throws -> StoredGame? {
        guard let (setup, events) = try journal(of: id) else { return nil }
        return StoredGame(
            try rules.newGame(setup).replaying(events), recent: events.suffix(StoreLimits.resumableEvents),
            tokens: try database.tokens(of: id), moves: try database.moves(of: id, at: now))
    }

    /// Caches the last journal, because a game is read page by page.
    private func journal(of id: GameID) throws -> Journal? {
        if let lastRead, lastRead.setup.id == id { return lastRead }
        lastRead = try database.setup(of: id).map { setup in
            let events = (setup.opening + (try database.events(of: id))).attributed
            let names = try events.names.merging(playerNames.get()) { $1 }
            let named = events.map { $0.naming(names) }
            return (
                setup.withOpening(Array(named.prefix(setup.opening.count))),
                Array(named.dropFirst(setup.opening.count))
            )
        }
        return lastRead
    }

    package func puzzles() throws -> [String] {
        try database.rows("SELECT id FROM puzzle ORDER BY made, id").map { $0[0] }
    }

    package func puzzle(_ id: String) throws -> StoredPuzzle? { try database.puzzle(id) }

    package func standings() throws -> [Standing] { try database.standings() }

    package func players() throws -> [ArchivedPlayer] { try database.players() }
}

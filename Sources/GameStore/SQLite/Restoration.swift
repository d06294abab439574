import Foundation
import GRDB
import GameCore
import GameJSON

/// Puts a backup in the place of the games of a data folder that no server uses.
package nonisolated struct Restoration {
    /// The number of games in the backup, without a lobby in which nothing has happened.
    package let restored: Int
    /// The number of games that it replaces.
    package let replaced: Int
    private let backup: String
    private let folder: DataFolder

    /// Checks the backup and the folder, which is created if it does not exist.
    ///
    /// - Parameter replacing: Whether games in the folder, or a database that cannot be read, may be lost.
    /// - Throws: `StoreFailure` or `StoreRefusal` if the backup is damaged or another program's, a server uses the
    ///   folder, or it has games and `replacing` is false.
    package init(of backup: String, in path: String, replacing: Bool) throws {
        try BackupCheck.run(backup)
        let copy = try GameDatabase(backup, createIfMissing: false, for: .backup)
        restored = try copy.connection.inDatabase { db in try db.usedGames() }
        try copy.connection.close()
        folder = try DataFolder(path, createIfMissing: true)
        self.backup = backup
        do {
            replaced = try Self.gamesInUse(folder.database)
        } catch  where !replacing {
            throw StoreRefusal(
                "The games in “\(path)” cannot be read: \(StoreFailure(error).fullDescription) To lose them, add --replace."
            )
        } catch { replaced = 0 }
        guard replaced == 0 || replacing else {
            throw StoreRefusal(
                "There are games in “\(path)”: \(replaced). To put the backup in their place, add --replace; they are lost then."
            )
        }
    }

    /// Puts the backup in place; the files belong to the owner of the data folder.
    ///
    /// A crash at any moment leaves the games of before or those of the backup.
    package func run(progress: (Int, Int) -> Void) throws(StoreFailure) {
        let source = open(backup, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else {
            throw StoreFailure(reason: "“\(backup)” cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { close(source) }
        let partial = try PartialFile(beside: folder.database)
        defer { partial.remove() }
        try partial.fill(from: source, progress: progress)
        if let owner = FileOwner(of: folder.path) {
            try partial.give(to: owner)
            lchown(folder.path + "/lock", owner.user, owner.group)
        }
        // SQLite would apply the log of the games of before to the backup.
        for suffix in ["-wal", "-shm"] { unlink(folder.database + suffix) }
        try partial.publish(as: folder.database, replacing: true)
    }

    /// The number of games in the database at `path`; 0 if there is none.
    private static func gamesInUse(_ path: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        let database = try GameDatabase(path, createIfMissing: false, for: .archive)
        // Closing moves the log into the database.
        defer { try? database.connection.close() }
        return try database.connection.inDatabase { db in try db.usedGames() }
    }
}

nonisolated extension Database {
    /// The number of games, without a lobby in which nothing has happened.
    fileprivate func usedGames() throws -> Int {
        let games = try Int.fetchOne(self, sql: "SELECT COUNT(*) FROM game") ?? 0
        let hasLobby =
            try Bool.fetchOne(
                self, sql: "SELECT EXISTS (SELECT 1 FROM game WHERE id = ?)", arguments: [GameID.lobby.text])
            ?? false
        return try hasLobby && lastSequence(of: .lobby) == 0 ? games - 1 : games
    }
}

import Foundation
import GRDB
import GameCore
import GameJSON

/// Replaces the database of a data folder that no server uses by a backup.
package nonisolated struct Restoration {
    /// The number of games in the backup, without an unused lobby.
    package let restored: Int
    /// The number of games that it replaces.
    package let replaced: Int
    private let source: FileHandle
    private let folder: DataFolder

    /// Counts the games of the backup, and checks the folder, which is created if it does not exist.
    ///
    /// ``BackupCheck`` and ``Verification`` must have found the backup whole.
    ///
    /// - Parameter replacing: Whether the content of the folder may be lost, even if it cannot be read.
    /// - Throws: `StoreRefusal` if the backup cannot be read, a server uses the folder, or it is not empty
    ///   and `replacing` is false.
    package init(of backup: String, in path: String, replacing: Bool) throws {
        restored = try Content(of: backup, for: .backup).games
        // As the person who runs the command, whose file it may be.
        guard let source = FileHandle(forReadingAtPath: backup) else {
            throw StoreRefusal("“\(backup)” cannot be read: \(String(cString: strerror(errno))).")
        }
        self.source = source
        folder = try DataFolder(path, createIfMissing: true, asOwner: true)
        let found = Result { [folder] in try Content(of: folder.database, for: .archive) }
        replaced = (try? found.get().games) ?? 0
        guard !replacing else { return }
        let way = "To put the backup in its place, add --replace; what is there is lost then."
        switch found {
        case .success(let content) where content.isEmpty: break
        case .success(let content): throw StoreRefusal("“\(path)” is not empty (\(content)). \(way)")
        case .failure(let error):
            let refusal = error as? StoreRefusal
            let reason = refusal?.description ?? StoreFailure(error).fullDescription
            throw StoreRefusal(
                "“\(path)” cannot be read: \(reason) \(way)", keepingOpen: refusal?.keepingOpen)
        }
    }

    /// Puts the backup in place; the files belong to the owner of the data folder.
    ///
    /// A crash at any moment leaves either the old games or those of the backup.
    package func run(progress: (Int, Int) -> Void) throws(StoreFailure) {
        let partial = try PartialFile(beside: folder.database)
        defer { partial.remove() }
        try partial.fill(from: source.fileDescriptor, progress: progress)
        // SQLite would apply the old log to the backup.
        for suffix in ["-wal", "-shm"] { unlink(folder.database + suffix) }
        try partial.publish(as: folder.database, replacing: true)
    }
}

/// The numbers of games, players and puzzles in a database.
private nonisolated struct Content: CustomStringConvertible {
    /// The games without an unused lobby.
    private(set) var games = 0
    private var players = 0
    private var puzzles = 0

    var isEmpty: Bool { games + players + puzzles == 0 }
    var description: String { "games: \(games), players: \(players), puzzles: \(puzzles)" }

    /// Counts the rows of the database at `path`; all counts are 0 if there is none.
    init(of path: String, for use: GameDatabase.Use) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let database = try GameDatabase(path, createIfMissing: false, for: use)
        // Closing moves the log of an archive into the file.
        defer { try? database.connection.close() }
        (games, players, puzzles) = try database.connection.inDatabase { db in
            func count(_ table: String) throws -> Int {
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
            }
            let lobby =
                try Int.fetchOne(
                    db, sql: "SELECT COUNT(*) FROM game WHERE id = ?", arguments: [GameID.lobby.text]) ?? 0
            let unused = try lobby > 0 && db.lastSequence(of: .lobby) == 0 ? lobby : 0
            return (try count("game") - unused, try count("player"), try count("puzzle"))
        }
    }
}

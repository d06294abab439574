import GRDB
import GRDBSQLite
import GameJSON
import Glibc
import Synchronization

/// Notices when somebody deletes, replaces or truncates the files of an open database.
///
/// SQLite continues to write to a deleted file without an error, and everything is lost when it closes the
/// file. The watch does not notice if another database of this program, which is not smaller, is copied into
/// the same file.
nonisolated final class FileWatch: Sendable {
    fileprivate struct File {
        let path: String
        /// Nil until the file has been seen.
        var inode: UInt?
        var size = 0

        init(path: String) {
            self.path = path
            _ = (isReplaced, isTruncated)
        }
    }

    private struct State {
        var main: File
        var log: File
        var isDamaged = false
    }

    private let state: Mutex<State>

    /// Creates a watch of the files of the database at `path`, which has just been opened.
    init(database path: String) {
        state = Mutex(State(main: File(path: path), log: File(path: path + "-wal")))
    }

    /// Why the database must not be written; nil if its files are those that were opened.
    ///
    /// A deleted file may be put back, but a truncated one stays damaged. Call it on the connection's queue.
    func fault(of db: Database) -> StoreFailure? {
        state.withLock { state in
            guard !state.isDamaged else { return .truncatedFiles }
            if db.hasMoved || state.main.isReplaced || state.log.isReplaced { return .movedFiles }
            state.isDamaged = state.main.isTruncated || state.log.isTruncated
            guard !state.isDamaged else { return .truncatedFiles }
            return db.isInUse ? nil : .movedFiles
        }
    }

    /// Expects an empty log, after SQLite has copied it into the database and truncated it.
    func didEmptyLog() { state.withLock { $0.log.size = 0 } }
}

nonisolated extension FileWatch.File {
    /// Whether the file that was seen first is gone from its path.
    fileprivate var isReplaced: Bool {
        mutating get {
            var status = stat()
            guard stat(path, &status) == 0 else { return inode != nil }
            let found = UInt(status.st_ino)
            if inode == nil { inode = found }
            return found != inode
        }
    }

    /// Whether the file is smaller than it was; the files of a database only grow until it is closed.
    fileprivate var isTruncated: Bool {
        mutating get {
            var status = stat()
            guard stat(path, &status) == 0 else { return false }
            let known = size
            size = Int(status.st_size)
            return size < known
        }
    }
}

nonisolated extension Database {
    /// Whether the open file is no longer the one at the path of the database.
    fileprivate var hasMoved: Bool {
        var moved: Int32 = 0
        let result = sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return result == SQLITE_OK && moved != 0
    }

    /// Whether the file is still a database that a server has open; a backup that was copied into it is not.
    ///
    /// SQLite's own descriptor reads the header. To open the file a second time would take a descriptor, and
    /// to close it would release SQLite's locks (sqlite.org/howtocorrupt.html, section 2.2).
    fileprivate var isInUse: Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let file, let read = file.pointee.pMethods?.pointee.xRead
        else { return true }
        var header = [UInt8](repeating: 0, count: DatabaseHeader.length)
        guard read(file, &header, Int32(header.count), 0) == SQLITE_OK else { return false }
        return DatabaseHeader(header).isInUse
    }
}

nonisolated extension StoreFailure {
    fileprivate static let movedFiles = StoreFailure(
        reason: """
            The files of the database were deleted or replaced. Save the games with “GameServer backup” \
            before the server ends, or put the files back.
            """)
    fileprivate static let truncatedFiles = StoreFailure(
        reason: "A file of the database was truncated. End the server and restore a backup.")
}

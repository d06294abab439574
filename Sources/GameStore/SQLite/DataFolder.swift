import Foundation
import GameCore
import GameJSON

/// A server's data folder, locked against other processes until the object is released.
package nonisolated final class DataFolder: Sendable {
    let path: String
    private let lock: Int32

    var database: String { path + "/games.sqlite" }
    var heartbeat: String { path + "/pulse" }
    /// The Unix socket on which a running server accepts `GameServer backup` and `admin`.
    package static func control(in path: String) -> String { path + "/control" }

    /// Whether two paths name the same file or folder.
    package static func isSame(_ one: String, _ other: String) -> Bool {
        func resolved(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
        return resolved(one) == resolved(other)
    }

    /// Locks the folder, and lets only the owner read its files.
    ///
    /// It sets the umask of the whole process: SQLite's other files, backups and exports contain hidden
    /// boards and hashes of tokens too.
    ///
    /// - Parameter asOwner: Whether root acts for the folder's owner from then on, as commands do.
    /// - Throws: `StoreRefusal` if the folder cannot be written or another process holds the lock.
    package init(_ path: String, createIfMissing: Bool, asOwner: Bool = false) throws(StoreRefusal) {
        self.path = path
        umask(0o077)
        if createIfMissing {
            FileOwner.asCaller { Self.create(path, forSudoer: asOwner) }
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
            else {
                throw StoreRefusal("“\(path)” is not a folder and cannot be created.")
            }
            Self.sync(folderOf: path)
        }
        if asOwner { try FileOwner.actForOwner(of: path) }
        lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else {
            throw StoreRefusal("The data folder “\(path)” is not writable: \(Self.reason)")
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let owner = Self.text(of: lock)
            close(lock)
            throw StoreRefusal(
                "The data folder “\(path)” is in use by another server, process \(owner): stop it first.")
        }
        ftruncate(lock, 0)
        let process = Array("\(getpid())".utf8)
        pwrite(lock, process, process.count, 0)
    }

    deinit { close(lock) }

    /// Creates a missing folder; with `forSudoer` it belongs to the person who runs the command by sudo.
    private static func create(_ path: String, forSudoer: Bool) {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if forSudoer, let person = FileOwner.sudoer { chown(path, person.user, person.group) }
    }

    /// Syncs the parent of `path`, so that a new file or folder survives a power failure.
    static func sync(folderOf path: String) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func text(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(
            decoding: bytes.prefix(max(count, 0)).filter { (0x30...0x39).contains($0) }, as: UTF8.self)
    }
}

/// A small file beside the database with the last acknowledged commit and the last heartbeat.
///
/// A database with fewer commits than the file records has lost its write-ahead log or part of it; SQLite
/// alone would not notice. At the next start, the game clock continues from the last heartbeat.
///
/// The file is written without a sync. A write takes a microsecond and survives the end of the process; after
/// a power failure the file may be older than the database, which is harmless.
nonisolated struct HeartbeatFile: Sendable {
    struct Record: Equatable, Sendable {
        /// The identity of the database that the file belongs to.
        let identity: String
        /// The number of the last acknowledged commit.
        let commits: Int
        /// The last heartbeat.
        let lastActive: Timestamp
    }

    private static let lineLength = 32

    /// Reads the file; nil if it is missing or malformed.
    static func read(_ path: String) -> Record? {
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count == 4 * lineLength else {
            return nil
        }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 8, let commits = Int(words[3]), let alive = Int64(words[5]),
            let away = Int64(words[7])
        else {
            return nil
        }
        return Record(
            identity: String(words[1]), commits: commits,
            lastActive: Timestamp(milliseconds: alive, away: away))
    }

    /// Removes the file; the next start then trusts the database alone.
    static func remove(_ path: String) throws(StoreRefusal) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw StoreRefusal("“\(path)” cannot be removed: \(String(cString: strerror(errno)))")
        }
    }

    private let descriptor: Int32

    /// Opens or creates the file; it is never closed.
    init(_ path: String) throws(StoreRefusal) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreRefusal("“\(path)” cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    /// Writes all lines with one call, because a partial file could report commits as lost.
    func write(_ record: Record) {
        let first = Self.line("database", record.identity) + Self.line("commits", String(record.commits))
        overwrite(first + Self.lines(of: record.lastActive), at: 0)
    }

    func acknowledge(_ commits: Int) {
        overwrite(Self.line("commits", String(commits)), at: 1)
    }

    func recordHeartbeat(at moment: Timestamp) {
        overwrite(Self.lines(of: moment), at: 2)
    }

    /// The wall clock and its lead over the game clock.
    private static func lines(of moment: Timestamp) -> String {
        line("alive", String(moment.milliseconds)) + line("away", String(moment.away))
    }

    /// Pads a line to a fixed length, so that each can be overwritten alone.
    private static func line(_ name: String, _ value: String) -> String {
        let padding = String(repeating: " ", count: max(0, lineLength - 2 - name.count - value.count))
        return "\(name) \(value)\(padding)\n"
    }

    /// Ignores errors, because an old file detects fewer losses but reports no false ones.
    private func overwrite(_ text: String, at line: Int) {
        let bytes = Array(text.utf8)
        pwrite(descriptor, bytes, bytes.count, line * Self.lineLength)
    }
}

import Foundation
import GameCore
import GameJSON

/// The folder in which one server keeps its games.
///
/// It is locked for as long as the value lives: nobody else may open the files meanwhile.
package nonisolated final class DataFolder: Sendable {
    let path: String
    private let lock: Int32

    /// The database.
    var database: String { path + "/games.sqlite" }
    /// What the database acknowledged last, and when the server lived last.
    var pulse: String { path + "/pulse" }
    /// The socket on which the running server takes orders from `GameServer backup`.
    package var control: String { Self.control(in: path) }

    package static func control(in path: String) -> String { path + "/control" }

    /// Makes the folder if `isMade` and there is none, and locks it.
    ///
    /// - Throws: `StoreRefusal` when it cannot be written, or another server has it.
    package init(_ path: String, isMade: Bool) throws(StoreRefusal) {
        self.path = path
        if isMade {
            // Owner only: the moves of private games are nobody's business.
            try? FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
            else {
                throw StoreRefusal("“\(path)” is no folder, and cannot be made one.")
            }
            Self.sync(folderOf: path)
        }
        lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw StoreRefusal("The data folder “\(path)” cannot be written: \(Self.reason)")
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let owner = Self.text(of: lock)
            close(lock)
            throw StoreRefusal("The data folder “\(path)” is in use by another server, process \(owner).")
        }
        ftruncate(lock, 0)
        let process = Array("\(getpid())".utf8)
        pwrite(lock, process, process.count, 0)
    }

    deinit { close(lock) }

    /// What was just made at `path` must not be gone after a power cut.
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

/// A small file beside the database: the last commit that was acknowledged, and when the server lived last.
///
/// It is written without waiting for the disk, so it costs a microsecond and survives the end of the
/// process, but perhaps not that of the machine; then it is older than the database, which is harmless. A
/// database that is older than its pulse has lost commits: somebody has cut its log.
nonisolated struct Pulse: Sendable {
    /// What stands in the file.
    struct Reading: Equatable, Sendable {
        /// The database that it belongs to.
        let identity: String
        /// The number of the last acknowledged commit.
        let commits: Int
        /// Milliseconds since 1970, by the wall clock.
        let alive: Int64
        /// Milliseconds that the server had been away before.
        let away: Int64
    }

    private static let lineLength = 32

    /// What was written last in the file `path`; nil when nothing was.
    static func reading(_ path: String) -> Reading? {
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count == 4 * lineLength else {
            return nil
        }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 8, let commits = Int(words[3]), let alive = Int64(words[5]),
            let away = Int64(words[7])
        else {
            return nil
        }
        return Reading(identity: String(words[1]), commits: commits, alive: alive, away: away)
    }

    /// Forgets what the file `path` says; the database alone is believed then.
    static func remove(_ path: String) throws(StoreRefusal) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw StoreRefusal("“\(path)” cannot be removed: \(String(cString: strerror(errno)))")
        }
    }

    private let descriptor: Int32

    /// The pulse of a database; the file is made if need be and stays open as long as the process lives.
    init(_ path: String) throws(StoreRefusal) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreRefusal("“\(path)” cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    /// Says anew what all of it is, at once: a half of it would accuse the database.
    func write(_ reading: Reading) {
        let lines = [
            Self.line("database", reading.identity), Self.line("commits", String(reading.commits)),
            Self.line("alive", String(reading.alive)), Self.line("away", String(reading.away)),
        ]
        put(lines.joined(), at: 0)
    }

    /// The commit with this number is acknowledged.
    func acknowledge(_ commits: Int) {
        put(Self.line("commits", String(commits)), at: 1)
    }

    /// The server lives.
    func beat(at milliseconds: Int64) {
        put(Self.line("alive", String(milliseconds)), at: 2)
    }

    /// Each line has its place, so that one can be written without the others.
    private static func line(_ name: String, _ value: String) -> String {
        let padding = String(repeating: " ", count: max(0, lineLength - 2 - name.count - value.count))
        return "\(name) \(value)\(padding)\n"
    }

    /// A failure is left alone: a pulse that is too old only says less.
    private func put(_ text: String, at line: Int) {
        let bytes = Array(text.utf8)
        pwrite(descriptor, bytes, bytes.count, line * Self.lineLength)
    }
}

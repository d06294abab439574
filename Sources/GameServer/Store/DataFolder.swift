import Foundation

/// The folder in which one server keeps its games.
///
/// It is locked for as long as the value lives: nobody else may open the files meanwhile.
nonisolated final class DataFolder: Sendable {
    let path: String
    private let lock: Int32

    /// The database.
    var database: String { path + "/games.sqlite" }
    /// What the database acknowledged last, and when the server lived last.
    var pulse: String { path + "/pulse" }
    /// The socket on which the running server takes orders from `GameServer backup`.
    var control: String { Self.control(in: path) }

    static func control(in path: String) -> String { path + "/control" }

    /// Makes the folder if `isMade` and there is none, and locks it.
    ///
    /// - Throws: `StoreRefusal` when it cannot be written, or another server has it.
    init(_ path: String, isMade: Bool) throws(StoreRefusal) {
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

/// Why a store cannot be opened: one clear line for who started the program.
nonisolated struct StoreRefusal: Error, CustomStringConvertible {
    let description: String
    /// Keeps a connection open until the process ends: to close it would change the files that were refused.
    let untouched: (any Sendable)?

    init(_ description: String, untouched: (any Sendable)? = nil) {
        self.description = description
        self.untouched = untouched
    }
}

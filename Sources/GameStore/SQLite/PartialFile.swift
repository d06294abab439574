import Foundation
import GameCore
import GameJSON

/// The temporary file of a backup, locked while the backup runs.
///
/// A process that is killed leaves its file behind, unlocked; the next backup into the folder removes it.
package nonisolated final class PartialFile: Sendable {
    private static let mark = ".fivebyfive-partial-"
    private static let randomLength = 6
    /// The most bytes that one call copies.
    private static let step = 1 << 20

    let path: String
    private let lock: Int32

    /// Creates a locked, empty file beside `target`, and removes those of interrupted backups.
    ///
    /// - Throws: `StoreFailure` if the folder cannot be written.
    init(beside target: String) throws(StoreFailure) {
        Self.removeInterrupted(in: URL(fileURLWithPath: target).deletingLastPathComponent().path)
        path = target + Self.mark + RandomText.make(length: Self.randomLength)
        lock = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw StoreFailure(reason: "“\(target)” cannot be created: \(String(cString: strerror(errno))).")
        }
        // Between the two calls, another process can take the file for that of an interrupted backup, and
        // remove it.
        var status = stat()
        guard flock(lock, LOCK_EX | LOCK_NB) == 0, fstat(lock, &status) == 0, status.st_nlink > 0 else {
            throw StoreFailure(reason: "Another backup has just begun in this folder; try again.")
        }
    }

    deinit { close(lock) }

    /// Writes the whole of `source`, an open file, and syncs it.
    ///
    /// - Parameter progress: Called with the number of copied bytes and of all bytes.
    /// - Throws: `StoreFailure` if the disk is full, or a file cannot be read or written.
    func fill(from source: Int32, progress: (Int, Int) -> Void) throws(StoreFailure) {
        var status = stat()
        guard fstat(source, &status) == 0 else { throw failure }
        let total = Int(status.st_size)
        var copied = 0
        while copied < total {
            let count = sendfile(lock, source, nil, Self.step)
            guard count > 0 else { throw failure }
            copied += count
            progress(copied, total)
        }
        guard fsync(lock) == 0 else { throw failure }
    }

    /// Gives the file to the user and the group of `owner`, on file systems that know users.
    func give(to owner: FileOwner) throws(StoreFailure) {
        guard fchown(lock, owner.user, owner.group) == 0 || errno == EPERM else { throw failure }
    }

    /// Gives the complete file its name, durably; without `replacing`, no file may have it.
    func publish(as target: String, replacing: Bool = false) throws(StoreFailure) {
        guard replacing ? rename(path, target) == 0 : name(target) else {
            throw StoreFailure(reason: "“\(target)” cannot be created: \(String(cString: strerror(errno))).")
        }
        remove()
        DataFolder.sync(folderOf: target)
    }

    /// Gives the file a name that no other has; `rename` alone would overwrite another file.
    private func name(_ target: String) -> Bool {
        if link(path, target) == 0 { return true }
        // FAT, the file system of most memory sticks, has no links.
        guard errno == EPERM || errno == EOPNOTSUPP else { return false }
        let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return rename(path, target) == 0
    }

    private var failure: StoreFailure {
        StoreFailure(reason: "“\(path)” cannot be written: \(String(cString: strerror(errno))).")
    }

    /// Removes the file, and the rollback journal that SQLite may have made.
    func remove() { Self.remove(path) }

    /// Whether `name` is the whole name of a partial file; a name that only contains the mark is not.
    private static func isOurs(_ name: String) -> Bool {
        let target = name.dropLast(randomLength)
        return target.hasSuffix(mark) && target.count > mark.count
            && RandomText.isRandom(String(name.suffix(randomLength)))
    }

    /// Removes the files of interrupted backups in `folder`.
    package static func removeInterrupted(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where isOurs(name) {
            let path = folder + "/" + name
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
            close(descriptor)
        }
    }

    private static func remove(_ path: String) {
        unlink(path)
        unlink(path + "-journal")
    }
}

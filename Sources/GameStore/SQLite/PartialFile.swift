import Foundation
import GameCore
import GameJSON

/// The temporary file of a backup, locked while the backup runs.
///
/// A process that is killed leaves its file behind, unlocked; the next backup into the folder removes it.
package nonisolated final class PartialFile: Sendable {
    private static let mark = ".fivebyfive-partial-"
    private static let randomLength = 6

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
        // Between the two calls, a backup by another process can take the file for an interrupted one.
        var status = stat()
        guard flock(lock, LOCK_EX | LOCK_NB) == 0, fstat(lock, &status) == 0, status.st_nlink > 0 else {
            throw StoreFailure(reason: "Another backup has just begun in this folder; try again.")
        }
    }

    deinit { close(lock) }

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

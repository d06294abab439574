import Foundation
import GameCore
import GameJSON

/// A backup on its way from a server, which may write in its data folder alone, to the person who asks for it.
///
/// The copy is made in the data folder. The command takes it from there to the file that the person wants.
package nonisolated final class BackupCopy {
    private static let prefix = "taken-by-command-"

    /// Where the copy is made: beside the database.
    package let path: String
    private let target: String
    private let partial: PartialFile

    /// Prepares a copy of the games in `folder` to the file `target`.
    ///
    /// - Throws: `StoreFailure` if `target` exists or cannot be written.
    package init(of folder: String, to target: String) throws(StoreFailure) {
        guard !FileManager.default.fileExists(atPath: target) else {
            throw StoreFailure(reason: "“\(target)” already exists.")
        }
        partial = try PartialFile(beside: target)
        self.target = target
        path = URL(fileURLWithPath: folder).path + "/" + Self.prefix + RandomText.make(length: 8)
    }

    deinit { partial.remove() }

    /// Takes the complete copy away to the target; by sudo it belongs to the person.
    package func take(progress: (Int, Int) -> Void) throws(StoreFailure) {
        // The service must not lead a command of root to another file.
        let source = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard source >= 0 else {
            throw StoreFailure(reason: "“\(path)” cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { close(source) }
        // From now on the copy ends with this process, whatever happens to it.
        unlink(path)
        try partial.fill(from: source, progress: progress)
        if let person = FileOwner.sudoer { try partial.give(to: person) }
        try partial.publish(as: target)
    }

    /// Removes the copies that killed commands have left in a data folder.
    static func removeLeftovers(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) { unlink(folder + "/" + name) }
    }
}

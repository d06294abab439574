import Foundation
import GameCore
import GameJSON

/// The transfer of a backup from a server to the person who runs the command.
///
/// The server may write only in its data folder, so it makes the copy there. The command moves the copy to
/// the file that the person has named.
package nonisolated final class BackupCopy: Sendable {
    private static let prefix = "taken-by-command-"

    /// Where the copy is made: beside the database.
    package let path: String
    private let folder: String
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
        (self.folder, self.target) = (folder, target)
        path = URL(fileURLWithPath: folder).path + "/" + Self.prefix + RandomText.make(length: 8)
    }

    /// Removes the partial file beside the target, unless the target is complete.
    package func abandon() { FileOwner.asCaller { partial.remove() } }

    /// Moves the complete copy to the target, which with sudo belongs to the person who ran it.
    package func take(progress: (Int, Int) -> Void) throws(StoreFailure) {
        let source = try open()
        defer { close(source) }
        try FileOwner.asCaller { () throws(StoreFailure) in
            try partial.fill(from: source, progress: progress)
            if let person = FileOwner.sudoer { try partial.give(to: person) }
            try partial.publish(as: target)
        }
    }

    /// Opens the copy and removes its name, so that the file disappears with this process in any case.
    private func open() throws(StoreFailure) -> Int32 {
        // As its owner: the service must not lead a command of root to another file.
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let take = { [path] in
            let source = Glibc.open(path, flags)
            if source >= 0 { unlink(path) }
            return source
        }
        let source = FileOwner(of: folder)?.actDuring(take) ?? take()
        guard source >= 0 else {
            throw StoreFailure(reason: "“\(path)” cannot be read: \(String(cString: strerror(errno))).")
        }
        return source
    }

    /// Removes the copies that killed commands have left in a data folder.
    static func removeLeftovers(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) { unlink(folder + "/" + name) }
    }
}

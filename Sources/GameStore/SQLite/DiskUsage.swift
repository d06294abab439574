import Foundation
import GameCore
import GameJSON

/// The space that a data folder takes, and that its disk has left.
package nonisolated struct DiskUsage: Sendable {
    /// The bytes of the files in the folder, without subfolders.
    package let used: Int
    /// The bytes that the server could still write.
    package let free: Int

    init(of folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        used = names.reduce(0) { sum, name in
            var status = stat()
            guard lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return sum
            }
            return sum + Int(status.st_size)
        }
        var system = statvfs()
        free = statvfs(folder, &system) == 0 ? Int(system.f_bavail) * Int(system.f_frsize) : 0
    }
}

extension SQLiteEventStore {
    package var diskUsage: DiskUsage { DiskUsage(of: folder.path) }

    package func dataSize(_ done: @escaping StoreAnswer<Int>) { done(.success(diskUsage.used)) }
}

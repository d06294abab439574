package import Foundation
import GameCore
import GameJSON

/// A file that a command writes.
package nonisolated enum OutputFile {
    /// Opens `path` as the redirection of a shell does: a link, a pipe or a device stays what it is.
    ///
    /// Foundation would write another file and give it this name.
    ///
    /// - Parameter isSecret: Whether nobody else may read the file, even if it was there before.
    /// - Throws: `StoreRefusal` if the file cannot be written.
    package static func create(_ path: String, isSecret: Bool = false) throws(StoreRefusal) -> FileHandle {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let descriptor = FileOwner.asCaller { open(path, flags, isSecret ? 0o600 : 0o666) }
        guard descriptor >= 0 else {
            throw StoreRefusal("“\(path)” cannot be written: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        if isSecret, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            fchmod(descriptor, 0o600)
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}

import Foundation

/// The file of a database as it lies there, looked at without SQLite: to open a file may change it.
nonisolated struct DatabaseFile: Sendable {
    private static let magic = Array("SQLite format 3\0".utf8)
    /// Where the header has the application's mark: four bytes, the highest first.
    private static let markOffset = 68
    /// Where the header has 2 when there may be a log, else 1.
    private static let logOffset = 18

    let path: String

    /// Refuses a file that is not one of ours; when there is none, or an empty one, it must be all right to
    /// make it.
    func require(isMade: Bool) throws(StoreRefusal) {
        let header = head
        guard !header.isEmpty else {
            guard !isMade else { return }
            throw StoreRefusal("There are no games in “\(path)”, which is \(exists ? "empty" : "not there").")
        }
        let mark = header.dropFirst(Self.markOffset).prefix(4).reduce(0) { $0 << 8 | Int32($1) }
        guard header.count == 100, header.starts(with: Self.magic), mark == Schema.application else {
            throw StoreRefusal("“\(path)” is not a database of this program.")
        }
        try requireOwnLog(header)
    }

    /// Refuses a log that belongs to another database: SQLite would mix the two.
    ///
    /// A backup says in its header that it has no log; a database of a server says that it has.
    private func requireOwnLog(_ header: [UInt8]) throws(StoreRefusal) {
        let log = path + "-wal"
        let size = (try? FileManager.default.attributesOfItem(atPath: log))?[.size] as? Int ?? 0
        guard header[Self.logOffset] == 1, size > 0 else { return }
        throw StoreRefusal("“\(log)” belongs to another database than “\(path)”: remove it first.")
    }

    private var exists: Bool { FileManager.default.fileExists(atPath: path) }

    private var head: [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? file.close() }
        return (try? file.read(upToCount: 100)).map { Array($0) } ?? []
    }
}

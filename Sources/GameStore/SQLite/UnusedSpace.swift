import GRDB
import GRDBSQLite

/// The unused space of a page of a B-tree: the bytes between its cell pointers and its cells.
///
/// `secure_delete` overwrites a row where it is deleted. When SQLite has moved a row to another page, because
/// its page was full, a copy of the row stays in this space until other rows need it.
/// See sqlite.org/fileformat2.html, section 1.6.
nonisolated private struct UnusedSpace {
    /// The flags of the four kinds of B-tree pages, and the lengths of their headers.
    private static let headers: [UInt8: Int] = [2: 12, 5: 12, 10: 8, 13: 8]

    /// The offsets in the page.
    let range: Range<Int>

    /// Nil for a page of another kind.
    ///
    /// Pages of other kinds begin with the number of a page, whose first byte is less than these flags in a
    /// file of less than 2^25 pages.
    ///
    /// - Parameter first: Whether it is the first page, which begins with the header of the file.
    init?(of page: ArraySlice<UInt8>, isFirst: Bool, usable: Int) {
        let header = page.startIndex + (isFirst ? DatabaseHeader.length : 0)
        guard let length = Self.headers[page[header]] else { return nil }
        let number = { (offset: Int) in Int(page[header + offset]) << 8 | Int(page[header + offset + 1]) }
        let cells = number(5) == 0 ? 65_536 : number(5)
        let begin = header - page.startIndex + length + 2 * number(3)
        guard begin <= cells, cells <= usable else { return nil }
        range = begin..<cells
    }
}

nonisolated extension Database {
    /// The most pages of a file whose unused space can be told from other bytes.
    private static var mostPages: Int { 1 << 25 }

    /// Overwrites the unused space of `pages` with zeros; call it after a checkpoint that emptied the log.
    ///
    /// Writes to the file directly, because SQLite has no command for this. A crash leaves some of it zero,
    /// which SQLite does not notice. Afterwards SQLite reads the pages again.
    ///
    /// - Returns: The number of the next page; nil after the last one.
    func overwriteUnusedSpace(ofPages pages: Range<Int>) throws -> Int? {
        let size = try Int.fetchOne(self, sql: "PRAGMA page_size") ?? 0
        let count = try Int.fetchOne(self, sql: "PRAGMA page_count") ?? 0
        // Pages of pointers, which only automatic vacuuming needs, begin with other bytes.
        guard try Int.fetchOne(self, sql: "PRAGMA auto_vacuum") == 0, count < Self.mostPages,
            let file = openFile
        else { throw DatabaseError(message: "the unused space of the database cannot be overwritten") }
        let pages = pages.clamped(to: 1..<count + 1)
        guard !pages.isEmpty else { return nil }
        let bytes = try file.read(pages.count * size, at: (pages.lowerBound - 1) * size)
        let usable = size - Int(try file.read(DatabaseHeader.length, at: 0)[20])
        var hasChanged = false
        for number in pages {
            let offset = (number - pages.lowerBound) * size
            let page = bytes[offset..<offset + size]
            guard let unused = UnusedSpace(of: page, isFirst: number == 1, usable: usable)?.range,
                page[offset + unused.lowerBound..<offset + unused.upperBound].contains(where: { $0 != 0 })
            else { continue }
            try file.write(
                [UInt8](repeating: 0, count: unused.count), at: (number - 1) * size + unused.lowerBound)
            hasChanged = true
        }
        if hasChanged {
            try file.sync()
            let result = sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_RESET_CACHE, nil)
            guard result == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
        }
        return pages.upperBound <= count ? pages.upperBound : nil
    }

    /// SQLite's own descriptor of the database file.
    ///
    /// To open the file a second time would take a descriptor, and to close it would release SQLite's locks
    /// (sqlite.org/howtocorrupt.html, section 2.2).
    fileprivate var openFile: OpenDatabaseFile? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let result = sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard result == SQLITE_OK, let file, let methods = file.pointee.pMethods else { return nil }
        return OpenDatabaseFile(file: file, methods: methods.pointee)
    }
}

/// The database file, through SQLite's own descriptor; valid as long as the connection is open.
nonisolated private struct OpenDatabaseFile {
    let file: UnsafeMutablePointer<sqlite3_file>
    let methods: sqlite3_io_methods

    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try require(methods.xRead?(file, &bytes, Int32(count), Int64(offset)))
        return bytes
    }

    func write(_ bytes: [UInt8], at offset: Int) throws {
        try require(methods.xWrite?(file, bytes, Int32(bytes.count), Int64(offset)))
    }

    func sync() throws { try require(methods.xSync?(file, SQLITE_SYNC_NORMAL)) }

    private func require(_ result: Int32?) throws {
        guard result == SQLITE_OK else {
            throw DatabaseError(resultCode: result.map { ResultCode(rawValue: $0) } ?? .SQLITE_IOERR)
        }
    }
}

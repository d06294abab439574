/// All that a crossword file of AcrossLite (`.puz`) holds, of any size, readable or not for a game.
///
/// Read and written again it is the same, byte for byte, but for checksums that were wrong. The format was
/// never published; what is known of it stands at code.google.com/archive/p/puz/wikis/FileFormat.wiki.
public struct AcrossLiteFile: Equatable, Sendable {
    /// The numbers at the beginning.
    public struct Header: Equatable, Sendable {
        /// Four bytes of text such as `1.3` and NUL.
        var version: [UInt8]
        /// Two bytes without a known meaning, often what stood in some memory.
        var reserved: [UInt8] = [0, 0]
        /// A checksum of the solution, in a scrambled file.
        var scrambledChecksum: UInt16 = 0
        /// Twelve more bytes without a known meaning.
        var reservedToo = [UInt8](repeating: 0, count: 12)
        /// Cells in a row.
        public internal(set) var width: UInt8
        /// Cells in a column.
        public internal(set) var height: UInt8
        /// 0x0001 for most, 0x0401 for a puzzle whose blocks are to be found too.
        var kind: UInt16 = 1
        /// 0 when the solution is there to be read, 2 when there is none, 4 when it is scrambled.
        var scrambledTag: UInt16 = 0
    }

    /// One of the sections after the text, such as `GEXT`.
    public struct Section: Equatable, Sendable {
        /// Four capitals.
        public let name: String
        /// What is in it.
        public let data: [UInt8]
    }

    /// What stands before the file proper, such as headers of the mail in which it came.
    var preamble: [UInt8] = []
    /// The numbers at the beginning.
    public internal(set) var header: Header
    /// What belongs into each cell, row by row, one byte each.
    var solution: [UInt8]
    /// What the solver has written so far, in the same order; a hyphen for nothing.
    var state: [UInt8]
    /// The title.
    public internal(set) var title = ""
    /// Who made it.
    public internal(set) var author = ""
    /// Whose it is.
    public internal(set) var copyright = ""
    /// The clues, by number, across before down.
    public internal(set) var clues: [String] = []
    /// What solvers are told before they begin.
    public internal(set) var notes = ""
    /// The sections, those without a known meaning too, in their order.
    public internal(set) var sections: [Section] = []
    /// What stands after the end, such as a line break.
    var postscript: [UInt8] = []
    /// What was odd about the file, in plain sentences: checksums that are wrong.
    ///
    /// Other programs write such files, so they are read all the same.
    public internal(set) var warnings: [String] = []

    /// What every file has in its third to fourteenth byte.
    static let magic = Array("ACROSS&DOWN\0".utf8)
    /// The most bytes before the file proper.
    static let longestPreamble = 1024

    /// What is in the first section of that name; nil when there is none.
    func section(_ name: String) -> [UInt8]? {
        sections.first { $0.name == name }?.data
    }

    /// How the file's text is written.
    var encoding: AcrossLiteEncoding { AcrossLiteEncoding(version: header.version) }

    /// Where the magic text stands in `bytes`; nil when they are no file of AcrossLite.
    ///
    /// Only the beginning is looked at.
    static func magicPlace(in bytes: [UInt8]) -> Int? {
        let last = min(bytes.count - magic.count, longestPreamble + 2)
        guard last >= 2 else { return nil }
        return (2...last).first { bytes[$0] == magic[0] && bytes[$0...].starts(with: magic) }
    }

    /// Whether `bytes` look like a file of AcrossLite.
    public static func isRecognized(in bytes: [UInt8]) -> Bool { magicPlace(in: bytes) != nil }
}

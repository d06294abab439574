/// An AcrossLite crossword file (`.puz`) of any size, whether or not it can be played here.
///
/// Reading and writing a file preserves every byte except wrong checksums, which are corrected. The format is
/// unpublished; code.google.com/archive/p/puz/wikis/FileFormat.wiki documents what is known of it.
public struct AcrossLiteFile: Equatable, Sendable {
    /// The numbers at the start of the file.
    public struct Header: Equatable, Sendable {
        /// Four bytes of text, such as `1.3` and NUL.
        var version: [UInt8]
        /// Two bytes at 0x1C without a known meaning, often uninitialized memory.
        var reserved1C: [UInt8] = [0, 0]
        /// The checksum of the unscrambled solution, in a scrambled file.
        var scrambledChecksum: UInt16 = 0
        /// Twelve bytes at 0x20 without a known meaning.
        var reserved20 = [UInt8](repeating: 0, count: 12)
        /// The number of cells in a row.
        public internal(set) var width: UInt8
        /// The number of cells in a column.
        public internal(set) var height: UInt8
        /// 0x0001 for most puzzles, ``diagramless`` for a puzzle that hides its blocks.
        var kind: UInt16 = 1
        static let diagramless: UInt16 = 0x0401
        /// 0 for a plain solution, 2 for a file without a solution, 4 for a scrambled solution.
        var scrambledTag: UInt16 = 0
    }

    /// A section after the text, such as `GEXT`.
    public struct Section: Equatable, Sendable {
        /// The name: four capital letters.
        public let name: String
        /// The contents.
        public let data: [UInt8]
    }

    /// The bytes before the header, such as those of an e-mail.
    var preamble: [UInt8] = []
    /// The numbers at the start of the file.
    public internal(set) var header: Header
    /// The correct letter of each cell, row by row, one byte each.
    var solution: [UInt8]
    /// The solver's entries in the same order; a hyphen for an empty cell.
    var state: [UInt8]
    /// The title.
    public internal(set) var title = ""
    /// The author's name.
    public internal(set) var author = ""
    /// The copyright line.
    public internal(set) var copyright = ""
    /// The clues by number, across before down.
    public internal(set) var clues: [String] = []
    /// The notes for solvers.
    public internal(set) var notes = ""
    /// The sections in file order, including unknown ones.
    public internal(set) var sections: [Section] = []
    /// The bytes after the end, such as a line break.
    var postscript: [UInt8] = []
    /// A sentence for each wrong checksum; other programs write such files, so they are accepted.
    public internal(set) var warnings: [String] = []

    /// The third to fourteenth bytes of every file.
    static let magic = Array("ACROSS&DOWN\0".utf8)
    /// The maximum number of bytes before the header.
    static let longestPreamble = 1024

    /// The contents of the first section called `name`.
    func section(_ name: String) -> [UInt8]? {
        sections.first { $0.name == name }?.data
    }

    /// The encoding of the texts.
    var encoding: AcrossLiteEncoding
    /// The encoding of the letters in the solution.
    var letterEncoding: AcrossLiteEncoding { AcrossLiteEncoding(version: header.version) }

    /// The offset of ``magic`` near the start of `bytes`; nil if they are not an AcrossLite file.
    static func magicOffset(in bytes: [UInt8]) -> Int? {
        let last = min(bytes.count - magic.count, longestPreamble + 2)
        guard last >= 2 else { return nil }
        return (2...last).first { bytes[$0] == magic[0] && bytes[$0...].starts(with: magic) }
    }

    /// Whether `bytes` look like an AcrossLite file.
    public static func isRecognized(in bytes: [UInt8]) -> Bool { magicOffset(in: bytes) != nil }
}

extension AcrossLiteFile {
    /// Parses a file; wrong checksums become ``warnings``.
    ///
    /// - Throws: `invalid-value` with the reason if the bytes are not an AcrossLite file, or not a whole one.
    /// - Complexity: O(bytes).
    public init(_ bytes: [UInt8]) throws(RuleViolation) {
        guard let magic = Self.magicOffset(in: bytes) else {
            throw RuleViolation(.invalidValue, "This is not an AcrossLite file.")
        }
        preamble = Array(bytes[..<(magic - 2)])
        var reader = AcrossLiteReader(bytes, from: magic - 2)
        let overall = try reader.number("header")
        _ = try reader.take(Self.magic.count, "header")
        let checksum = try reader.number("header")
        let masked = Array(try reader.take(8, "header"))
        let (header, count) = try Self.header(&reader)
        self.header = header
        encoding = AcrossLiteEncoding(version: header.version)
        let area = Int(header.width) * Int(header.height)
        solution = Array(try reader.take(area, "solution"))
        state = Array(try reader.take(area, "state"))
        encoding = AcrossLiteEncoding(version: header.version, texts: reader.texts(count + 4))
        try readTexts(&reader, clues: count)
        let stored = AcrossLiteChecksums(header: checksum, overall: overall, masked: masked)
        warnings = stored.warnings(comparedWith: AcrossLiteChecksums(self))
        try readSections(&reader)
        postscript = Array(reader.rest)
    }

    private static func header(
        _ reader: inout AcrossLiteReader
    ) throws(RuleViolation) -> (Header, clues: Int) {
        let version = Array(try reader.take(4, "header"))
        guard ["1.".utf8, "2.".utf8].contains(where: version.starts), (0x30...0x39).contains(version[2])
        else {
            throw RuleViolation(.invalidValue, "This version of the AcrossLite format is not supported.")
        }
        var header = Header(version: version, width: 0, height: 0)
        header.reserved1C = Array(try reader.take(2, "header"))
        header.scrambledChecksum = try reader.number("header")
        header.reserved20 = Array(try reader.take(12, "header"))
        let size = Array(try reader.take(2, "header"))
        (header.width, header.height) = (size[0], size[1])
        let clues = try reader.number("header")
        header.kind = try reader.number("header")
        header.scrambledTag = try reader.number("header")
        guard header.width > 0, header.height > 0 else {
            throw RuleViolation(.invalidValue, "The file is damaged: its puzzle has no cells.")
        }
        return (header, Int(clues))
    }

    private mutating func readTexts(_ reader: inout AcrossLiteReader, clues count: Int) throws(RuleViolation)
    {
        title = try reader.text(encoding, "title")
        author = try reader.text(encoding, "author")
        copyright = try reader.text(encoding, "copyright line")
        // Every clue takes at least one byte, so a forged count cannot allocate much memory.
        for number in 0..<count { clues.append(try reader.text(encoding, "clue \(number + 1) of \(count)")) }
        notes = try reader.text(encoding, "note")
    }

    private mutating func readSections(_ reader: inout AcrossLiteReader) throws(RuleViolation) {
        while let name = Self.sectionName(reader.rest) {
            _ = try reader.take(4, "section \(name)")
            let count = Int(try reader.number("section \(name)"))
            let checksum = try reader.number("section \(name)")
            let data = Array(try reader.take(count, "section \(name)"))
            guard try reader.take(1, "section \(name)") == [0] else {
                throw RuleViolation(.invalidValue, "The file is damaged: its section \(name) has no end.")
            }
            if AcrossLiteChecksums.sum(data) != checksum {
                warnings.append("The checksum of the file's section \(name) is wrong.")
            }
            sections.append(Section(name: name, data: data))
        }
    }

    /// The name of the section at the start of `rest`; nil for anything else, such as a final line break.
    private static func sectionName(_ rest: ArraySlice<UInt8>) -> String? {
        let name = rest.prefix(4)
        guard name.count == 4, name.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// The encoded file, with correct checksums.
    public var bytes: [UInt8] {
        let sums = AcrossLiteChecksums(self)
        var bytes = preamble + sums.overall.littleEndianBytes + Self.magic
        bytes += sums.header.littleEndianBytes + sums.masked
        bytes += header.version + header.reserved1C + header.scrambledChecksum.littleEndianBytes
        bytes += header.reserved20 + header.checksummedBytes(clueCount: clues.count) + solution + state
        for text in [title, author, copyright] + clues + [notes] { bytes += encoding.bytes(text) + [0] }
        for section in sections { bytes += section.bytes }
        return bytes + postscript
    }
}

extension AcrossLiteFile.Section {
    fileprivate var bytes: [UInt8] {
        let count = UInt16(truncatingIfNeeded: data.count)
        let sum = AcrossLiteChecksums.sum(data)
        return Array(name.utf8) + count.littleEndianBytes + sum.littleEndianBytes + data + [0]
    }
}

/// A bounds-checked cursor over the bytes of an AcrossLite file.
struct AcrossLiteReader {
    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], from offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    /// The unread bytes.
    var rest: ArraySlice<UInt8> { bytes[offset...] }

    /// Reads `count` bytes; `what` names the part of the file in the error.
    mutating func take(_ count: Int, _ what: String) throws(RuleViolation) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw Self.cutOff(what) }
        defer { offset += count }
        return rest.prefix(count)
    }

    /// The bytes of the next `count` texts, each of which ends with NUL, or of fewer in a file that is cut
    /// off.
    func texts(_ count: Int) -> ArraySlice<UInt8> {
        var left = count
        return rest.prefix { byte in
            if byte == 0 { left -= 1 }
            return left > 0
        }
    }

    /// Reads a little-endian 16-bit number.
    mutating func number(_ what: String) throws(RuleViolation) -> UInt16 {
        try take(2, what).reversed().reduce(0) { $0 << 8 | UInt16($1) }
    }

    /// Reads a text that ends with NUL.
    mutating func text(_ encoding: AcrossLiteEncoding, _ what: String) throws(RuleViolation) -> String {
        guard let end = rest.firstIndex(of: 0) else { throw Self.cutOff(what) }
        guard let text = encoding.text(bytes[offset..<end]) else {
            let name = encoding == .utf8 ? "UTF-8" : "Latin-1"
            throw RuleViolation(.invalidValue, "The file is damaged: its \(what) is not \(name) text.")
        }
        offset = end + 1
        return text
    }

    static func cutOff(_ what: String) -> RuleViolation {
        RuleViolation(.invalidValue, "The file is cut off in its \(what).")
    }
}

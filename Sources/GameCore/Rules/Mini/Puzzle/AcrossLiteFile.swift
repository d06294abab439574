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
        /// 0x0001 for most puzzles, 0x0401 for a diagramless one, which hides its blocks too.
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

extension AcrossLiteFile {
    /// Reads a file.
    ///
    /// Every length is checked before anything is taken. Wrong checksums are warnings.
    /// - Throws: `invalid-value` with the reason when the bytes are no such file, or not a whole one.
    /// - Complexity: O(bytes).
    public init(_ bytes: [UInt8]) throws(RuleViolation) {
        guard let magic = Self.magicPlace(in: bytes) else {
            throw RuleViolation(.invalidValue, "This is no file of AcrossLite.")
        }
        preamble = Array(bytes[..<(magic - 2)])
        var reader = AcrossLiteReader(bytes, from: magic - 2)
        let overall = try reader.number("header")
        _ = try reader.take(Self.magic.count, "header")
        let checksum = try reader.number("header")
        let masked = Array(try reader.take(8, "header"))
        let (header, count) = try Self.header(&reader)
        self.header = header
        let area = Int(header.width) * Int(header.height)
        solution = Array(try reader.take(area, "solution"))
        state = Array(try reader.take(area, "state"))
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
            throw RuleViolation(.invalidValue, "The file is of a version of AcrossLite that is not known.")
        }
        var header = Header(version: version, width: 0, height: 0)
        header.reserved = Array(try reader.take(2, "header"))
        header.scrambledChecksum = try reader.number("header")
        header.reservedToo = Array(try reader.take(12, "header"))
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
        // Each takes a byte at least: a made-up number asks for no memory.
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
                throw RuleViolation(.invalidValue, "The file is damaged: its section \(name) does not end.")
            }
            if AcrossLiteChecksums.sum(data) != checksum {
                warnings.append("The checksum of the file's section \(name) is wrong.")
            }
            sections.append(Section(name: name, data: data))
        }
    }

    /// The name of the section that begins here; nil for anything else, such as a line break after the end.
    private static func sectionName(_ rest: ArraySlice<UInt8>) -> String? {
        let name = rest.prefix(4)
        guard name.count == 4, name.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// The file, with the checksums that belong to it.
    public var bytes: [UInt8] {
        let sums = AcrossLiteChecksums(self)
        var bytes = preamble + sums.overall.littleEndianBytes + Self.magic
        bytes += sums.header.littleEndianBytes + sums.masked
        bytes += header.version + header.reserved + header.scrambledChecksum.littleEndianBytes
        bytes += header.reservedToo + header.summed(clues: clues.count) + solution + state
        for text in [title, author, copyright] + clues + [notes] { bytes += encoding.bytes(text) + [0] }
        for section in sections { bytes += section.bytes }
        return bytes + postscript
    }
}

extension AcrossLiteFile.Section {
    /// The section as it stands in a file.
    fileprivate var bytes: [UInt8] {
        let count = UInt16(truncatingIfNeeded: data.count)
        let sum = AcrossLiteChecksums.sum(data)
        return Array(name.utf8) + count.littleEndianBytes + sum.littleEndianBytes + data + [0]
    }
}

/// Takes the bytes of a file of AcrossLite one piece after the other, and never more than there are.
struct AcrossLiteReader {
    private let bytes: [UInt8]
    private(set) var place: Int

    /// Reads `bytes` from `place` on.
    init(_ bytes: [UInt8], from place: Int) {
        self.bytes = bytes
        self.place = place
    }

    /// What has not been read.
    var rest: ArraySlice<UInt8> { bytes[place...] }

    /// The next `count` bytes, which are `what`.
    mutating func take(_ count: Int, _ what: String) throws(RuleViolation) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw Self.cutOff(what) }
        defer { place += count }
        return rest.prefix(count)
    }

    /// The next two bytes, the low one first.
    mutating func number(_ what: String) throws(RuleViolation) -> UInt16 {
        try take(2, what).reversed().reduce(0) { $0 << 8 | UInt16($1) }
    }

    /// What stands before the next NUL.
    mutating func text(_ encoding: AcrossLiteEncoding, _ what: String) throws(RuleViolation) -> String {
        guard let end = rest.firstIndex(of: 0) else { throw Self.cutOff(what) }
        guard let text = encoding.text(bytes[place..<end]) else {
            let name = encoding == .utf8 ? "UTF-8" : "Latin-1"
            throw RuleViolation(.invalidValue, "The file is damaged: its \(what) is not \(name) text.")
        }
        place = end + 1
        return text
    }

    static func cutOff(_ what: String) -> RuleViolation {
        RuleViolation(.invalidValue, "The file is cut off in its \(what).")
    }
}

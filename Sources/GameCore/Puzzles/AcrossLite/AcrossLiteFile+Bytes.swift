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

/// The checksums of a file of AcrossLite.
struct AcrossLiteChecksums: Equatable {
    /// Of the header's numbers.
    let header: UInt16
    /// Of everything but the sections.
    let overall: UInt16
    /// Of the header, the solution, the state and the text: four low bytes, then four high ones, hidden under
    /// a word to those who are not to change the file.
    let masked: [UInt8]

    /// The checksums that belong to `file`.
    init(_ file: AcrossLiteFile) {
        header = Self.sum(file.header.summed(clues: file.clues.count))
        overall = Self.addText(of: file, to: Self.sum(file.state, Self.sum(file.solution, header)))
        let parts = [header, Self.sum(file.solution), Self.sum(file.state), Self.addText(of: file, to: 0)]
        let bytes = parts.map { UInt8($0 & 0xFF) } + parts.map { UInt8($0 >> 8) }
        masked = zip(bytes, "ICHEATED".utf8).map { $0 ^ $1 }
    }

    /// The checksums that stand in a file.
    init(header: UInt16, overall: UInt16, masked: [UInt8]) {
        self.header = header
        self.overall = overall
        self.masked = masked
    }

    /// Turns right by one bit, adds a byte, and so on.
    static func sum(_ bytes: some Sequence<UInt8>, _ start: UInt16 = 0) -> UInt16 {
        bytes.reduce(start) { ($0 >> 1 | $0 << 15) &+ UInt16($1) }
    }

    /// Empty texts are passed over, and clues come without their final NUL.
    private static func addText(of file: AcrossLiteFile, to start: UInt16) -> UInt16 {
        let encoding = file.encoding
        let ended = { (text: String) in text.isEmpty ? [] : encoding.bytes(text) + [0] }
        var sum = [file.title, file.author, file.copyright].reduce(start) { Self.sum(ended($1), $0) }
        sum = file.clues.reduce(sum) { Self.sum(encoding.bytes($1), $0) }
        // Before version 1.3 the notes did not count.
        let hasNotes = !file.header.version.lexicographicallyPrecedes("1.3".utf8)
        return hasNotes ? Self.sum(ended(file.notes), sum) : sum
    }

    /// What differs from the checksums that `file` should have, in plain sentences.
    func warnings(comparedWith right: AcrossLiteChecksums) -> [String] {
        var warnings: [String] = []
        if header != right.header { warnings.append("The checksum of the file's header is wrong.") }
        if overall != right.overall { warnings.append("The checksum of the whole file is wrong.") }
        if masked != right.masked { warnings.append("The masked checksums of the file are wrong.") }
        return warnings
    }
}

extension AcrossLiteFile.Header {
    /// The part of the header that has a checksum: eight bytes from the width on.
    func summed(clues: Int) -> [UInt8] {
        [width, height]
            + [UInt16(truncatingIfNeeded: clues), kind, scrambledTag].flatMap(\.littleEndianBytes)
    }
}

extension UInt16 {
    /// The low byte, then the high one.
    var littleEndianBytes: [UInt8] { [UInt8(self & 0xFF), UInt8(self >> 8)] }
}

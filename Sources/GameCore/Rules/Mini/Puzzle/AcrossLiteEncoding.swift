/// The text encoding of an AcrossLite file.
///
/// Files before version 2 are nominally Latin-1. Programs on Windows also write the curly quotes and dashes
/// of Windows-1252, in place of control characters that no file uses, so such files are read as Windows-1252.
/// Others write UTF-8, which the text of no language is by accident.
package enum AcrossLiteEncoding: Sendable {
    case windows1252
    case utf8

    /// The encoding of the letters in files with this `version` in the header.
    init(version: [UInt8]) {
        self = (version.first ?? 0) < UInt8(ascii: "2") ? .windows1252 : .utf8
    }

    /// The encoding of the texts in a file with this `version`, which are these bytes.
    init(version: [UInt8], texts: ArraySlice<UInt8>) {
        let isUTF8 = texts.contains { $0 >= 0x80 } && String(validating: texts, as: UTF8.self) != nil
        self = isUTF8 ? .utf8 : AcrossLiteEncoding(version: version)
    }

    /// The characters of Windows-1252 at 0x80…0x9F; 0 where undefined.
    private static let windows: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
        0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0, 0x017E, 0x0178,
    ]

    /// Decodes `bytes`; nil if they are invalid.
    package func text(_ bytes: ArraySlice<UInt8>) -> String? {
        guard self == .windows1252 else { return String(validating: bytes, as: UTF8.self) }
        var text = String.UnicodeScalarView()
        for byte in bytes {
            guard let scalar = Self.scalar(byte) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar? {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        let code = windows[Int(byte - 0x80)]
        return code == 0 ? nil : Unicode.Scalar(code)
    }

    /// Encodes `text`: drops NUL, the terminator, and replaces unsupported characters with a question mark.
    func bytes(_ text: String) -> [UInt8] {
        switch self {
        case .utf8: text.utf8.filter { $0 != 0 }
        case .windows1252: text.unicodeScalars.filter { $0 != "\0" }.map(Self.byte)
        }
    }

    private static func byte(_ scalar: Unicode.Scalar) -> UInt8 {
        if let code = UInt16(exactly: scalar.value), let place = windows.firstIndex(of: code) {
            return 0x80 + UInt8(place)
        }
        guard scalar.value < 0x100, !(0x80...0x9F).contains(scalar.value) else { return UInt8(ascii: "?") }
        return UInt8(scalar.value)
    }

    /// Whether programs that take Latin-1, Windows-1252 or UTF-8 where it can be all read these texts alike.
    static func isUnambiguous(_ texts: [String]) -> Bool {
        let bytes: [UInt8] = Array(texts.map { windows1252.bytes($0) + [0] }.joined())
        let first: [UInt8] = [UInt8(ascii: "1")]
        return texts.allSatisfy(isLatin1)
            && AcrossLiteEncoding(version: first, texts: bytes[...]) == .windows1252
    }

    /// Whether `text` has the same bytes in Latin-1 and Windows-1252, so that every program reads it alike.
    static func isLatin1(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value < 0x80 || (0xA0...0xFF).contains($0.value) }
    }
}

struct AcrossLiteChecksums: Equatable {
    /// The checksum of the numbers in the header.
    let header: UInt16
    /// The checksum of the whole file except its sections.
    let overall: UInt16
    /// The checksums of the header, the solution, the state and the text: the four low bytes, then the four
    /// high bytes, XORed with `ICHEATED`.
    let masked: [UInt8]

    init(_ file: AcrossLiteFile) {
        header = Self.sum(file.header.checksummedBytes(clueCount: file.clues.count))
        overall = Self.addText(of: file, to: Self.sum(file.state, Self.sum(file.solution, header)))
        let parts = [header, Self.sum(file.solution), Self.sum(file.state), Self.addText(of: file, to: 0)]
        let bytes = parts.map { UInt8($0 & 0xFF) } + parts.map { UInt8($0 >> 8) }
        masked = zip(bytes, "ICHEATED".utf8).map { $0 ^ $1 }
    }

    /// Creates the checksums stored in a file.
    init(header: UInt16, overall: UInt16, masked: [UInt8]) {
        self.header = header
        self.overall = overall
        self.masked = masked
    }

    /// For each byte, rotates the sum right by one bit and adds the byte.
    static func sum(_ bytes: some Sequence<UInt8>, _ start: UInt16 = 0) -> UInt16 {
        bytes.reduce(start) { ($0 >> 1 | $0 << 15) &+ UInt16($1) }
    }

    /// Adds the texts: empty ones are skipped, and clues are added without their final NUL.
    private static func addText(of file: AcrossLiteFile, to start: UInt16) -> UInt16 {
        let encoding = file.encoding
        let ended = { (text: String) in text.isEmpty ? [] : encoding.bytes(text) + [0] }
        var sum = [file.title, file.author, file.copyright].reduce(start) { Self.sum(ended($1), $0) }
        sum = file.clues.reduce(sum) { Self.sum(encoding.bytes($1), $0) }
        // Before version 1.3 the checksum did not include the notes.
        let hasNotes = !file.header.version.lexicographicallyPrecedes("1.3".utf8)
        return hasNotes ? Self.sum(ended(file.notes), sum) : sum
    }

    /// A sentence for each checksum that differs from the `right` one.
    func warnings(comparedWith right: AcrossLiteChecksums) -> [String] {
        var warnings: [String] = []
        if header != right.header { warnings.append("The checksum of the file's header is wrong.") }
        if overall != right.overall { warnings.append("The checksum of the whole file is wrong.") }
        if masked != right.masked { warnings.append("The masked checksums of the file are wrong.") }
        return warnings
    }
}

extension AcrossLiteFile.Header {
    /// The eight bytes of the header from the width on, which the checksums cover.
    func checksummedBytes(clueCount: Int) -> [UInt8] {
        [width, height]
            + [UInt16(truncatingIfNeeded: clueCount), kind, scrambledTag].flatMap(\.littleEndianBytes)
    }
}

extension UInt16 {
    var littleEndianBytes: [UInt8] { [UInt8(self & 0xFF), UInt8(self >> 8)] }
}

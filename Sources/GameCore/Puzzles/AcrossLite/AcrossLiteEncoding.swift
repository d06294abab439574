/// How text is written in a file of AcrossLite.
///
/// Files before version 2 are said to be Latin-1. Those that programs on Windows wrote have its curly quotes
/// and dashes too, where Latin-1 has control characters that nobody writes; so they are read as Windows-1252.
enum AcrossLiteEncoding {
    case windows1252
    case utf8

    /// The encoding of files whose header has this `version`.
    init(version: [UInt8]) {
        self = (version.first ?? 0) < UInt8(ascii: "2") ? .windows1252 : .utf8
    }

    /// What Windows has at 0x80…0x9F; zero where it has nothing.
    private static let windows: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
        0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0, 0x017E, 0x0178,
    ]

    /// The text that `bytes` are; nil when they are none.
    func text(_ bytes: ArraySlice<UInt8>) -> String? {
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

    /// The bytes of `text`, without NUL, which would end it; a question mark for what the encoding lacks.
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

    /// Whether `text` is the same in Latin-1 and in Windows-1252, so that every program reads it alike.
    static func isLatin1(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value < 0x80 || (0xA0...0xFF).contains($0.value) }
    }
}

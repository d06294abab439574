import GameCore

/// The crossword formats of other programs, which are refused with their names.
enum OtherPuzzleFormat {
    /// Refuses a file in one of these formats, and names the format.
    ///
    /// - Throws: `invalid-puzzle`.
    static func reject(_ bytes: [UInt8]) throws(UnreadableInput) {
        guard !AcrossLiteFile.isRecognized(in: bytes), let name = name(of: bytes) else { return }
        throw .invalidPuzzle("This is \(name). Only ipuz and AcrossLite (.puz) files can be read.")
    }

    /// The name of a file's format, from its first bytes; nil for a file that may be ipuz.
    private static func name(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: "PK\u{3}\u{4}".utf8) { return "a ZIP archive, such as a .jpz file" }
        if bytes.starts(with: "%PDF".utf8) { return "a PDF file" }
        let start = text(bytes.prefix(4096))
        if start.hasPrefix("{") || start.hasPrefix("ipuz") { return nil }
        if start.contains("exolve-begin") { return "an Exolve puzzle" }
        if start.hasPrefix("<ACROSS PUZZLE") { return "AcrossLite text (.txt), not the binary format" }
        if start.hasPrefix("<") { return xml(start.lowercased()) }
        return isXD(start) ? "an .xd file" : nil
    }

    /// The text of `bytes` without a byte-order mark and leading space, in UTF-16 too.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        let plain = bytes.drop { [0xEF, 0xBB, 0xBF, 0xFF, 0xFE].contains($0) }.filter { !isUTF16 || $0 != 0 }
        return String(decoding: plain.drop { $0 <= 0x20 }, as: UTF8.self)
    }

    private static func xml(_ start: String) -> String {
        if start.contains("crossfire") { return "a CrossFire file (.cfp)" }
        let marks = ["crossword-compiler", "rectangular-puzzle", "crossword.info"]
        if marks.contains(where: start.contains) { return "a .jpz file" }
        return start.contains("<html") ? "a web page" : "an XML file, such as a .jpz file"
    }

    /// Whether the text has the headers of an .xd file, or its sections or clues.
    private static func isXD(_ start: String) -> Bool {
        let lines = start.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
        let headers = ["title", "author", "editor", "copyright", "date", "publisher", "rebus", "special"]
        let isHeader = { (line: Substring) in
            line.contains(":") && headers.contains(line.prefix { $0 != ":" }.lowercased())
        }
        let sections = ["## metadata", "## grid", "## clues"]
        // A file may begin with headers of its author's own.
        return lines.prefix { $0.contains(":") }.contains(where: isHeader)
            || lines.contains { sections.contains($0.lowercased()) }
    }
}

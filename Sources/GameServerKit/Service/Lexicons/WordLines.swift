import Foundation
import GameCore
import GameJSON
import GameStore

/// The lines of a word list, with what stands in each of them for a word.
///
/// In a dictionary of Hunspell (`.dic`), flags follow each word, and the first line is the number of words. In a list
/// of frequencies, a line may have numbers before and after the word, and quotation marks.
nonisolated struct WordLines {
    /// The number of lines.
    private(set) var count = 0
    /// What stands for a word, with the number of its line from 1; empty lines and comments are left out.
    private(set) var words: [(line: Int, word: ArraySlice<UInt8>)] = []

    /// Reads `path`.
    ///
    /// - Throws: ``Unreadable`` when the file is not a word list in UTF-8.
    /// - Complexity: O(bytes).
    init(_ path: String, isFrequencies: Bool = false) throws(Unreadable) {
        let bytes = try Self.bytes(path)
        let isDictionary = Self.isDictionary(path)
        let lineFeed = UInt8(ascii: "\n")
        let end = bytes.contains(lineFeed) ? lineFeed : UInt8(ascii: "\r")
        for line in bytes.split(separator: end, omittingEmptySubsequences: false) {
            count += 1
            guard line.count <= Settings.lexiconLineBytes else {
                throw Unreadable(
                    "line \(count) is longer than \(Settings.lexiconLineBytes) bytes; "
                        + "a word list has one word a line.")
            }
            let word = isDictionary ? line.prefix { !"/ \t".utf8.contains($0) } : line
            if isDictionary, count == 1, !word.contains(where: Self.isLetter) { continue }
            let found = isFrequencies ? Self.countedWord(in: word) : Self.trimmed(word)
            if let first = found.first, first != UInt8(ascii: "#") { words.append((count, found)) }
        }
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        let foreign = words.filter { $0.word.contains { $0 >= 0x80 } }
        let malformed = foreign.count { String(validating: $0.word, as: UTF8.self) == nil }
        // A few malformed lines do not make a list another encoding.
        guard 2 * malformed <= foreign.count else {
            throw .encoding(Self.declaredEncoding(of: path) ?? "ISO-8859-1", path)
        }
    }

    private static func isDictionary(_ path: String) -> Bool { path.lowercased().hasSuffix(".dic") }

    /// The encoding of a dictionary of Hunspell, in the line `SET` of the file beside it; nil without one.
    private static func declaredEncoding(of path: String) -> String? {
        guard isDictionary(path),
            let affixes = FileManager.default.contents(atPath: String(path.dropLast(3)) + "aff")
        else { return nil }
        let lines = String(decoding: affixes.prefix(4096), as: UTF8.self).split(whereSeparator: \.isNewline)
        let fields = lines.first { $0.hasPrefix("SET ") }?.split(separator: " ")
        guard let name = fields?.last, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x27 }) else {
            return nil
        }
        return name.hasPrefix("ISO8859") ? "ISO-" + name.dropFirst(3) : String(name)
    }

    /// The first field of a line that begins with a letter.
    private static func countedWord(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSeparator = { (byte: UInt8) in " \t\r,;\"".utf8.contains(byte) }
        return line.split(whereSeparator: isSeparator).first { $0.first.map(isLetter) ?? false } ?? []
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x41...0x5A).contains(byte & 0xDF)
    }

    /// `line` without surrounding spaces, tabs and carriage returns.
    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        guard let last = line.lastIndex(where: { !isSpace($0) }) else { return [] }
        return line[...last].drop(while: isSpace)
    }

    private static func bytes(_ path: String) throws(Unreadable) -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw Unreadable(
                FileManager.default.fileExists(atPath: path)
                    ? "the file cannot be opened." : "the file does not exist.")
        }
        guard let data = try? handle.read(upToCount: Settings.lexiconBytes + 1) else {
            throw Unreadable("the file is empty or not a regular file.")
        }
        guard data.count <= Settings.lexiconBytes else {
            throw Unreadable("the file is larger than \(Settings.lexiconBytes >> 20) MB.")
        }
        let bytes = Array(data)
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw .encoding("UTF-16", path)
        }
        guard !bytes.contains(0) else {
            throw Unreadable("the file is binary, or UTF-16 without a mark; it is not UTF-8.")
        }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        return hasMark ? Array(bytes.dropFirst(3)) : bytes
    }

    /// The reason why a file is not a word list; it completes a sentence.
    struct Unreadable: Error {
        let reason: String

        init(_ reason: String) {
            self.reason = reason
        }

        /// The refusal of a file that seems to be in `encoding`, with the command that converts it.
        static func encoding(_ encoding: String, _ path: String) -> Unreadable {
            let url = URL(filePath: path)
            let converted = url.deletingPathExtension().lastPathComponent + "-utf8"
            let name = url.pathExtension.isEmpty ? converted : converted + "." + url.pathExtension
            return Unreadable(
                "the file is not UTF-8. If it is \(encoding), this converts it: "
                    + "iconv -f \(encoding) -t UTF-8 \(quoted(path)) > \(quoted(name))")
        }

        /// `text` as one word of a shell.
        private static func quoted(_ text: String) -> String {
            let isPlain = text.utf8.allSatisfy { byte in
                byte >= 0x80 || "/._-+,".utf8.contains(byte) || (Unicode.Scalar(byte)).properties.isAlphabetic
                    || (0x30...0x39).contains(byte)
            }
            return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
        }
    }
}

import Foundation
import GameCore
import GameJSON
import GameStore

/// A word list: one word a line in UTF-8, in upper or lower case.
nonisolated struct LexiconFile {
    /// The words of 2 to 5 letters.
    private(set) var words: [[Letter]] = []
    /// The lines that are not words, numbered from 1.
    private(set) var badLines: [Int] = []

    private let foldsAccents: Bool
    /// The letter of each ASCII byte: a fast path for most lists.
    private static let ascii = (UInt8(0)..<128).map { Letter(String(Unicode.Scalar($0))) }

    /// Reads `path`; skips words of other lengths, empty lines, and lines that begin with `#`.
    ///
    /// - Throws: ``Unreadable`` when the file is not a word list.
    init(_ path: String, foldsAccents: Bool) throws(Unreadable) {
        self.foldsAccents = foldsAccents
        let bytes = try Self.bytes(path)
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard line.count <= Settings.lexiconLineBytes else {
                throw Unreadable(
                    "line \(number) is longer than \(Settings.lexiconLineBytes) bytes; "
                        + "a word list has one word a line.")
            }
            parse(Self.trimmed(line), number)
        }
    }

    /// The reason why a file is not a word list; it completes the sentence of ``LexiconError``.
    struct Unreadable: Error {
        let reason: String

        init(_ reason: String) {
            self.reason = reason
        }
    }

    /// `line` without surrounding spaces, tabs and carriage returns.
    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        guard let last = line.lastIndex(where: { !isSpace($0) }) else { return [] }
        return line[...last].drop(while: isSpace)
    }

    private mutating func parse(_ line: ArraySlice<UInt8>, _ number: Int) {
        guard let first = line.first, first != UInt8(ascii: "#") else { return }
        let ascii = line.count { Self.ascii[Int($0 & 0x7F)] != nil && $0 < 0x80 }
        let nonASCII = line.count { $0 >= 0x80 }
        guard ascii + nonASCII == line.count else { return badLines.append(number) }
        // Most words of a list are too long for a board; this skips them without decoding.
        guard ascii <= Lexicon.lengths.upperBound else { return }
        guard let letters = nonASCII == 0 ? line.compactMap({ Self.ascii[Int($0)] }) : decoded(line)
        else {
            return badLines.append(number)
        }
        if Lexicon.lengths.contains(letters.count) { words.append(letters) }
    }

    /// The letters of a word that is not ASCII; nil when it has other characters than letters.
    private func decoded(_ line: ArraySlice<UInt8>) -> [Letter]? {
        guard let text = String(validating: line, as: UTF8.self) else { return nil }
        let folded = foldsAccents ? text.withoutAccents : text.precomposedStringWithCanonicalMapping
        let letters = folded.compactMap { Letter(String($0)) }
        return letters.count == folded.count ? letters : nil
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
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]), !bytes.contains(0) else {
            throw Unreadable(
                "the file is UTF-16 or binary, not UTF-8; iconv -t UTF-8 converts text.")
        }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        return hasMark ? Array(bytes.dropFirst(3)) : bytes
    }
}

nonisolated extension String {
    /// The text without accents: decomposed, without nonspacing marks, and composed again.
    var withoutAccents: String {
        let marks = decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: marks)
        return String(text).precomposedStringWithCanonicalMapping
    }
}

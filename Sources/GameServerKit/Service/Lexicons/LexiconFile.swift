import Foundation
import GameCore
import GameJSON
import GameStore

/// The words in a file: one a line, UTF-8, in any case, with or without accents.
nonisolated struct LexiconFile {
    /// The words of 2 to 5 letters.
    private(set) var words: [[Letter]] = []
    /// The numbers of the lines that are no words, from 1.
    private(set) var badLines: [Int] = []

    private let foldsAccents: Bool
    /// The letters of ASCII, which make up most lists.
    private static let plain = (UInt8(0)..<128).map { Letter(String(Unicode.Scalar($0))) }

    /// Reads `path`.
    ///
    /// Words of other lengths are passed over; so are empty lines and those that begin with `#`.
    /// - Throws: the reason why this is no list of words, as text.
    init(_ path: String, foldsAccents: Bool) throws(Unreadable) {
        self.foldsAccents = foldsAccents
        let bytes = try Self.bytes(path)
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard line.count <= Settings.lexiconLineBytes else {
                throw Unreadable(
                    "line \(number) is longer than \(Settings.lexiconLineBytes) bytes: it is no word list.")
            }
            read(Self.trimmed(line), number)
        }
    }

    /// A reason in one plain sentence.
    struct Unreadable: Error {
        let reason: String

        init(_ reason: String) {
            self.reason = reason
        }
    }

    /// Without the spaces, tabs and carriage returns around it.
    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        guard let last = line.lastIndex(where: { !isSpace($0) }) else { return [] }
        return line[...last].drop(while: isSpace)
    }

    private mutating func read(_ line: ArraySlice<UInt8>, _ number: Int) {
        guard let first = line.first, first != UInt8(ascii: "#") else { return }
        let plain = line.count { Self.plain[Int($0 & 0x7F)] != nil && $0 < 0x80 }
        let foreign = line.count { $0 >= 0x80 }
        guard plain + foreign == line.count else { return badLines.append(number) }
        // Most words of a list are longer than any that is of use here, and need no closer look.
        guard plain <= Lexicon.lengths.upperBound else { return }
        guard let letters = foreign == 0 ? line.compactMap({ Self.plain[Int($0)] }) : self.foreign(line)
        else {
            return badLines.append(number)
        }
        if Lexicon.lengths.contains(letters.count) { words.append(letters) }
    }

    /// The letters of a word that has others than those of ASCII; nil when it has anything else in it.
    private func foreign(_ line: ArraySlice<UInt8>) -> [Letter]? {
        guard let text = String(validating: line, as: UTF8.self) else { return nil }
        let folded = foldsAccents ? text.withoutAccents : text.precomposedStringWithCanonicalMapping
        let letters = folded.compactMap { Letter(String($0)) }
        return letters.count == folded.count ? letters : nil
    }

    private static func bytes(_ path: String) throws(Unreadable) -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw Unreadable(
                FileManager.default.fileExists(atPath: path)
                    ? "it may not be read." : "there is no such file.")
        }
        guard let data = try? handle.read(upToCount: Settings.lexiconBytes + 1) else {
            throw Unreadable("it is not a file that can be read, or it is empty.")
        }
        guard data.count <= Settings.lexiconBytes else {
            throw Unreadable("it is larger than \(Settings.lexiconBytes >> 20) MB.")
        }
        let bytes = Array(data)
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]), !bytes.contains(0) else {
            throw Unreadable(
                "it is not UTF-8 but UTF-16, or no text at all; iconv -t UTF-8 makes it readable.")
        }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        return hasMark ? Array(bytes.dropFirst(3)) : bytes
    }
}

nonisolated extension String {
    /// The same letters without their accents: canonical decomposition without the marks.
    var withoutAccents: String {
        let marks = decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: marks)
        return String(text).precomposedStringWithCanonicalMapping
    }
}

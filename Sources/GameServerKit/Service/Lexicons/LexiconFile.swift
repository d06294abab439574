import Foundation
import GameCore
import GameJSON
import GameStore

/// A word list: one word a line in UTF-8, in upper or lower case.
///
/// In a dictionary of Hunspell (`.dic`), flags follow each word, and the first line is the number of words. In a list
/// of frequencies, a count may follow each word.
nonisolated struct LexiconFile {
    /// A line that is no word.
    struct BadLine {
        /// From 1.
        let number: Int
        /// The line as far as it can be shown: nil if it is not UTF-8, or has invisible characters.
        let text: String?

        /// Why the line is no word.
        var reason: String {
            guard let text else { return "not text in UTF-8" }
            let sign = text.first { Letter(String($0)) == nil }.map { "“\($0)” is not a letter" }
            return "“\(text)”: \(sign ?? "not a word")"
        }
    }

    /// The words of 2 to 5 letters, in the order of the lines.
    private(set) var words: [[Letter]] = []
    /// Those that begin with a small letter, or with one of a script without capitals.
    private var uncapitalised: [[Letter]] = []
    /// The lines that are not words.
    private(set) var badLines: [BadLine] = []
    /// The number of lines.
    private(set) var lineCount = 0

    /// The words without names and other capitalised forms; empty if the list does not tell them apart.
    var ordinary: [[Letter]] {
        10 * uncapitalised.count < words.count || uncapitalised.count == words.count ? [] : uncapitalised
    }

    private let foldsAccents: Bool
    /// The lines with other bytes than ASCII, and those of them that are not UTF-8.
    private var nonASCIILines = (all: 0, malformed: 0)
    /// The letters of scalars that stand for one by themselves, a fast path for lists that are not ASCII; nil for others.
    private var letters: [Unicode.Scalar: Letter?] = [:]
    /// The letter of each ASCII byte: a fast path for most lists.
    private static let ascii = (UInt8(0)..<128).map { Letter(String(Unicode.Scalar($0))) }

    /// Reads `path`; skips words of other lengths, empty lines, and lines that begin with `#`.
    ///
    /// - Throws: ``Unreadable`` when the file is not a word list.
    /// - Complexity: O(bytes); less than 2 µs for a line.
    ///
    /// - Parameter separators: The bytes after which the rest of a line is no part of the word.
    init(_ path: String, foldsAccents: Bool, separators: String = "") throws(Unreadable) {
        self.foldsAccents = foldsAccents
        let bytes = try Self.bytes(path)
        let isDictionary = path.hasSuffix(".dic")
        let separators = Array((isDictionary ? "/\t" : separators).utf8)
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            lineCount += 1
            guard line.count <= Settings.lexiconLineBytes else {
                throw Unreadable(
                    "line \(lineCount) is longer than \(Settings.lexiconLineBytes) bytes; "
                        + "a word list has one word a line.")
            }
            let line = separators.isEmpty ? line : line.prefix { !separators.contains($0) }
            let isCount = isDictionary && lineCount == 1 && line.allSatisfy { !Self.isLetter($0) }
            if !isCount { parse(Self.trimmed(line), lineCount) }
        }
        // A list with a few malformed lines is one in UTF-8 all the same.
        guard 2 * nonASCIILines.malformed <= nonASCIILines.all else {
            throw Unreadable(
                "the file is not UTF-8. To convert it, run: iconv -f ISO-8859-1 -t UTF-8 \(path) > new-list")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || ascii[Int(byte)] != nil }

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
        guard ascii + nonASCII == line.count else { return addBadLine(line, number) }
        // Most words of a list are too long for a board; this skips them without decoding.
        guard ascii <= Lexicon.lengths.upperBound else { return }
        guard let letters = nonASCII == 0 ? line.compactMap({ Self.ascii[Int($0)] }) : decoded(line)
        else {
            return addBadLine(line, number)
        }
        guard Lexicon.lengths.contains(letters.count) else { return }
        words.append(letters)
        if !Self.isCapitalised(line) { uncapitalised.append(letters) }
    }

    private static func isCapitalised(_ line: ArraySlice<UInt8>) -> Bool {
        var (bytes, decoder) = (line.makeIterator(), UTF8())
        guard case .scalarValue(let first) = decoder.decode(&bytes) else { return false }
        return first.properties.isUppercase
    }

    private mutating func addBadLine(_ line: ArraySlice<UInt8>, _ number: Int) {
        let text = String(validating: line, as: UTF8.self)
        let isVisible = text?.unicodeScalars.allSatisfy { !$0.isInvisible } ?? false
        badLines.append(BadLine(number: number, text: isVisible ? text : nil))
    }

    /// The letters of a word that is not ASCII; nil when it has other characters than letters.
    private mutating func decoded(_ line: ArraySlice<UInt8>) -> [Letter]? {
        nonASCIILines.all += 1
        if let letters = simpleLetters(line) { return letters }
        guard let text = String(validating: line, as: UTF8.self) else {
            nonASCIILines.malformed += 1
            return nil
        }
        let folded = foldsAccents ? text.withoutAccents : text.precomposedStringWithCanonicalMapping
        let letters = folded.compactMap { Letter(String($0)) }
        return letters.count == folded.count ? letters : nil
    }

    /// The letters of a line in which each scalar is one, up to one more than a word has; nil for any other line.
    private mutating func simpleLetters(_ line: ArraySlice<UInt8>) -> [Letter]? {
        var (found, bytes, decoder) = ([Letter](), line.makeIterator(), UTF8())
        while found.count <= Lexicon.lengths.upperBound {
            switch decoder.decode(&bytes) {
            case .emptyInput: return found
            case .error: return nil
            case .scalarValue(let scalar):
                guard let letter = letter(scalar) else { return nil }
                found.append(letter)
            }
        }
        return found
    }

    private mutating func letter(_ scalar: Unicode.Scalar) -> Letter? {
        if let known = letters[scalar] { return known }
        var letter: Letter?
        if scalar.standsAlone {
            let text = String(scalar)
            letter = Letter(foldsAccents ? text.withoutAccents : text.precomposedStringWithCanonicalMapping)
        }
        letters[scalar] = .some(letter)
        return letter
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

nonisolated extension Unicode.Scalar {
    /// Whether the scalar is a letter that does not merge with its neighbours: no mark, and no jamo of a syllable.
    fileprivate var standsAlone: Bool {
        switch value {
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: false
        default: properties.isAlphabetic && properties.canonicalCombiningClass == .notReordered && !isMark
        }
    }

    private var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether the scalar would not be seen in a log, or would change what is seen.
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            true
        default: false
        }
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

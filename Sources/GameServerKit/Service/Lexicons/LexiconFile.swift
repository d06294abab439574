import Foundation
import GameCore
import GameJSON
import GameStore

/// A word list: one word a line in UTF-8, in upper or lower case.
///
/// In a dictionary of Hunspell (`.dic`), flags follow each word, and the first line is the number of words. In a list
/// of frequencies, a line may have numbers before and after the word, and quotation marks.
nonisolated struct LexiconFile {
    /// A line that is no word.
    struct BadLine {
        /// From 1.
        let number: Int
        /// Nil if the line is not UTF-8.
        let text: String?

        /// Why the line is no word; without characters that cannot be seen.
        var reason: String {
            guard let text else { return "not text in UTF-8" }
            if let hidden = text.unicodeScalars.first(where: \.isInvisible) {
                let name = ["\t": "a tab", "\r": "a carriage return"][hidden]
                return "\(name ?? "U+\(String(hidden.value, radix: 16, uppercase: true))") is not a letter"
            }
            let sign = text.first { Letter(String($0)) == nil }.map { "“\($0)” is not a letter" }
            return "“\(text)”: \(sign ?? "not a word")"
        }
    }

    /// The words of 2 to 5 letters, in the order of the lines.
    private(set) var words: [[Letter]] = []
    /// The words that begin with a small letter, or with one of a script without capitals.
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
    private let casing: Casing
    /// The lines with other bytes than ASCII, and those of them that are not UTF-8.
    private var nonASCIILines = (all: 0, malformed: 0)
    /// The letters of scalars that stand for one by themselves, a fast path for lists that are not ASCII; nil for others.
    private var letters: [Unicode.Scalar: Letter?] = [:]
    /// The letter of each ASCII byte: a fast path for most lists.
    private let ascii: [Letter?]

    /// Reads `path`; skips words of other lengths, empty lines, and lines that begin with `#`.
    ///
    /// - Throws: ``Unreadable`` when the file is not a word list.
    /// - Complexity: O(bytes); less than 2 µs for a line.
    ///
    /// - Parameter isFrequencies: Whether it is a list of frequencies.
    init(
        _ path: String, foldsAccents: Bool, casing: Casing = .common, isFrequencies: Bool = false
    ) throws(Unreadable) {
        (self.foldsAccents, self.casing) = (foldsAccents, casing)
        ascii = (UInt8(0)..<128).map { Letter(casing.prepared(String(Unicode.Scalar($0)))) }
        let bytes = try Self.bytes(path)
        let isDictionary = path.lowercased().hasSuffix(".dic")
        let lineFeed = UInt8(ascii: "\n")
        let end = bytes.contains(lineFeed) ? lineFeed : UInt8(ascii: "\r")
        for line in bytes.split(separator: end, omittingEmptySubsequences: false) {
            lineCount += 1
            guard line.count <= Settings.lexiconLineBytes else {
                throw Unreadable(
                    "line \(lineCount) is longer than \(Settings.lexiconLineBytes) bytes; "
                        + "a word list has one word a line.")
            }
            let word = isDictionary ? line.prefix { $0 != UInt8(ascii: "/") && $0 != 0x09 } : line
            let isCount = isDictionary && lineCount == 1 && !word.contains(where: isLetter)
            if !isCount { parse(isFrequencies ? countedWord(in: word) : Self.trimmed(word), lineCount) }
        }
        // A few malformed lines do not make a list another encoding.
        guard 2 * nonASCIILines.malformed <= nonASCIILines.all else {
            throw .encoding(Self.declaredEncoding(of: path) ?? "ISO-8859-1", path)
        }
    }

    /// The encoding of a dictionary of Hunspell, in the line `SET` of the file beside it; nil without one.
    private static func declaredEncoding(of path: String) -> String? {
        guard path.lowercased().hasSuffix(".dic"),
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
    private func countedWord(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSeparator = { (byte: UInt8) in " \t\r,;\"".utf8.contains(byte) }
        return line.split(whereSeparator: isSeparator).first { $0.first.map(isLetter) ?? false } ?? []
    }

    private func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || ascii[Int(byte)] != nil }

    /// The reason why a file is not a word list; it completes the sentence of ``LexiconError``.
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

    /// `line` without surrounding spaces, tabs and carriage returns.
    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        guard let last = line.lastIndex(where: { !isSpace($0) }) else { return [] }
        return line[...last].drop(while: isSpace)
    }

    private mutating func parse(_ line: ArraySlice<UInt8>, _ number: Int) {
        guard let first = line.first, first != UInt8(ascii: "#") else { return }
        let ascii = line.count { self.ascii[Int($0 & 0x7F)] != nil && $0 < 0x80 }
        let nonASCII = line.count { $0 >= 0x80 }
        guard ascii + nonASCII == line.count else { return addBadLine(line, number) }
        // Most words of a list are too long for a board; this skips them without decoding.
        guard ascii <= Lexicon.lengths.upperBound else { return }
        guard let letters = nonASCII == 0 ? line.compactMap({ self.ascii[Int($0)] }) : decoded(line)
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
        badLines.append(BadLine(number: number, text: String(validating: line, as: UTF8.self)))
    }

    /// The letters of a word that is not ASCII; nil when it has other characters than letters.
    private mutating func decoded(_ line: ArraySlice<UInt8>) -> [Letter]? {
        nonASCIILines.all += 1
        if let letters = simpleLetters(line) { return letters }
        guard let text = String(validating: line, as: UTF8.self) else {
            nonASCIILines.malformed += 1
            return nil
        }
        let folded = normalized(text)
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

    private func normalized(_ text: String) -> String {
        let composed = casing.prepared(text.precomposedStringWithCanonicalMapping)
        return foldsAccents ? composed.withoutAccents : composed
    }

    private mutating func letter(_ scalar: Unicode.Scalar) -> Letter? {
        if let known = letters[scalar] { return known }
        var letter: Letter?
        if scalar.standsAlone {
            letter = Letter(normalized(String(scalar)))
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
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw .encoding("UTF-16", path)
        }
        guard !bytes.contains(0) else {
            throw Unreadable("the file is binary, or UTF-16 without a mark; it is not UTF-8.")
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

    /// Whether the scalar is invisible in a log, or changes how the log is displayed.
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

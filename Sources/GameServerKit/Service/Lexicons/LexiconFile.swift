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
    /// The letters of scalars that stand for one by themselves, a fast path for lists that are not ASCII; nil for others.
    private var letters: [Unicode.Scalar: Letter?] = [:]
    /// The letter of each ASCII byte: a fast path for most lists.
    private let ascii: [Letter?]

    /// Reads `path`; skips words of other lengths, empty lines, and lines that begin with `#`.
    ///
    /// - Throws: ``WordLines/Unreadable`` when the file is not a word list.
    /// - Complexity: O(bytes); less than 2 µs for a line.
    ///
    /// - Parameter isFrequencies: Whether it is a list of frequencies.
    init(
        _ path: String, foldsAccents: Bool, casing: Casing = .common, isFrequencies: Bool = false
    ) throws(WordLines.Unreadable) {
        (self.foldsAccents, self.casing) = (foldsAccents, casing)
        ascii = (UInt8(0)..<128).map { Letter(casing.prepared(String(Unicode.Scalar($0)))) }
        let list = try WordLines(path, isFrequencies: isFrequencies)
        lineCount = list.count
        for (number, word) in list.words { parse(word, number) }
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
        if let letters = simpleLetters(line) { return letters }
        guard let text = String(validating: line, as: UTF8.self) else { return nil }
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

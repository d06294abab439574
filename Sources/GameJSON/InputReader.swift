import Foundation
import GameCore

/// Input that could not be decoded.
package struct UnreadableInput: Error, Equatable, Sendable {
    /// The kind of error; the raw value is the problem code on the wire.
    package enum Code: String, CaseIterable, Sendable {
        case malformedJSON = "malformed-json"
        case invalidText = "invalid-text"
        case invalidPuzzle = "invalid-puzzle"
        case unsupportedMediaType = "unsupported-media-type"
        case tooLarge = "body-too-large"
    }

    package let code: Code
    /// One plain sentence for the client.
    package let detail: String

    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// Whether the input is a puzzle that only lacks its answers, or one of them.
    package var lacksSolution: Bool {
        code == .invalidPuzzle
            && (detail == Puzzle.noSolutionDetail
                || CellIndex.all.map(Puzzle.noLetterDetail).contains(detail))
    }
}

/// Strict decoding of untrusted text and JSON: valid UTF-8, no byte-order mark, bounded depth, and no long
/// runs of combining marks.
package enum InputReader {
    static let maximumDepth = 8

    /// Decodes text and normalizes it to NFC.
    ///
    /// - Throws: `invalid-text` for invalid UTF-8, a byte-order mark, NUL, or a long run of combining marks.
    package static func text(_ bytes: [UInt8]) throws(UnreadableInput) -> String {
        guard let text = decoded(bytes) else {
            throw UnreadableInput(.invalidText, "The body is not plain UTF-8 text.")
        }
        return try normalized(text)
    }

    /// `text` in NFC.
    ///
    /// - Throws: `invalid-text` for a long run of combining marks.
    package static func normalized(_ text: String) throws(UnreadableInput) -> String {
        try checkMarks(in: text, decodingEscapes: false)
        return text.inNFC
    }

    /// The text in `bytes`; nil for invalid UTF-8, a byte-order mark or NUL.
    private static func decoded(_ bytes: [UInt8]) -> String? {
        let hasMark = bytes.starts(with: byteOrderMark)
        return hasMark || bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// The most combining marks in a row, which take microseconds to normalize.
    ///
    /// Letters and names have lower limits, whose refusals name the field.
    private static let marksInARow = 512
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Refuses text that would take long to normalize and compare.
    ///
    /// - Parameter decodingEscapes: Whether `\u0301` is the mark that it stands for, as in JSON.
    private static func checkMarks(in text: String, decodingEscapes: Bool) throws(UnreadableInput) {
        var (run, escape) = (CombiningMarkRun(limit: marksInARow), JSONEscape())
        let mayHaveMarks = text.utf8.contains { $0 >= 0x80 || decodingEscapes && $0 == UInt8(ascii: "\\") }
        guard mayHaveMarks else { return }
        for scalar in text.unicodeScalars {
            guard let scalar = decodingEscapes ? escape.decode(scalar) : scalar else { continue }
            guard run.accepts(scalar) else {
                throw UnreadableInput(
                    .invalidText, "The body has more than \(marksInARow) combining marks in a row.")
            }
        }
    }

    /// Decodes one JSON object.
    ///
    /// - Throws: `malformed-json` or `invalid-text`, as ``json(_:maximumValues:)``.
    package static func object(_ bytes: [UInt8]) throws(UnreadableInput) -> [String: JSONValue] {
        if let plain = FlatJSON.object(ascii: bytes) { return plain }
        guard case .object(let object) = try json(bytes) else {
            throw UnreadableInput(.malformedJSON, "The body is JSON, but not an object.")
        }
        return object
    }

    /// Decodes one JSON value.
    ///
    /// - Parameter maximumValues: The maximum number of values in it, which bounds the time to read it.
    /// - Throws: `malformed-json`, also for a byte-order mark, for nesting deeper than `maximumDepth`, and
    ///   for too many values; `invalid-text` for a long run of combining marks.
    package static func json(
        _ bytes: [UInt8], maximumValues: Int = .max
    ) throws(UnreadableInput) -> JSONValue {
        let malformed = UnreadableInput(.malformedJSON, "The body is not one JSON value in UTF-8.")
        guard let text = decoded(bytes) else { throw malformed }
        let (depth, values) = measure(bytes)
        guard depth <= maximumDepth else {
            throw UnreadableInput(.malformedJSON, "The body nests deeper than \(maximumDepth) levels.")
        }
        guard values <= maximumValues else {
            throw UnreadableInput(.malformedJSON, "The body has more than \(maximumValues) values.")
        }
        try checkMarks(in: text, decodingEscapes: true)
        guard let value = JSONValue(parsing: replacingByteOrderMarks(text.inNFC)) else { throw malformed }
        return value
    }

    /// Replaces byte-order marks by U+2060, also invisible.
    ///
    /// Foundation drops a mark at the start of a string, and the check of a name would miss it.
    private static func replacingByteOrderMarks(_ text: String) -> String {
        let backslash = UInt8(ascii: "\\")
        guard text.utf8.contains(where: { $0 == backslash || $0 == 0xEF }) else { return text }
        let bytes = Array(text.utf8)
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var offset = 0
        while offset < bytes.count {
            if bytes[offset] == 0xEF, bytes[offset...].starts(with: "\u{FEFF}".utf8) {
                kept.append(contentsOf: "\u{2060}".utf8)
                offset += 3
            } else if bytes[offset] == backslash, isEscapedMark(bytes, at: offset) {
                kept.append(contentsOf: "\\u2060".utf8)
                offset += 6
            } else {
                // Copies an escape as a whole: the second byte of `\\` does not begin another escape.
                let end = min(offset + (bytes[offset] == backslash ? 2 : 1), bytes.count)
                kept.append(contentsOf: bytes[offset..<end])
                offset = end
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    private static func isEscapedMark(_ bytes: [UInt8], at offset: Int) -> Bool {
        guard offset + 5 < bytes.count, bytes[offset + 1] == UInt8(ascii: "u") else { return false }
        return zip(bytes[(offset + 2)...], "feff".utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    /// The nesting depth and an upper bound of the number of values, from the brackets and commas outside
    /// strings, measured before the recursive decoder runs.
    private static func measure(_ bytes: [UInt8]) -> (depth: Int, values: Int) {
        var (depth, deepest, values, inString, escaped) = (0, 0, 1, false, false)
        for byte in bytes {
            switch byte {
            case _ where escaped: escaped = false
            case UInt8(ascii: "\\") where inString: escaped = true
            case UInt8(ascii: "\""): inString.toggle()
            case _ where inString: break
            case UInt8(ascii: ","): values += 1
            case UInt8(ascii: "["), UInt8(ascii: "{"): (depth, values) = (depth + 1, values + 1)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            deepest = max(deepest, depth)
        }
        return (deepest, values)
    }
}

/// Decodes the escapes `\u0000` of JSON, one character after the other.
private struct JSONEscape {
    private var isEscaped = false
    private var digits = 0
    private var code: UInt32 = 0
    /// The first half of a surrogate pair.
    private var high: UInt32?

    /// The character that ends with `scalar`; nil within an escape.
    mutating func decode(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if digits > 0 {
            code = code << 4 | UInt32(Character(scalar).hexDigitValue ?? 0)
            digits -= 1
            return digits > 0 ? nil : decoded()
        }
        guard isEscaped else {
            isEscaped = scalar == "\\"
            return isEscaped ? nil : scalar
        }
        isEscaped = false
        guard scalar == "u" else { return scalar }
        (digits, code) = (4, 0)
        return nil
    }

    private mutating func decoded() -> Unicode.Scalar? {
        defer { high = (0xD800...0xDBFF).contains(code) ? code : nil }
        guard let high, (0xDC00...0xDFFF).contains(code) else { return Unicode.Scalar(code) }
        return Unicode.Scalar((high - 0xD800) << 10 + (code - 0xDC00) + 0x10000)
    }
}

extension String {
    /// The text in NFC, so that canonically equivalent texts have the same bytes.
    package var inNFC: String { utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping }
}

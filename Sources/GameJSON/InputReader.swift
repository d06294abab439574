import Foundation

/// Why bytes from outside could not be read, before anybody asked what they mean.
package struct UnreadableInput: Error, Equatable, Sendable {
    /// The reason; the raw value is the code on the wire.
    package enum Code: String, CaseIterable, Sendable {
        case malformedJSON = "malformed-json"
        case invalidText = "invalid-text"
        case invalidPuzzle = "invalid-puzzle"
        case unsupportedMediaType = "unsupported-media-type"
        case tooLarge = "body-too-large"
    }

    /// The reason.
    package let code: Code
    /// The reason in one plain sentence.
    package let detail: String

    /// A refusal for `code`, told as `detail`.
    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }
}

/// Reads text and JSON from outside strictly: UTF-8 without marks, of bounded depth.
package enum InputReader {
    /// How deep JSON may nest.
    static let deepest = 8

    /// The text that `bytes` are, in NFC.
    ///
    /// - Throws: `invalid-text` for anything but UTF-8 without byte-order mark and NUL.
    package static func text(_ bytes: [UInt8]) throws(UnreadableInput) -> String {
        let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        guard !hasMark, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw UnreadableInput(.invalidText, "The body is not plain UTF-8 text.")
        }
        return text.inNFC
    }

    /// The object that `bytes` are.
    ///
    /// - Throws: `malformed-json`.
    package static func object(_ bytes: [UInt8]) throws(UnreadableInput) -> [String: JSONValue] {
        if let plain = FlatJSON.object(ascii: bytes) { return plain }
        guard case .object(let object) = try json(bytes) else {
            throw UnreadableInput(.malformedJSON, "The body is one JSON object.")
        }
        return object
    }

    /// The one JSON value that `bytes` are.
    ///
    /// - Throws: `malformed-json`, also for what nests too deep.
    package static func json(_ bytes: [UInt8]) throws(UnreadableInput) -> JSONValue {
        let malformed = UnreadableInput(.malformedJSON, "The body is not one JSON value in UTF-8.")
        guard let text = try? text(bytes) else { throw malformed }
        guard depth(bytes) <= deepest else {
            throw UnreadableInput(.malformedJSON, "The body nests deeper than \(deepest) levels.")
        }
        guard let value = JSONValue(parsing: keepingMarks(text)) else { throw malformed }
        return value
    }

    /// Foundation drops a byte-order mark at the start of a string; as another invisible character it stays,
    /// to be refused where it does not belong.
    private static func keepingMarks(_ text: String) -> String {
        let backslash = UInt8(ascii: "\\")
        guard text.utf8.contains(where: { $0 == backslash || $0 == 0xEF }) else { return text }
        let bytes = Array(text.utf8)
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            if bytes[place] == 0xEF, bytes[place...].starts(with: "\u{FEFF}".utf8) {
                kept.append(contentsOf: "\u{2060}".utf8)
                place += 3
            } else if bytes[place] == backslash, isEscapedMark(bytes, after: place) {
                kept.append(contentsOf: "\\u2060".utf8)
                place += 6
            } else {
                // Whole escapes are taken, so that an escaped backslash is never taken for the start of one.
                let end = min(place + (bytes[place] == backslash ? 2 : 1), bytes.count)
                kept.append(contentsOf: bytes[place..<end])
                place = end
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    private static func isEscapedMark(_ bytes: [UInt8], after place: Int) -> Bool {
        guard place + 5 < bytes.count, bytes[place + 1] == UInt8(ascii: "u") else { return false }
        return zip(bytes[(place + 2)...], "feff".utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    /// How deep brackets nest outside of strings; checked before the decoder recurses.
    private static func depth(_ bytes: [UInt8]) -> Int {
        var (depth, deepest, inString, escaped) = (0, 0, false, false)
        for byte in bytes {
            switch byte {
            case _ where escaped: escaped = false
            case UInt8(ascii: "\\") where inString: escaped = true
            case UInt8(ascii: "\""): inString.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += inString ? 0 : 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= inString ? 0 : 1
            default: break
            }
            deepest = max(deepest, depth)
        }
        return deepest
    }
}

extension String {
    /// The same text in NFC: what looks the same is the same, byte for byte.
    package var inNFC: String { utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping }
}

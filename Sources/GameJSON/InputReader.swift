import Foundation

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
}

/// Strict decoding of untrusted text and JSON: valid UTF-8, no byte-order mark, bounded depth.
package enum InputReader {
    static let maximumDepth = 8

    /// Decodes text and normalizes it to NFC.
    ///
    /// - Throws: `invalid-text` for invalid UTF-8, a byte-order mark or NUL.
    package static func text(_ bytes: [UInt8]) throws(UnreadableInput) -> String {
        let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        guard !hasMark, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw UnreadableInput(.invalidText, "The body is not plain UTF-8 text.")
        }
        return text.inNFC
    }

    /// Decodes one JSON object.
    ///
    /// - Throws: `malformed-json`.
    package static func object(_ bytes: [UInt8]) throws(UnreadableInput) -> [String: JSONValue] {
        if let plain = FlatJSON.object(ascii: bytes) { return plain }
        guard case .object(let object) = try json(bytes) else {
            throw UnreadableInput(.malformedJSON, "The body must be one JSON object.")
        }
        return object
    }

    /// Decodes one JSON value.
    ///
    /// - Throws: `malformed-json`, also for input that nests deeper than `maximumDepth`.
    package static func json(_ bytes: [UInt8]) throws(UnreadableInput) -> JSONValue {
        let malformed = UnreadableInput(.malformedJSON, "The body is not one JSON value in UTF-8.")
        guard let text = try? text(bytes) else { throw malformed }
        guard depth(bytes) <= maximumDepth else {
            throw UnreadableInput(.malformedJSON, "The body nests deeper than \(maximumDepth) levels.")
        }
        guard let value = JSONValue(parsing: replacingByteOrderMarks(text)) else { throw malformed }
        return value
    }

    /// Replaces byte-order marks by U+2060, also invisible.
    ///
    /// Foundation drops a mark at the start of a string, so that a forbidden character would go unnoticed.
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

    /// The nesting depth of brackets outside strings, measured before the recursive decoder runs.
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
    /// The text in NFC, so that canonically equivalent texts have the same bytes.
    package var inNFC: String { utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping }
}

import EventIO
import Foundation
import GameCore

/// What came in the body of a request, read.
nonisolated enum RequestBody {
    /// The text of a body, in NFC.
    ///
    /// - Throws: `invalid-text` for anything but UTF-8 without byte-order mark and NUL.
    static func text(_ bytes: [UInt8]) throws(Problem) -> String {
        let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        guard !hasMark, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(ProblemTable["invalid-text"], "The body is not plain UTF-8 text.")
        }
        return normal(text)
    }

    /// `text` in NFC: what looks the same is the same, byte for byte.
    static func normal(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    }

    /// The object of a JSON body; an empty body is an empty object.
    ///
    /// - Throws: `malformed-json`; `unknown-key` with its name when a key is not among `known` (nil: all
    /// are).
    static func object(_ request: HTTPRequest, known: [String]?) throws(Problem) -> [String: JSONValue] {
        try requireJSON(request)
        return try object(request.body, known: known)
    }

    /// The same of a body that is known to be JSON.
    static func object(_ body: [UInt8], known: [String]?) throws(Problem) -> [String: JSONValue] {
        guard !body.isEmpty else { return [:] }
        let object = try object(body)
        if let known, let name = object.keys.filter({ !known.contains($0) }).min() {
            throw Problem(ProblemTable["unknown-key"], "\(Parameters.quoted(name)) is not known here.")
        }
        return object
    }

    private static func object(_ bytes: [UInt8]) throws(Problem) -> [String: JSONValue] {
        if let plain = FlatJSON.object(ascii: bytes) { return plain }
        guard case .object(let object) = try json(bytes) else {
            throw Problem(ProblemTable["malformed-json"], "The body is one JSON object.")
        }
        return object
    }

    /// The media type of the body, in lower case and without parameters; "" when none is given.
    static func mediaType(_ request: HTTPRequest) -> String {
        guard let header = request.header("content-type") else { return "" }
        // What most clients write needs no reading.
        if plainTypes.contains(header) { return header }
        return header.prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased()
    }

    private static let plainTypes = ["application/x-www-form-urlencoded", "application/json", "text/plain"]

    static func isJSON(_ mediaType: String) -> Bool {
        mediaType == "application/json" || mediaType.hasSuffix("+json")
    }

    /// JSON may be labelled as a form, as curl does when nobody tells it otherwise.
    private static func requireJSON(_ request: HTTPRequest) throws(Problem) {
        let type = mediaType(request)
        guard isJSON(type) || ["", "application/x-www-form-urlencoded", "text/plain"].contains(type) else {
            throw Problem(ProblemTable["unsupported-media-type"], "The body is application/json here.")
        }
    }

    /// The one value that a JSON body is.
    ///
    /// - Throws: `malformed-json`, also for what nests too deep.
    static func json(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
        let malformed = Problem(ProblemTable["malformed-json"], "The body is not one JSON value in UTF-8.")
        guard let text = try? text(bytes) else { throw malformed }
        guard depth(bytes) <= Settings.jsonDepth else {
            throw Problem(
                ProblemTable["malformed-json"], "The body nests deeper than \(Settings.jsonDepth) levels.")
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

import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore

/// What came in the body of a request, read.
nonisolated enum RequestBody {
    /// The text of a body, in NFC.
    ///
    /// - Throws: `invalid-text` for anything but UTF-8 without byte-order mark and NUL.
    static func text(_ bytes: [UInt8]) throws -> String { try InputReader.text(bytes) }

    /// The object of a JSON body; an empty body is an empty object.
    ///
    /// - Throws: `malformed-json`; `unknown-key` with its name when a key is not among `known` (nil: all
    /// are).
    static func object(_ request: HTTPRequest, known: [String]?) throws -> [String: JSONValue] {
        try requireJSON(request)
        return try object(request.body, known: known)
    }

    /// The same of a body that is known to be JSON.
    static func object(_ body: [UInt8], known: [String]?) throws -> [String: JSONValue] {
        guard !body.isEmpty else { return [:] }
        let object = try InputReader.object(body)
        if let known, let name = object.keys.filter({ !known.contains($0) }).min() {
            throw Problem(ProblemTable["unknown-key"], "\(Parameters.quoted(name)) is not known here.")
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
    private static func requireJSON(_ request: HTTPRequest) throws {
        let type = mediaType(request)
        guard isJSON(type) || ["", "application/x-www-form-urlencoded", "text/plain"].contains(type) else {
            throw Problem(ProblemTable["unsupported-media-type"], "The body is application/json here.")
        }
    }
}

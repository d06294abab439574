import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore

/// Reads request bodies.
nonisolated enum RequestBody {
    /// The body as text, in NFC.
    ///
    /// - Throws: `invalid-text` unless it is UTF-8 without a byte-order mark or NUL.
    static func text(_ bytes: [UInt8]) throws -> String { try InputReader.text(bytes) }

    /// The body as a JSON object; an empty body is an empty object.
    ///
    /// - Parameter known: The keys that are allowed; nil allows all.
    /// - Throws: `unsupported-media-type`, `malformed-json`, or `unknown-key` with the key's name.
    static func object(_ request: HTTPRequest, known: [String]?) throws -> [String: JSONValue] {
        try requireJSON(request)
        return try object(fromJSON: request.body, known: known)
    }

    /// The object in `body`, whatever its media type says.
    static func object(fromJSON body: [UInt8], known: [String]?) throws -> [String: JSONValue] {
        guard !body.isEmpty else { return [:] }
        let object = try InputReader.object(body)
        if let known, let name = object.keys.filter({ !known.contains($0) }).min() {
            throw Problem(ProblemTable["unknown-key"], "\(Parameters.quoted(name)) is not known here.")
        }
        return object
    }

    /// The body's media type, in lower case and without parameters; "" if there is none.
    static func mediaType(_ request: HTTPRequest) -> String {
        guard let header = request.header("content-type") else { return "" }
        // A fast path for the values that most clients send.
        if plainTypes.contains(header) { return header }
        return header.prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased()
    }

    /// Refuses a body with a content coding such as gzip.
    ///
    /// - Throws: `unsupported-media-type`.
    static func requireIdentity(_ request: HTTPRequest) throws {
        guard !request.body.isEmpty, let coding = request.header("content-encoding"),
            coding.lowercased() != "identity"
        else { return }
        throw Problem(
            ProblemTable["unsupported-media-type"], "Send the body without a content coding.",
            headers: [("Accept-Encoding", "identity")])
    }

    private static let plainTypes = ["application/json", "application/x-www-form-urlencoded", "text/plain"]

    static func isJSON(_ mediaType: String) -> Bool {
        mediaType == "application/json" || mediaType.hasSuffix("+json")
    }

    /// Also accepts JSON that is labelled as a form, which is curl's default.
    private static func requireJSON(_ request: HTTPRequest) throws {
        let type = mediaType(request)
        guard isJSON(type) || ["", "application/x-www-form-urlencoded", "text/plain"].contains(type) else {
            throw Problem(ProblemTable["unsupported-media-type"], "Send the body as application/json.")
        }
    }
}

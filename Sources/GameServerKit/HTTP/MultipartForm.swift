import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore

/// A form as `curl -F` and browsers send it (RFC 7578): fields of text, files included.
nonisolated struct MultipartForm {
    static let mediaType = "multipart/form-data"

    /// The names and values, in order.
    let fields: [(name: String, value: String)]

    /// Reads the body of `request`.
    ///
    /// - Throws: `invalid-text` unless it is a whole form of UTF-8 text.
    init(_ request: HTTPRequest) throws {
        let text = try RequestBody.text(request.body)
        let parts = Self.boundary(request).map { text.components(separatedBy: "--" + $0) } ?? []
        guard parts.count > 1, parts[0].isEmpty, parts.last?.hasPrefix("--") ?? false else {
            throw Self.malformed
        }
        fields = try parts.dropFirst().dropLast().map(Self.field)
    }

    private static func boundary(_ request: HTTPRequest) -> String? {
        (request.header("content-type") ?? "").firstMatch(of: #/;\s*boundary="?([^";\s]+)/#.ignoresCase())
            .map { String($0.output.1) }
    }

    private static func field(_ part: String) throws -> (name: String, value: String) {
        guard let found = part.wholeMatch(of: #/\r\n(?<head>(?:[^\r\n]+\r\n)+)\r\n(?<value>(?s:.*))\r\n/#),
            let name = found.head.firstMatch(of: #/\bname="([^"]*)"/#)
        else { throw malformed }
        return (String(name.output.1), String(found.value))
    }

    private static let malformed = Problem(
        ProblemTable["invalid-text"], "The form is not a whole multipart form.")
}

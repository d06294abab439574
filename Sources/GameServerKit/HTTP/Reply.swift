import EventIO
import GameCore
import GameJSON
import GameStore

/// Builds common responses.
nonisolated enum Reply {
    /// Sent with every response but ``pictureForAnySite``: forbids content sniffing, and embedding by other
    /// origins.
    static let security = [
        (name: "X-Content-Type-Options", value: "nosniff"), (name: embedding, value: "same-origin"),
    ]

    /// Sent with a picture that pages of any site may show.
    static let pictureForAnySite = [
        (name: "X-Content-Type-Options", value: "nosniff"), (name: embedding, value: "cross-origin"),
    ]

    /// Ends a JSON body, for people who read it in a terminal.
    static let lineFeed = UInt8(ascii: "\n")

    /// The header that says whose pages may embed a response.
    static let embedding = "Cross-Origin-Resource-Policy"

    static func json(
        _ body: [UInt8], status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        response(status, "application/json", body + [lineFeed], headers, cache: "no-store")
    }

    static func text(_ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8")
        -> HTTPResponse
    {
        response(status, type, Array(text.utf8), [], cache: "no-store")
    }

    static func response(
        _ status: Int, _ type: String, _ body: [UInt8], _ headers: [(name: String, value: String)],
        cache: String, security: [(name: String, value: String)] = security
    ) -> HTTPResponse {
        var all: [(name: String, value: String)] = []
        all.reserveCapacity(headers.count + security.count + 2)
        all.append(("Content-Type", type))
        all.append(("Cache-Control", cache))
        all.append(contentsOf: headers)
        all.append(contentsOf: security)
        return HTTPResponse(status: status, headers: all, body: body)
    }

    static func empty(
        _ status: Int, headers: [(name: String, value: String)] = [],
        security: [(name: String, value: String)] = security
    ) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers + security)
    }
}

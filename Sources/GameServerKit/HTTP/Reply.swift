import EventIO
import GameCore
import GameJSON
import GameStore

/// Builds common responses.
nonisolated enum Reply {
    /// Sent with every response: forbids content sniffing, and embedding by other origins.
    static let security = [
        (name: "X-Content-Type-Options", value: "nosniff"),
        (name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    ]

    static func json(
        _ body: [UInt8], status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        response(status, "application/json", body, headers, cache: "no-store")
    }

    static func text(_ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8")
        -> HTTPResponse
    {
        response(status, type, Array(text.utf8), [], cache: "no-store")
    }

    static func response(
        _ status: Int, _ type: String, _ body: [UInt8], _ headers: [(name: String, value: String)],
        cache: String
    ) -> HTTPResponse {
        var all: [(name: String, value: String)] = []
        all.reserveCapacity(headers.count + security.count + 2)
        all.append(("Content-Type", type))
        all.append(("Cache-Control", cache))
        all.append(contentsOf: headers)
        all.append(contentsOf: security)
        return HTTPResponse(status: status, headers: all, body: body)
    }

    static func empty(_ status: Int, headers: [(name: String, value: String)] = []) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers + security)
    }
}

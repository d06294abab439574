import EventIO
import GameCore

/// The usual answers.
nonisolated enum Reply {
    /// On every answer: nobody guesses types, nobody embeds it elsewhere.
    static let security = [
        (name: "X-Content-Type-Options", value: "nosniff"),
        (name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    ]

    static func json(
        _ body: [UInt8], status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        respond(status, "application/json", body, [("Cache-Control", "no-store")] + headers)
    }

    static func text(_ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8")
        -> HTTPResponse
    {
        respond(status, type, Array(text.utf8), [("Cache-Control", "no-store")])
    }

    static func respond(
        _ status: Int, _ type: String, _ body: [UInt8], _ headers: [(name: String, value: String)]
    ) -> HTTPResponse {
        HTTPResponse(status: status, headers: [("Content-Type", type)] + headers + security, body: body)
    }

    static func empty(_ status: Int, headers: [(name: String, value: String)] = []) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers + security)
    }
}

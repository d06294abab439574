import EventIO
import GameCore
import GameJSON
import GameStore

/// Opens the API to pages of other origins that the operator has named (CORS, in the Fetch standard).
nonisolated struct CrossOrigin {
    typealias Header = (name: String, value: String)

    /// The origins in lower case, such as `https://example.org`.
    let origins: Set<String>

    private static let exposed =
        "Allow, Content-Disposition, ETag, Link, Location, Retry-After, WWW-Authenticate, X-Request-Id"
    private static let preflight: [Header] = [
        ("Access-Control-Allow-Methods", "DELETE, GET, HEAD, PATCH, POST, PUT"),
        (
            "Access-Control-Allow-Headers",
            "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer"
        ),
        ("Access-Control-Max-Age", "7200"),
    ]

    /// Whether a page of a named origin has sent the request.
    func allows(_ request: HTTPRequest) -> Bool {
        guard let origin = request.header("origin") else { return false }
        return origins.contains(origin.lowercased())
    }

    /// Whether a page of a named origin embeds the answer, such as in an `<img>`.
    ///
    /// For an embedded resource a browser names the page's origin only in the referrer, which a page cannot
    /// forge.
    private func isEmbedding(_ request: HTTPRequest) -> Bool {
        guard request.header("origin") == nil, let referrer = request.header("referer") else { return false }
        let parts = referrer.lowercased().split(separator: "/", omittingEmptySubsequences: false)
        return origins.contains(parts.prefix(3).joined(separator: "/"))
    }

    /// The headers to add to the answer; a `Cross-Origin-Resource-Policy` replaces that of the answer.
    func headers(for request: HTTPRequest) -> [Header] {
        let vary: Header = ("Vary", "Origin, Referer")
        let embeddable: Header = (Reply.embedding, "cross-origin")
        guard allows(request), let origin = request.header("origin") else {
            return isEmbedding(request) ? [vary, embeddable] : [vary]
        }
        let granted: [Header] = [
            vary, embeddable, ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Expose-Headers", Self.exposed),
        ]
        return request.method == .options ? granted + Self.preflight : granted
    }

    /// The origin in `text` in lower case; nil unless it is a scheme and a host, perhaps with a port.
    static func origin(_ text: String) -> String? {
        let parts = text.lowercased().split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, ["http", "https"].contains(parts[0]), parts[1].hasPrefix("//") else {
            return nil
        }
        let host = parts[1].dropFirst(2)
        let isPlain = host.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || Array("-._:[]".utf8).contains(byte)
        }
        return isPlain && !host.isEmpty ? text.lowercased() : nil
    }
}

nonisolated extension HTTPResponse {
    func adding(_ more: [CrossOrigin.Header]) -> HTTPResponse {
        var response = self
        if more.contains(where: { $0.name == Reply.embedding }) {
            response.headers.removeAll { $0.name == Reply.embedding }
        }
        response.headers += more
        return response
    }
}

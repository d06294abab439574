import EventIO
import Foundation

/// One file of the page, ready to be sent.
nonisolated final class StaticFile: PublishedDocument {
    private let type: String
    private let plain: HTTPResponse
    private let tag: String
    /// As it is sent to who takes gzip: made when somebody first asks for it, not at start.
    ///
    /// The plain answer where compression gains nothing.
    private let compressed = Locked<HTTPResponse?>(nil)

    /// A file of `bytes`, whose media type is `type`.
    init(type: String, bytes: [UInt8]) {
        self.type = type
        tag = Digest(bytes).shortHex
        plain = Self.response(type, bytes, tag: "\"\(tag)\"", coding: nil)
    }

    /// Bytes of the file, not compressed.
    var count: Int { plain.body.count }

    func answer(to request: HTTPRequest) -> HTTPResponse? { choose(for: request) }

    /// The answer in the coding that `request` takes, or that it is known already.
    func choose(for request: HTTPRequest) -> HTTPResponse {
        let codings = request.header("accept-encoding") ?? ""
        let wantsGzip = !codings.isEmpty && Accept.choose(codings, from: ["gzip"]) != nil
        let chosen = wantsGzip ? compress() : plain
        let tag = chosen.headers.first { $0.name == "ETag" }?.value ?? ""
        guard let known = request.header("if-none-match"), EntityTags.weaklyMatch(known, tag) else {
            return chosen
        }
        return HTTPResponse(status: 304, headers: chosen.headers.filter { $0.name != "Content-Type" })
    }

    private func compress() -> HTTPResponse {
        compressed.withLock { compressed in
            if let compressed { return compressed }
            var answer = plain
            if let gzip = Gzip.compress(plain.body), gzip.count < plain.body.count * 9 / 10 {
                answer = Self.response(type, gzip, tag: "\"\(tag)-gzip\"", coding: "gzip")
            }
            compressed = answer
            return answer
        }
    }

    private static func response(_ type: String, _ body: [UInt8], tag: String, coding: String?)
        -> HTTPResponse
    {
        var headers = [
            (name: "Content-Type", value: type), ("ETag", tag), ("Cache-Control", "no-cache"),
            ("Vary", "Accept-Encoding"),
        ]
        if let coding { headers.append(("Content-Encoding", coding)) }
        return HTTPResponse(status: 200, headers: headers + page + Reply.security, body: body)
            .preparedForReuse()
    }

    /// What keeps foreign script out of the page, and the page out of foreign frames.
    private static let page = [
        (
            name: "Content-Security-Policy",
            value: """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
            connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
            frame-ancestors 'none'; require-trusted-types-for 'script'
            """
        ),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    ]
}

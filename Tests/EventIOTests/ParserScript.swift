@testable import EventIO

/// Feeds a parser as a connection does, and records the outcomes as text.
struct ParserScript {
    private var parser: HTTPParser
    private var unconsumed: [UInt8] = []
    private(set) var outcomes: [String] = []

    init(limits: HTTPLimits = HTTPLimits()) {
        parser = HTTPParser(limits: limits)
    }

    static func outcomes(of pieces: [ArraySlice<UInt8>], limits: HTTPLimits = HTTPLimits()) -> [String] {
        var script = ParserScript(limits: limits)
        for piece in pieces { script.feed(piece) }
        return script.outcomes
    }

    static func outcomes(of text: String, limits: HTTPLimits = HTTPLimits()) -> [String] {
        outcomes(of: [Array(text.utf8)[...]], limits: limits)
    }

    mutating func feed(_ piece: ArraySlice<UInt8>) {
        unconsumed += piece
        while true {
            let (consumed, outcome) = unconsumed.withUnsafeBytes { parser.parse($0) }
            unconsumed.removeFirst(consumed)
            switch outcome {
            case .needsMore: return
            case .expectsContinue: outcomes.append("continue")
            case .request(let request): outcomes.append(Self.describe(request))
            case .refused(let refusal):
                if outcomes.last != "refused \(refusal.status) \(refusal.code)" {
                    outcomes.append("refused \(refusal.status) \(refusal.code)")
                }
                return
            }
        }
    }

    private static func describe(_ request: HTTPRequest) -> String {
        var text = "\(request.method.rawValue) \(request.path)"
        if let query = request.query { text += "?\(query)" }
        text += " on \(request.authority)"
        if !request.isVersion11 { text += " 1.0" }
        if !request.keepsAlive { text += " closing" }
        if !request.body.isEmpty { text += " with \(String(decoding: request.body, as: UTF8.self))" }
        return text
    }
}

/// A GET request with additional header lines.
func get(_ target: String = "/", version: String = "HTTP/1.1", _ lines: String...) -> String {
    "GET \(target) \(version)\r\nHost: localhost\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// A POST request with a body; the header lines must include its framing.
func post(_ lines: String..., body: String) -> String {
    "POST /games HTTP/1.1\r\nHost: localhost\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n" + body
}

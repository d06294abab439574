import EventIO
import GameCore
import GameJSON
import GameStore

/// Pages of other sites may not change anything here, whatever a browser would let them send.
enum OriginCheck {
    /// Refuses an unsafe request that a browser sends for another site.
    static func check(_ request: HTTPRequest) throws {
        guard !request.method.isSafe else { return }
        // A browser's own word for "same origin" holds behind proxies that change Host, too.
        let site = request.header("sec-fetch-site") ?? "none"
        guard site != "same-origin" else { return }
        guard site == "none" else { throw refusal }
        guard let origin = request.header("origin") else { return }
        let host = request.header("host")?.lowercased() ?? ""
        guard origin.lowercased().hasSuffix("://" + host), !host.isEmpty else { throw refusal }
    }

    private static let refusal = Problem(
        ProblemTable["cross-origin"], "Pages of other sites may not change anything here.")
}

extension HTTPMethod {
    /// Whether it asks for nothing to be changed.
    fileprivate var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace: true
        default: false
        }
    }
}

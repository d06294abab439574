import EventIO
import GameCore
import GameJSON
import GameStore

/// Protection against cross-site request forgery.
enum OriginCheck {
    /// Refuses an unsafe request that a browser sends from a page of another site, unless it is `allowed`.
    static func check(_ request: HTTPRequest, allowed: CrossOrigin? = nil) throws {
        guard !request.method.isSafe, allowed?.allows(request) != true else { return }
        // Sec-Fetch-Site is reliable even behind a proxy that rewrites Host.
        let site = request.header("sec-fetch-site") ?? "none"
        guard site != "same-origin" else { return }
        guard site == "none" else { throw refusal }
        guard let origin = request.header("origin") else { return }
        let host = request.header("host")?.lowercased() ?? ""
        guard origin.lowercased().hasSuffix("://" + host), !host.isEmpty else { throw refusal }
    }

    private static let refusal = Problem(
        ProblemTable["cross-origin"], "Pages on other sites cannot make changes here.")
}

extension HTTPMethod {
    /// Whether the method is safe (RFC 9110, section 9.2.1).
    fileprivate var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace: true
        default: false
        }
    }
}

import EventIO
import GameCore
import GameJSON
import GameStore

/// A request whose route has been found.
struct Call {
    let pending: PendingAnswer
    let world: World
    let parameters: PathParameters
    /// The client's address; behind a trusted proxy, the address that the proxy reports.
    let address: String

    var request: HTTPRequest { pending.request }

    var hasToken: Bool { request.header("authorization") != nil }

    /// The player in `game` who holds the token, if any; the request also counts as a sign of life.
    func knownPlayer(in game: LiveGame) -> Player? {
        guard let token = try? bearerToken(), let player = game.tokens.player(withToken: token) else {
            return nil
        }
        game.presence.recordActivity(of: player, at: world.now)
        game.presence.recordAddress(address, of: player)
        return player
    }

    /// The request's bearer token, which may belong to any game; nil without one.
    ///
    /// - Throws: `unknown-token` if the header is malformed.
    func bearerToken() throws -> String? {
        guard let header = request.header("authorization") else { return nil }
        let parts = header.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].utf8.count <= 128 else {
            throw Problem.unauthorized("unknown-token", "Send the token as: Authorization: Bearer TOKEN.")
        }
        return String(parts[1])
    }

    /// The client, as the party for whom work is queued.
    ///
    /// - Throws: `rate-limited` while the client's address has used up its budget for such work.
    func requester(_ kind: WorkKind) throws(Problem) -> Requester {
        try world.work.requireBudget(kind, of: address)
        return world.work.requester(kind, address) { [pending] in !pending.isClientGone }
    }

    /// Whether somebody has opened the address in a browser, and the server has the page for it.
    var wantsPage: Bool { world.servesPage && Accept.prefersHTML(request) }

    /// Sends a browser to the page for this address.
    func redirectToPage(_ path: String) -> HTTPResponse {
        Reply.empty(303, headers: [("Location", path), ("Vary", "Accept, Authorization")])
    }

    /// Sends the answer of a handler that returned `Outcome.later`, and counts a refusal.
    func finish(_ result: Result<HTTPResponse, Problem>) {
        switch result {
        case .success(let response): pending.send(response)
        case .failure(let problem):
            world.metrics.countRefusal(problem.kind.code)
            pending.send(problem.response())
        }
    }
}

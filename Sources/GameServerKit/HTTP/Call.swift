import EventIO
import GameCore
import GameJSON
import GameStore

/// A request that has found its route.
struct Call {
    let pending: PendingAnswer
    let world: World
    /// The values of `{…}` in the route's pattern, decoded.
    let parameters: PathParameters
    /// The address of the client, also behind a trusted proxy.
    let address: String

    var request: HTTPRequest { pending.request }

    /// Whether a token came along, of whatever kind.
    var hasToken: Bool { request.header("authorization") != nil }

    /// The player in `game` that the token names; nil without a token that this game knows.
    func knownPlayer(in game: LiveGame) -> Player? {
        guard let token = try? bearer(), let player = game.tokens.player(token) else { return nil }
        game.presence.sawSign(of: player, at: world.now)
        return player
    }

    /// The token that came along, whoever's it is; nil without one.
    ///
    /// - Throws: `unknown-token` for what cannot be one.
    func bearer() throws -> String? {
        guard let header = request.header("authorization") else { return nil }
        let parts = header.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].utf8.count <= 128 else {
            throw Problem.tokenNeeded("unknown-token", "A token is sent as: Authorization: Bearer TOKEN.")
        }
        return String(parts[1])
    }

    /// Answers a request that was kept; a refusal is counted.
    func finish(_ result: Result<HTTPResponse, Problem>) {
        switch result {
        case .success(let response): pending.send(response)
        case .failure(let problem):
            world.metrics.refused(problem.kind.code)
            pending.send(problem.response())
        }
    }
}

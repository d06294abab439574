import EventIO
import GameCore
import GameJSON
import GameStore

/// A request whose route has been found, and what the front door has found out about it.
final class Call {
    let pending: PendingAnswer
    let world: World
    let parameters: PathParameters
    let client: Client
    /// The holder of the key that came with the request; set by the front door.
    var holder: KeyHolder?
    /// For each finished game of the day in the call, whether the holder of the key has finished the same task;
    /// set by the front door.
    var finishedTasks: [GameID: Bool] = [:]
    /// The present game of the room in the path, for a route of games; set by the front door.
    var presentGame: GameID?
    /// The ids and tokens of what the request makes, if it carries a key.
    let creation: Creation?

    init(_ pending: PendingAnswer, _ world: World, _ parameters: PathParameters, from client: Client) {
        (self.pending, self.world, self.parameters, self.client) = (pending, world, parameters, client)
        creation = nil
    }

    /// The same request with the key of what it makes; `pending` gets its answer.
    init(_ call: Call, making creation: Creation, answering pending: PendingAnswer) {
        (world, parameters, client) = (call.world, call.parameters, call.client)
        (holder, finishedTasks, presentGame) = (call.holder, call.finishedTasks, call.presentGame)
        (self.pending, self.creation) = (pending, creation)
    }

    var request: HTTPRequest { pending.request }
    var address: String { client.address }

    var hasToken: Bool { holder != nil || request.header("authorization") != nil }

    /// The player in `game` who holds the token, if any; the request also counts as a sign of life.
    func knownPlayer(in game: LiveGame) -> Player? {
        let found =
            holder.map { game.player($0.player.id) }
            ?? (try? bearerToken()).flatMap(game.tokens.player(withToken:))
        guard let player = found else { return nil }
        game.presence.recordActivity(of: player, at: world.now)
        game.presence.recordAddress(address, of: player)
        return player
    }

    /// The request's bearer token, which may belong to any game; nil without one.
    ///
    /// - Throws: `unknown-token` if the header is malformed.
    func bearerToken() throws -> String? {
        guard let header = request.header("authorization") else { return nil }
        // By bytes: characters would take a fifth of the time of an edit.
        let parts = Array(header.utf8).split(separator: UInt8(ascii: " "))
        guard parts.count == 2, Self.isBearer(parts[0]), parts[1].count <= 128 else {
            throw Problem.unauthorized("unknown-token", "Send the token as: Authorization: Bearer TOKEN.")
        }
        return String(decoding: parts[1], as: UTF8.self)
    }

    /// Whether `scheme` is the word “bearer” in any case.
    private nonisolated static func isBearer(_ scheme: ArraySlice<UInt8>) -> Bool {
        scheme.elementsEqual("bearer".utf8) { $0 | 0x20 == $1 }
    }

    /// The digest of the player's key that came with the request; nil without one.
    var key: Digest? {
        guard let text = try? bearerToken(), Token(text: text).isKey else { return nil }
        return Token(text: text).digest
    }

    /// The player who sent the request.
    ///
    /// - Throws: `token-needed` or `unknown-token` without a valid key.
    func requireHolder() throws -> KeyHolder {
        guard hasToken else { throw Problem.unauthorized("token-needed", "Send your player's key.") }
        guard let holder else { throw Self.unknownKey }
        return holder
    }

    /// Refuses a token that is nobody's key: what its sender makes would belong to nobody.
    ///
    /// A header without a token, such as one for a proxy, is no token.
    func requireKnownToken() throws {
        guard holder == nil, let token = try? bearerToken(), !token.isEmpty else { return }
        throw Self.unknownKey
    }

    static let unknownKey = Problem.unauthorized("unknown-token", "This key is not valid.")

    /// The client, as the party for whom work is queued.
    ///
    /// - Throws: `rate-limited` while the client's address has used up its budget for such work.
    func requester(_ kind: WorkKind) throws(Problem) -> Requester {
        try world.limits.requireWork(kind, of: client)
        return world.limits.requester(kind, client) { [pending] in !pending.isClientGone }
    }

    /// Whether somebody has opened the address in a browser, and the server has the page for it.
    var wantsPage: Bool { world.servesPage && Accept.prefersHTML(request) }

    /// Sends a browser to the page for this address.
    func redirectToPage(_ path: String) -> HTTPResponse {
        Reply.empty(303, headers: [("Location", path), ("Vary", "Accept, Authorization")])
    }

    /// The refusal that the client gets: 403 instead of 401 if its key is valid, because what it lacks is a seat.
    func refusal(_ problem: Problem) -> Problem {
        guard problem.kind.code == "token-needed", holder != nil else { return problem }
        var refusal = Problem.notAllowed(problem.detail)
        refusal.cell = problem.cell
        return refusal
    }

    /// Runs the rest of a handler that has returned `Outcome.later`.
    func goOn(_ work: () throws -> Outcome) {
        do {
            if case .answer(let response) = try work() { finish(.success(response)) }
        } catch { finish(.failure(Problem(error))) }
    }

    /// Sends the answer of a handler that returned `Outcome.later`, and counts a refusal.
    func finish(_ result: Result<HTTPResponse, Problem>) {
        switch result {
        case .success(let response): pending.send(response)
        case .failure(let found):
            let problem = refusal(found)
            world.metrics.countRefusal(problem.kind.code)
            pending.send(problem.response())
        }
    }
}

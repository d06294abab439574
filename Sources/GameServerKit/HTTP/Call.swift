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

    /// The games that the request is about.
    ///
    /// - Throws: when the query is malformed.
    func games(of route: Route) throws -> [GameID] {
        if let name = parameters["id"] { return [name].compactMap(GameID.init(_:)) }
        guard route.isOfHouse else { return [] }
        guard request.path == "/events", let names = try Query(request.query)["games"] else {
            return [.lobby]
        }
        return names.split(separator: ",").prefix(Settings.gamesPerStream).compactMap { GameID(String($0)) }
    }

    /// The game named in the path, or the house board.
    func game() throws -> LiveGame {
        guard let name = parameters["id"] else { return world.games.lobby }
        guard let id = GameID(name), let game = world.games[id] else { throw Problem.noSuchGame }
        return game
    }

    /// Who asks, by the token.
    ///
    /// - Throws: `unknown-token` when there is one that belongs to nobody in this game.
    func player(in game: LiveGame) throws -> Player {
        guard request.header("authorization") != nil else { return .spectator }
        guard let player = knownPlayer(in: game) else {
            throw Problem.tokenNeeded("unknown-token", "This token belongs to nobody in this game.")
        }
        return player
    }

    /// Who asks, by the token; nil without one that this game knows.
    func knownPlayer(in game: LiveGame) -> Player? {
        guard let header = request.header("authorization") else { return nil }
        let parts = header.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        guard let player = game.tokens.player(String(parts[1])) else { return nil }
        game.presence.sawSign(of: player, at: world.now)
        return player
    }

    /// The secret that came along, whoever's it is; nil without one.
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

    /// Who sends, as move ids and rate limits tell people apart.
    func sender(_ player: Player, in game: LiveGame) -> Sender {
        player == .spectator ? .address(address) : .player(game.id, player)
    }

    /// The cell named in the path.
    func cell() throws -> CellIndex {
        guard let cell = CellIndex(name: parameters["cell"] ?? "") else {
            throw Problem(ProblemTable["no-such-cell"], "Cells are 0…24, or a1…e5: column letter, row digit.")
        }
        return cell
    }
}

/// How a route ends.
enum Outcome {
    /// With this answer, now.
    case answer(HTTPResponse)
    /// The route has kept the pending answer and sends it when the time has come.
    case later
}

/// What a request must not miss, where several servers share a store: each shows what it has heard of, and
/// may be a moment behind another.
extension Call {
    /// Those of `games` of which the store must be asked first.
    ///
    /// Nobody is shown less than they have seen: who says how far that is goes on from there, and who does
    /// not is shown all that was saved by now. Commands need not ask: the store refuses what is based on
    /// less.
    func unsure(of games: [GameID]) -> [LiveGame] {
        guard world.store.sharing != nil else { return [] }
        return games.compactMap { world.games[$0] }.filter(isUnsure(of:))
    }

    private func isUnsure(of game: LiveGame) -> Bool {
        if knowsMore(of: game) { return true }
        return (request.method == .get || request.method == .head) && lastSeen(of: game) == nil
    }

    /// Whether the client has been told something of `game` that is not known here: an event, or a token.
    func knowsMore(of game: LiveGame) -> Bool {
        if request.header("authorization") != nil, knownPlayer(in: game) == nil { return true }
        return lastSeen(of: game).map { $0 > game.shown.sequence.value } ?? false
    }

    /// The last event of `game` that the client says it knows, by a tag, a number or the id of an event.
    private func lastSeen(of game: LiveGame) -> Int? {
        if let tags = request.header("if-none-match") {
            return EntityTags.list(tags).compactMap(EntityTags.sequence).max()
        }
        let query = try? Query(request.query)
        let said = request.header("last-event-id") ?? query?["after"] ?? query?["at"]
        guard let text = said else { return nil }
        let parts = text.split(separator: ":")
        guard parts.count < 2 || parts[0] == game.id.text else { return nil }
        return parts.last.flatMap { Int(digits: $0) }
    }
}

import EventIO
import GameCore
import GameJSON
import GameStore

/// A call that concerns a game, which is awake, from a player whose token is checked.
struct GameCall {
    let call: Call
    let game: LiveGame
    /// The player that the token names; the spectator when there is no token.
    let player: Player

    var request: HTTPRequest { call.request }
    var pending: PendingAnswer { call.pending }
    var parameters: PathParameters { call.parameters }
    var world: World { call.world }
    /// The address of the client.
    var address: String { call.address }

    /// The sender by which move ids and rate limits are told apart.
    var sender: Sender { player == .spectator ? .address(address) : .player(game.id, player) }
}

/// The games of a call.
extension Call {
    /// The ids of the games that may be asleep, or behind a shared store; a name that is no id has none.
    ///
    /// - Throws: when the query is malformed.
    func gameIDs(in scope: GameScope) throws -> [GameID] {
        switch scope {
        case .none: return []
        // The lobby is always awake.
        case .lobby: return world.store.sharing == nil ? [] : [.lobby]
        case .named:
            guard let id = GameID(parameters["id"] ?? "") else { return [] }
            return [id]
        case .listed:
            guard let names = try Query(request.query)["games"] else { return [.lobby] }
            return names.split(separator: ",").prefix(Settings.gamesPerStream)
                .compactMap { GameID(String($0)) }
        }
    }

    /// The call in the one game of `scope`.
    ///
    /// - Throws: `no-such-game`; `unknown-token` when there is a token that belongs to nobody in it.
    func inGame(of scope: GameScope) throws -> GameCall {
        let game = try game(of: scope)
        return GameCall(call: self, game: game, player: try player(in: game))
    }

    /// The call in each game of `scope`.
    ///
    /// A token names a player of its own game; in the others its player is a spectator.
    ///
    /// - Throws: `no-such-game`; `invalid-query` when there are too many; `unknown-token` when there is a
    ///   token that belongs to nobody in any of them.
    func inGames(of scope: GameScope) throws -> [GameCall] {
        let games = try scope == .listed ? listedGames() : [game(of: scope)]
        let players = games.map(knownPlayer)
        guard !hasToken || players.contains(where: { $0 != nil }) else { throw Self.unknownToken }
        return zip(games, players).map { GameCall(call: self, game: $0, player: $1 ?? .spectator) }
    }

    private func game(of scope: GameScope) throws -> LiveGame {
        guard scope == .named else { return world.games.lobby }
        guard let game = liveGame(parameters["id"] ?? "") else { throw Problem.noSuchGame }
        return game
    }

    private func listedGames() throws -> [LiveGame] {
        guard let names = try Query(request.query)["games"] else { return [world.games.lobby] }
        var games: [LiveGame] = []
        for name in names.split(separator: ",") {
            guard let game = liveGame(String(name)) else { throw Problem.noSuchGame }
            if !games.contains(where: { $0 === game }) { games.append(game) }
        }
        guard (1...Settings.gamesPerStream).contains(games.count) else {
            throw Problem.invalidQuery("“games” names 1 to \(Settings.gamesPerStream) games.")
        }
        return games
    }

    private func liveGame(_ name: String) -> LiveGame? {
        guard let id = GameID(name) else { return nil }
        return world.games[id]
    }

    /// The player in `game` that the token names; the spectator when there is no token.
    private func player(in game: LiveGame) throws -> Player {
        guard hasToken else { return .spectator }
        guard let player = knownPlayer(in: game) else { throw Self.unknownToken }
        return player
    }

    private static let unknownToken = Problem.tokenNeeded(
        "unknown-token", "This token belongs to nobody in this game.")
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
        if hasToken, knownPlayer(in: game) == nil { return true }
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

import EventIO
import GameCore
import GameJSON
import GameStore

/// A call to a game that is awake, by a player whose token has been checked.
struct GameCall {
    var call: Call
    let game: LiveGame
    /// The holder of the token, or the spectator if the request has no token.
    let player: Player
    /// Whether the client may read the letters of the game; false for a finished game whose task it may still
    /// have to solve.
    let seesLetters: Bool

    var request: HTTPRequest { call.request }
    var pending: PendingAnswer { call.pending }
    var parameters: PathParameters { call.parameters }
    var world: World { call.world }
    var address: String { call.address }

    /// The sender to whom move ids and rate limits belong.
    var sender: Sender { player == .spectator ? .address(address) : .player(game.id, player) }

    /// The client, as the visitor whose share of the journal a command uses.
    var visitor: Visitor {
        Visitor(game: game, player: player, id: call.holder?.player.id, address: address)
    }

    /// The player's seat.
    ///
    /// - Throws: `token-needed` for a spectator; `not-allowed` for a host without a seat.
    func requireSeat() throws -> Seat {
        if let seat = player.seat { return seat }
        guard player == .spectator else {
            throw Problem(ProblemTable["not-allowed"], "The host has to take a seat to play.")
        }
        throw call.refusal(.unauthorized("token-needed", "Take a seat first, then send its token."))
    }
}

extension Call {
    /// The ids of the call's games that may be asleep or out of date; malformed ids are skipped.
    ///
    /// - Throws: `invalid-query` if the query is malformed.
    func gameIDs(in scope: GameScope) throws -> [GameID] {
        switch scope {
        case .none: return []
        // The lobby is always awake, except while its events are replaced in the store.
        case .lobby:
            return world.store.sharing == nil && !world.games.lobby.isWithdrawn ? [] : [.lobby]
        case .named:
            guard let id = namedGame else { return [] }
            return [id]
        case .room:
            guard let name = RoomName(parameters["room"] ?? "") else { return [] }
            return [GameID(room: name)]
        case .listed:
            guard let names = try Query(request.query)["games"] else { return [.lobby] }
            return names.split(separator: ",").prefix(Settings.gamesPerStream)
                .compactMap { gameID(String($0)) }
        }
    }

    /// The call to the single game of `scope`.
    ///
    /// - Parameter withoutLetters: Whether the route can answer a client that may not read the letters.
    /// - Throws: `no-such-game`, or `unknown-token` if the token is not one of the game's; `personal-game` or
    ///   `task-unfinished` if the client may not see another player's game; ``UnknownTask``.
    func inGame(of scope: GameScope, withoutLetters: Bool) throws -> GameCall {
        let game = try game(of: scope)
        let player = try player(in: game)
        try requireAccess(of: player, to: game)
        let seesLetters = try seesLetters(of: game, as: player)
        guard seesLetters || withoutLetters else { throw Problem.taskUnfinished }
        return GameCall(call: self, game: game, player: player, seesLetters: seesLetters)
    }

    /// The call to each game of `scope`.
    ///
    /// A token is valid in one game; in the others its holder is a spectator.
    ///
    /// - Throws: `no-such-game`; `invalid-query` if there are too many games; `unknown-token` if none of the
    ///   games knows the token.
    func inGames(of scope: GameScope) throws -> [GameCall] {
        let games = try scope == .listed ? listedGames() : [game(of: scope)]
        let players = games.map(knownPlayer)
        guard !hasToken || players.contains(where: { $0 != nil }) else { throw Problem.unknownToken }
        return try zip(games, players).map { game, player in
            let player = player ?? .spectator
            try requireAccess(of: player, to: game)
            let seesLetters = try seesLetters(of: game, as: player)
            return GameCall(call: self, game: game, player: player, seesLetters: seesLetters)
        }
    }

    private func game(of scope: GameScope) throws -> LiveGame {
        switch scope {
        case .room: return try room()
        case .named:
            guard let id = namedGame, let game = world.games[id] else {
                throw presentGame == nil ? Problem.noSuchGame : .noGame
            }
            return game
        case .none, .lobby, .listed: return world.games.lobby
        }
    }

    /// The game that the path names, by its id or by its room.
    private var namedGame: GameID? { presentGame ?? gameID(parameters["id"] ?? "") }

    /// The room of the path.
    ///
    /// - Throws: `no-such-room`.
    func room() throws(Problem) -> LiveGame {
        guard let name = RoomName(parameters["room"] ?? ""), let room = world.games[GameID(room: name)] else {
            throw .noSuchRoom
        }
        return room
    }

    /// Parses the id of a game; nil for other text, and for the journal of a room or a challenge.
    func gameID(_ text: String) -> GameID? {
        GameID(text).flatMap { $0.isGame ? $0 : nil }
    }

    private func listedGames() throws -> [LiveGame] {
        guard let names = try Query(request.query)["games"] else { return [world.games.lobby] }
        var games: [LiveGame] = []
        for name in names.split(separator: ",") {
            guard let game = liveGame(String(name)) else { throw Problem.noSuchGame }
            if !games.contains(where: { $0 === game }) { games.append(game) }
        }
        guard (1...Settings.gamesPerStream).contains(games.count) else {
            throw Problem.invalidQuery("“games” must list 1 to \(Settings.gamesPerStream) games.")
        }
        return games
    }

    private func liveGame(_ name: String) -> LiveGame? {
        guard let id = gameID(name) else { return nil }
        return world.games[id]
    }

    private func player(in game: LiveGame) throws -> Player {
        guard hasToken else { return .spectator }
        guard let player = knownPlayer(in: game) else { throw Problem.unknownToken }
        return player
    }
}

/// Read consistency between nodes that share a store.
extension Call {
    /// The games that must be refreshed from the shared store before the call is answered.
    ///
    /// A node may lag behind the others. A client must never see an older state than it has already seen: if
    /// it says which sequence it knows, that sequence is enough; otherwise it gets everything committed so
    /// far. Commands need no refresh, because the store refuses those that are based on an old state.
    func gamesToRefresh(among games: [GameID]) -> [LiveGame] {
        guard world.store.sharing != nil else { return [] }
        return games.compactMap { world.games[$0] }.filter(needsRefresh)
    }

    private func needsRefresh(_ game: LiveGame) -> Bool {
        if clientHasSeenMore(of: game) { return true }
        // The holder of a key may have sat down at another node.
        if let holder, game.player(holder.player.id).seat == nil { return true }
        return (request.method == .get || request.method == .head) && lastSeen(of: game) == nil
    }

    /// Whether the client knows an event or a token of `game` that this node does not know.
    func clientHasSeenMore(of game: LiveGame) -> Bool {
        if hasToken, knownPlayer(in: game) == nil { return true }
        return lastSeen(of: game).map { $0 > game.committed.sequence.value } ?? false
    }

    /// The latest sequence of `game` that the client knows, from an entity tag, a query or `Last-Event-ID`.
    private func lastSeen(of game: LiveGame) -> Int? {
        if let tags = request.header("if-none-match") {
            return EntityTags.list(tags).compactMap { EntityTags.sequence($0) }.max()
        }
        let query = try? Query(request.query)
        let text = request.header("last-event-id") ?? query?["after"] ?? query?["at"]
        guard let text else { return nil }
        let parts = text.split(separator: ":")
        guard parts.count < 2 || parts[0] == game.id.text else { return nil }
        return parts.last.flatMap { Int(digits: $0) }
    }
}

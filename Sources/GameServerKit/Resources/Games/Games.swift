import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games`: creates, lists and shows games.
enum Games {
    static let routes = [
        Route(.get, "/games", cost: .free, list),
        Route(.post, "/games", cost: .newGame, making: .something, takesOtherTokens: true, create),
        Route(.get, "/games/{id}", game: .named, cost: .free, withoutLetters: true, show),
    ]

    private static func create(_ call: Call) throws -> Outcome {
        let body = try RequestBody.object(call.request, known: ["rules", "options", "title", "public"])
        let rules = try body.text("rules") ?? call.world.rules.defaultName
        try call.world.rules.requireGame(rules)
        let options = try body.object("options").parameters()
        if case .text(let day) = options.values["day"] { try Daily.requireDay(day, call) }
        let title = try title(try body.text("title"))
        let isPublic = try body.flag("public") ?? false
        // The token may be that of the puzzle's owner.
        if options.values["puzzle"] == nil { try call.requireKnownToken() }
        // A header without a token, such as one for a proxy, proves nothing.
        let owner = (try? call.bearerToken()).map { Token(text: $0).digest }
        let draft = GameDraft(
            id: call.newGameID, rules: rules, options: options, title: title, isPublic: isPublic,
            host: call.holder?.player.id,
            puzzleOwner: owner)
        let (token, requester) = (call.newToken, try call.requester(.worker))
        let open = { call.world.games.open(draft, hostToken: token, for: requester, answer(call)) }
        guard call.isRepeated else {
            open()
            return .later
        }
        call.world.games.wake(draft.id, for: requester) { found in
            switch found {
            case .failure: call.finish(.failure(.storeUnreadable))
            case .success(let game?): call.finish(.success(created(game, token)))
            case .success(nil): open()
            }
        }
        return .later
    }

    /// Answers with the created game and its host's token.
    static func answer(_ call: Call) -> (Result<(LiveGame, Token), Problem>) -> Void {
        { result in call.finish(result.map(created)) }
    }

    private static func title(_ text: String?) throws -> GameTitle? {
        guard let text else { return nil }
        return try GameTitle(text)
    }

    private static func created(_ game: LiveGame, _ token: Token) -> HTTPResponse {
        let json = game.json(for: Player(seat: nil, isHost: true), seesLetters: true, hostToken: token)
        return Reply.json(json, status: 201, headers: [("Location", "/games/\(game.id)")])
    }

    private static func show(_ call: GameCall) throws -> Outcome {
        if call.call.wantsPage { return .answer(call.call.redirectToPage("/g/\(call.game.id)")) }
        let vary = (name: "Vary", value: "Accept, Authorization")
        return .answer(
            Reply.json(call.game.json(for: call.player, seesLetters: call.seesLetters), headers: [vary]))
    }

    private static func list(_ call: Call) throws -> Outcome {
        let query = try Query(call.request.query)
        let limit = try query.number("limit", in: 1...Settings.maximumGamesPage) ?? Settings.defaultGamesPage
        let cursor = try query.number("cursor", in: 0...Int.max)
        let state = try wantedState(query)
        let rules = query["rules"]
        // Rooms have a list of their own.
        guard rules != RoomRules.name else { return .answer(Reply.json(GameSummary.list([], call.world))) }
        // One more than requested, to find out whether there is a next page.
        let wanted = GameListQuery(
            limit: limit + 1, cursor: cursor, rules: rules, phase: state.flatMap(GameState.Phase.init))
        call.world.store.list(wanted, for: try call.requester(.store)) { found in
            guard let found = try? found.get() else {
                return call.pending.send(Problem.storeUnreadable.response())
            }
            let page = found.prefix(limit)
            var headers: [(name: String, value: String)] = []
            if found.count > limit, let last = page.last {
                headers = [("Link", nextLink(cursor: last.ordinal, limit: limit, rules: rules, state: state))]
            }
            call.pending.send(Reply.json(GameSummary.list(page, call.world), headers: headers))
        }
        return .later
    }

    private static func wantedState(_ query: Query) throws -> String? {
        guard let state = query["state"] else { return nil }
        guard ["waiting", "playing", "finished"].contains(state) else {
            throw Problem.invalidQuery("“state” must be waiting, playing or finished.")
        }
        return state
    }

    private static func nextLink(cursor: Int, limit: Int, rules: String?, state: String?) -> String {
        var query = "cursor=\(cursor)&limit=\(limit)"
        // Needs no escaping: there is a next page only if `rules` is the name of a rule set.
        if let rules { query += "&rules=\(rules)" }
        if let state { query += "&state=\(state)" }
        return "</games?\(query)>; rel=\"next\""
    }
}

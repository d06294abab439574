import EventIO
import GameCore

/// `/games`: making, listing and showing games.
enum Games {
    static let routes = [
        Route("/games", [.get: list, .post: create]),
        Route("/games/{id}", [.get: show]),
    ]

    private static func create(_ call: Call) throws(Problem) -> Outcome {
        let body = try RequestBody.object(call.request, known: ["rules", "options", "title", "public"])
        let rules = try body.text("rules") ?? FreeRules.name
        let options = try body.object("options").parameters()
        let title = try title(try body.text("title"))
        let world = call.world
        try world.limits.allowGame(call.address, at: world.now)
        guard world.commits.hasRoom else { throw .storeBusy }
        let game = try world.games.open(
            rules: rules, options: options, title: title, isPublic: try body.flag("public") ?? false,
            at: world.now)
        let pending = call.pending
        world.commits.append(game.setup, of: game) { problem in
            if let problem {
                world.games.close(game)
                return pending.send(problem.response())
            }
            world.games.list(game)
            pending.send(created(game))
        }
        return .later
    }

    private static func title(_ text: String?) throws(Problem) -> GameTitle? {
        guard let text else { return nil }
        do { return try GameTitle(text) } catch { throw Problem(error) }
    }

    private static func created(_ game: LiveGame) -> HTTPResponse {
        let host = Player(seat: nil, isHost: true)
        let token = game.tokens.issue(to: host)
        return Reply.json(
            game.json(for: host, hostToken: token), status: 201, headers: [("Location", "/games/\(game.id)")])
    }

    private static func show(_ call: Call) throws(Problem) -> Outcome {
        let game = try call.game()
        let player = try call.player(in: game)
        game.clock.tell(call.world.now)
        return .answer(Reply.json(game.json(for: player), headers: [("Vary", "Authorization")]))
    }

    private static func list(_ call: Call) throws(Problem) -> Outcome {
        let query = try Query(call.request.query)
        let limit = try query.number("limit", in: 1...Settings.gamesPage) ?? Settings.usualGamesPage
        let cursor = try query.number("cursor", in: 0...Int.max)
        let state = try wantedState(query)
        let rules = query["rules"]
        // One more than asked tells whether there is a next page.
        let found = call.world.games.list(before: cursor, limit: limit + 1) { game in
            (rules == nil || game.setup.rules == rules)
                && (state == nil || game.shown.state.phase.rawValue == state)
        }
        let page = found.prefix(limit)
        let body = LiveGame.list(page)
        guard found.count > limit, let last = page.last else { return .answer(Reply.json(body)) }
        let link = nextLink(cursor: last.ordinal, limit: limit, rules: rules, state: state)
        return .answer(Reply.json(body, headers: [("Link", link)]))
    }

    private static func wantedState(_ query: Query) throws(Problem) -> String? {
        guard let state = query["state"] else { return nil }
        guard ["waiting", "playing", "finished"].contains(state) else {
            throw .invalidQuery("“state” is waiting, playing or finished.")
        }
        return state
    }

    private static func nextLink(cursor: Int, limit: Int, rules: String?, state: String?) -> String {
        var query = "cursor=\(cursor)&limit=\(limit)"
        // Only names that exist have games, so a page that goes on has a known, plain name here.
        if let rules { query += "&rules=\(rules)" }
        if let state { query += "&state=\(state)" }
        return "</games?\(query)>; rel=\"next\""
    }
}

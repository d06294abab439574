import EventIO
import GameCore
import GameJSON
import GameStore

/// `/daily/{rules}`: the daily game, with the same task on every server.
enum Daily {
    /// Only a call that creates a game has a cost, which the handler charges.
    static let routes = [Route(.get, "/daily/{rules}", cost: .free, open)]

    /// Redirects to the client's daily game, which is created if necessary.
    private static func open(_ call: Call) throws -> Outcome {
        try requireNavigation(call)
        guard let rules = call.parameters["rules"], call.world.rules[rules] is any DailyRules.Type else {
            throw Problem.noDaily
        }
        let day = try day(call)
        guard let token = try call.bearerToken().map({ Token(text: $0).digest }) else {
            try make(rules, day, nil, call)
            return .later
        }
        // One request at a time for each player, so that two at once do not create two games.
        call.world.dailyQueue.enqueue("\(token.shortHex) \(rules) \(day)") { done in
            call.world.store.dailyPerson(token, rules: rules, day: day) { found in
                redirect(found, token, rules, day, call, done)
            }
        }
        return .later
    }

    /// Redirects the player that was found to their game, or to a new one.
    private static func redirect(
        _ found: Result<DailyPerson?, StoreFailure>, _ token: Digest, _ rules: String, _ day: Day,
        _ call: Call, _ done: @escaping () -> Void
    ) {
        do {
            guard case .success(let known) = found else { throw Problem.storeUnreadable }
            guard let person = known else {
                throw Problem.unauthorized("unknown-token", "This token does not belong to a daily game.")
            }
            guard let game = person.game else { return try make(rules, day, (person, token), call, done) }
            call.pending.send(redirect(to: game))
        } catch { call.pending.send(Problem(error).response()) }
        done()
    }

    /// Refuses HEAD, and cross-site requests other than following a link, because this GET creates a game.
    private static func requireNavigation(_ call: Call) throws {
        guard call.request.method == .get else {
            let allow = (name: "Allow", value: "GET, OPTIONS")
            throw Problem(
                ProblemTable["method-not-allowed"], "This address allows \(allow.value).", headers: [allow])
        }
        if call.request.header("sec-fetch-site") == "cross-site",
            call.request.header("sec-fetch-mode") != "navigate"
                || call.request.header("sec-fetch-dest") ?? "document" != "document"
        {
            throw Problem(ProblemTable["cross-origin"], "Pages on other sites cannot make changes here.")
        }
    }

    /// Creates the daily game; a known `person` is seated with the same token.
    private static func make(
        _ rules: String, _ day: Day, _ person: (DailyPerson, Digest)?, _ call: Call,
        _ done: @escaping () -> Void = {}
    ) throws {
        try call.charge(.newGame)
        guard let daily = call.world.rules[rules] as? any DailyRules.Type else { throw Problem.noDaily }
        let title = try GameTitle("\(rules.prefix(1).uppercased())\(rules.dropFirst()) of \(day)")
        call.world.games.open(
            rules: rules, options: daily.dailyOptions(day), title: title, isPublic: false, seating: person
        ) { made in
            switch made {
            case .success((let game, _)): call.pending.send(redirect(to: game.id))
            case .failure(let problem): call.pending.send(problem.response())
            }
            done()
        }
    }

    private static func redirect(to game: GameID) -> HTTPResponse {
        Reply.empty(
            303,
            headers: [
                ("Location", "/games/\(game)"), ("Cache-Control", "no-store"), ("Vary", "Authorization"),
            ])
    }

    /// The day in the query; by default today.
    private static func day(_ call: Call) throws -> Day {
        guard let asked = try Query(call.request.query)["date"] else { return Day(of: call.world.now) }
        return try requireDay(asked, call)
    }

    /// Parses a day, and refuses future days.
    @discardableResult
    static func requireDay(_ text: String, _ call: Call) throws -> Day {
        let today = Day(of: call.world.now)
        guard let day = Day(text) else { throw Problem.invalidValue("A day must be written like \(today).") }
        guard day <= today else { throw Problem.invalidValue("That day has not come yet.") }
        return day
    }
}

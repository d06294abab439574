import EventIO
import GameCore
import GameJSON
import GameStore

/// `/daily/{rules}`: the game of a day, with the same task on every server.
enum Daily {
    /// Only a call that makes a game costs anything: the handler charges it then.
    static let routes = [Route(.get, "/daily/{rules}", cost: .free, open)]

    /// Leads to the game of the day of who asks.
    private static func open(_ call: Call) throws -> Outcome {
        try requireIntention(call)
        guard let rules = call.parameters["rules"], call.world.rules[rules] is any DailyRules.Type else {
            throw Problem.noDaily
        }
        let day = try day(call)
        guard let token = try call.bearer().map({ Token(text: $0).digest }) else {
            try make(rules, day, nil, call)
            return .later
        }
        // Who asks twice at once gets one game: the second look finds what the first has made.
        call.world.days.oneAtATime("\(token.shortHex) \(rules) \(day)") { done in
            call.world.store.dailyPerson(token, rules: rules, day: day) { found in
                lead(found, token, rules, day, call, done)
            }
        }
        return .later
    }

    /// Leads whoever was found to their game, or to a new one.
    private static func lead(
        _ found: Result<DailyPerson?, StoreFailure>, _ token: Digest, _ rules: String, _ day: Day,
        _ call: Call, _ done: @escaping () -> Void
    ) {
        do {
            guard case .success(let known) = found else { throw Problem.storeSilent }
            guard let person = known else {
                throw Problem.tokenNeeded("unknown-token", "This token belongs to nobody in a game of a day.")
            }
            guard let game = person.game else { return try make(rules, day, (person, token), call, done) }
            call.pending.send(redirect(to: game))
        } catch { call.pending.send(Problem(error).response()) }
        done()
    }

    /// Refuses who only asks about it, and pictures on somebody else's page; who follows a link may.
    private static func requireIntention(_ call: Call) throws {
        guard call.request.method == .get else {
            let allow = (name: "Allow", value: "GET, OPTIONS")
            throw Problem(
                ProblemTable["method-not-allowed"], "This address takes \(allow.value).", headers: [allow])
        }
        if call.request.header("sec-fetch-site") == "cross-site",
            call.request.header("sec-fetch-mode") != "navigate"
                || call.request.header("sec-fetch-dest") ?? "document" != "document"
        {
            throw Problem(ProblemTable["cross-origin"], "Pages of other sites may change nothing here.")
        }
    }

    /// Makes a game of `day`; who is known sits there already, with the same token.
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

    /// The day that was asked for; today when none was.
    private static func day(_ call: Call) throws -> Day {
        guard let asked = try Query(call.request.query)["date"] else { return Day(of: call.world.now) }
        return try requireDay(asked, call)
    }

    /// Refuses what is no day, and days that have not come yet.
    @discardableResult
    static func requireDay(_ text: String, _ call: Call) throws -> Day {
        let today = Day(of: call.world.now)
        guard let day = Day(text) else { throw Problem.invalidValue("A day is written as \(today).") }
        guard day <= today else { throw Problem.invalidValue("That day has not come yet.") }
        return day
    }
}

import EventIO
import GameCore
import GameJSON
import GameStore

/// `/daily/{rules}`: the daily game, with the same task for everybody who has the same date.
enum Daily {
    static let routes = [
        Route(.get, "/daily/{rules}", cost: .free, show),
        // Only a call that creates a game has a cost, which is charged before anything is stored.
        Route(.post, "/daily/{rules}", cost: .free, making: .something, start),
    ]

    /// Redirects to the client's game of the day, or else describes the task.
    private static func show(_ call: Call) throws -> Outcome {
        let daily = try DailyTask(call)
        if call.wantsPage { return .answer(call.redirectToPage("/today/\(daily.rules)\(daily.query)")) }
        guard let player = try player(of: call) else { return .answer(daily.response) }
        return try show(daily, to: player.id, call)
    }

    /// The player whose key came with the request; nil without a token.
    ///
    /// - Throws: `unknown-token` for anything but a valid key.
    private static func player(of call: Call) throws -> PlayerRecord? {
        call.hasToken ? try call.requireHolder().player : nil
    }

    private static func show(_ daily: DailyTask, to player: PlayerID, _ call: Call) throws -> Outcome {
        let requester = try call.requester(.store)
        let store = call.world.players.store
        store.daily(of: player, rules: daily.leaderboard, day: daily.day, for: requester) { found in
            guard case .success(let claimed) = found else { return call.finish(.failure(.storeUnreadable)) }
            guard let claimed else { return call.finish(.success(daily.response)) }
            call.world.games.wake(claimed, for: requester) { found in
                call.finish(
                    found.mapError { _ in .storeUnreadable }.map { game in
                        game.map { redirect(to: $0.id) } ?? daily.response
                    })
            }
        }
        return .later
    }

    /// Starts the client's game of the day, or answers with the existing one.
    private static func start(_ call: Call) throws -> Outcome {
        let daily = try DailyTask(call)
        if let player = try player(of: call) { return try start(daily, for: player, call) }
        make(daily.draft(for: .nobody), for: try call.requester(.worker), call) {}
        return .later
    }

    /// Opens the player's game of the day, or makes it.
    private static func start(
        _ daily: DailyTask, for player: PlayerRecord, _ call: Call
    ) throws -> Outcome {
        let (store, requester) = (call.world.players.store, try call.requester(.store))
        let maker = try call.requester(.worker)
        call.world.dailyQueue.enqueue("\(player.id) \(daily.leaderboard) \(daily.day)") { done in
            store.daily(of: player.id, rules: daily.leaderboard, day: daily.day, for: requester) { found in
                switch found {
                case .failure: fail(.storeUnreadable, call, done)
                case .success(let id?):
                    let draft = daily.draft(as: id, for: .player(player))
                    openOrMake(draft, reading: requester, making: maker, call, done)
                case .success(nil): claim(daily, for: player, reading: requester, making: maker, call, done)
                }
            }
        }
        return .later
    }

    /// Reserves a game for the player, and makes it.
    private static func claim(
        _ daily: DailyTask, for player: PlayerRecord, reading requester: Requester, making maker: Requester,
        _ call: Call, _ done: @escaping () -> Void
    ) {
        do throws(Problem) { try call.charge(.newGame) } catch { return fail(error, call, done) }
        let store = call.world.players.store
        store.claimDaily(.random(), of: player.id, rules: daily.leaderboard, day: daily.day) { claimed in
            guard case .success(let id) = claimed else { return fail(.storeUnavailable, call, done) }
            // Another node may have claimed a game in the meantime.
            let draft = daily.draft(as: id, for: .player(player))
            openOrMake(draft, reading: requester, making: maker, isPaid: true, call, done)
        }
    }

    private static func fail(_ problem: Problem, _ call: Call, _ done: () -> Void) {
        call.finish(.failure(problem))
        done()
    }

    /// Opens the game with the id of `draft`, or makes it.
    ///
    /// After a crash the id may be claimed without a game.
    private static func openOrMake(
        _ draft: GameDraft, reading requester: Requester, making maker: Requester, isPaid: Bool = false,
        _ call: Call, _ done: @escaping () -> Void
    ) {
        call.world.games.wake(draft.id, for: requester) { found in
            switch found {
            case .failure: fail(.storeUnreadable, call, done)
            case .success(let game?):
                call.finish(.success(response(game, 200, call)))
                done()
            case .success(nil): make(draft, for: maker, isPaid: isPaid, call, done)
            }
        }
    }

    private static func make(
        _ draft: GameDraft, for requester: Requester, isPaid: Bool = false, _ call: Call,
        _ done: @escaping () -> Void
    ) {
        do throws(Problem) {
            if !isPaid { try call.charge(.newGame) }
            call.world.games.open(draft, for: requester) { made in
                call.finish(made.map { game, _ in response(game, 201, call) })
                done()
            }
        } catch { fail(error, call, done) }
    }

    private static func response(_ game: LiveGame, _ status: Int, _ call: Call) -> HTTPResponse {
        let player = call.knownPlayer(in: game) ?? .spectator
        let seesLetters = (try? call.seesLetters(of: game, as: player)) ?? false
        return Reply.json(
            game.json(for: player, seesLetters: seesLetters), status: status,
            headers: [("Location", "/games/\(game.id)"), ("Vary", "Authorization")])
    }

    private static func redirect(to game: GameID) -> HTTPResponse {
        Reply.empty(
            303,
            headers: [
                ("Location", "/games/\(game)"), ("Cache-Control", "no-store"),
                ("Vary", "Accept, Authorization"),
            ])
    }

    /// The pack in the query; nil for the default one.
    ///
    /// - Throws: `unknown-lexicon` or `not-in-pack`.
    static func pack(for rules: String, _ call: Call) throws -> String? {
        guard let id = try Query(call.request.query)["lexicon"], id != Lexicons.default else { return nil }
        do throws(RuleViolation) {
            _ = try call.world.lexicons.lexicon(id, for: rules)
        } catch { throw Problem(error) }
        return id
    }

    /// The day in the query; by default today, where the server is.
    ///
    /// - Throws: `no-such-day` for a day that has begun nowhere yet.
    fileprivate static func day(_ call: Call) throws -> Day {
        guard let asked = try Query(call.request.query)["date"] else { return call.world.today }
        let day = try parseDay(asked, call)
        guard day.hasBegun(at: call.world.now) else {
            throw Problem(ProblemTable["no-such-day"], "\(day) has not begun anywhere yet.")
        }
        return day
    }

    private static func parseDay(_ text: String, _ call: Call) throws -> Day {
        guard let day = Day(text) else {
            throw Problem.invalidValue("A day must be written like \(call.world.today).")
        }
        return day
    }

    /// Refuses a day, as an option of a game, that has begun nowhere yet.
    static func requireDay(_ text: String, _ call: Call) throws {
        guard try parseDay(text, call).hasBegun(at: call.world.now) else {
            throw Problem.invalidValue("That day has not begun anywhere yet.")
        }
    }
}

/// The daily game of a day, as a request names it.
private struct DailyTask {
    let rules: String
    /// The name under which results are ranked.
    let leaderboard: String
    let day: Day
    let options: Parameters
    /// The query that names another pack than the default one; else empty.
    let query: String
    let title: GameTitle
    /// The address that starts the game.
    private let address: String

    /// Reads the rules and the day of `call`.
    ///
    /// - Throws: `not-found` for rules without a daily game; `invalid-value` for a malformed day;
    ///   `no-such-day` for a day that has begun nowhere yet; `unknown-lexicon` or `not-in-pack` for a pack
    ///   without the game.
    init(_ call: Call) throws {
        guard let rules = call.parameters["rules"], let type = call.world.rules[rules] as? any DailyRules.Type
        else { throw Problem.noDaily }
        self.rules = rules
        day = try Daily.day(call)
        let pack = try Daily.pack(for: rules, call)
        leaderboard = GameSetup.leaderboard(of: rules, in: pack ?? Lexicons.default)
        let language = pack.map { Parameters(["lexicon": .text($0)]) } ?? .none
        let offer = call.world.lexicons[pack ?? Lexicons.default]?.offer(of: rules)
        options = type.dailyOptions(day, as: offer ?? Pack.Offer()).merging(language)
        title = try GameTitle("\(rules.prefix(1).uppercased())\(rules.dropFirst()) of \(day)")
        query = pack.map { "?lexicon=\($0)" } ?? ""
        let names = try Query(call.request.query)["date"] != nil
        let path = call.world.settings.basePath.text + "/daily/\(rules)"
        address = path + query + (names ? "\(query.isEmpty ? "?" : "&")date=\(day)" : "")
    }

    /// The draft of one person's game.
    func draft(as id: GameID = .random(), for person: GameDraft.People) -> GameDraft {
        GameDraft(id: id, rules: rules, options: options, title: title, isPersonal: true, people: person)
    }

    /// The task without its secrets, and the address that starts it.
    var response: HTTPResponse {
        let body = JSONWriter.object { json in
            json.field("rules", rules)
            json.field("title", title.text)
            json.field("day", day.description)
            json.object("options", options.writeFields)
            json.field("start", address)
        }
        return Reply.json(body, headers: [("Vary", "Accept, Authorization")])
    }
}

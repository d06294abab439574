import EventIO
import GameCore
import GameJSON
import GameStore

/// `/leaderboards/{rules}`: the best players of the daily games.
enum Leaderboards {
    /// Every call computes the leaderboard, so it is charged.
    static let routes = [Route(.get, "/leaderboards/{rules}", cost: .addressEdit, list)]

    private static func list(_ call: Call) throws -> Outcome {
        guard let rules = call.parameters["rules"], call.world.rules[rules] is any DailyRules.Type else {
            throw Problem(ProblemTable["not-found"], "There is no leaderboard for these rules.")
        }
        let query = try Query(call.request.query)
        let limits = 1...Settings.maximumLeadersPage
        let limit = try query.number("limit", in: limits) ?? Settings.defaultLeadersPage
        let (now, today) = (call.world.now, call.world.today)
        let asked = try day(query, call)
        let last = asked ?? today
        let name = query["period"] ?? Period.day.rawValue
        guard let period = Period(rawValue: name) else {
            throw Problem.invalidQuery("“period” must be day, week or all.")
        }
        let open = Day.current(at: now)
        // The period of all days includes days that have begun elsewhere.
        let pack = try Daily.pack(for: rules, call)
        let wanted = LeaderboardQuery(
            rules: GameSetup.leaderboard(of: rules, in: pack ?? Lexicons.default),
            from: period.first(upTo: last),
            to: period == .all && asked == nil ? open.upperBound : last,
            firstOpen: min(open.lowerBound, last), limit: limit)
        call.world.store.leaders(wanted, for: try call.requester(.store)) { found in
            guard let leaders = try? found.get() else {
                return call.pending.send(Problem.storeUnreadable.response())
            }
            call.pending.send(Reply.json(leaders.json(wanted, of: rules, in: pack, upTo: last, period: name)))
        }
        return .later
    }

    private enum Period: String {
        case day, week, all

        func first(upTo last: Day) -> Day? {
            switch self {
            case .day: last
            case .week: Day(number: last.number - 6)
            case .all: nil
            }
        }
    }

    /// The day in the query; nil if there is none.
    private static func day(_ query: Query, _ call: Call) throws -> Day? {
        guard let text = query["date"] else { return nil }
        guard let day = Day(text), day.hasBegun(at: call.world.now) else {
            throw Problem.invalidQuery("“date” must be a day that has begun, such as \(call.world.today).")
        }
        return day
    }
}

nonisolated extension Leaders {
    func json(
        _ wanted: LeaderboardQuery, of rules: String, in pack: String?, upTo last: Day, period: String
    ) -> [UInt8] {
        JSONWriter.object { json in
            json.field("rules", rules)
            if let pack { json.field("lexicon", pack) }
            json.field("period", period)
            if let from = wanted.from { json.field("from", from.description) }
            json.field("to", last.description)
            json.array("entries", best) { json, leader in
                json.object { json in
                    json.field("rank", leader.rank)
                    leader.writeFields(to: &json)
                    json.field("streak", leader.streak)
                    json.field("longest", leader.longest)
                }
            }
            json.array("assisted", assisted) { json, leader in json.object(leader.writeFields) }
        }
    }
}

nonisolated extension Leader {
    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("player", player.text)
        json.field("name", name)
        json.field("played", played)
        json.field("solved", solved)
        if let score { json.field("score", score) }
        if let guesses { json.field("guesses", guesses) }
        json.key("seconds")
        json.literal(elapsed.jsonSeconds)
    }
}

import EventIO
import GameCore
import GameJSON
import GameStore

/// `/leaderboards/{rules}`: the best in the games of the days.
enum Leaderboards {
    /// A leaderboard is computed anew for each call.
    static let routes = [Route(.get, "/leaderboards/{rules}", cost: .addressEdit, list)]

    private static func list(_ call: Call) throws -> Outcome {
        guard let rules = call.parameters["rules"], call.world.rules[rules] is any DailyRules.Type else {
            throw Problem(ProblemTable["not-found"], "There are no leaderboards of these rules.")
        }
        let query = try Query(call.request.query)
        let limit = try query.number("limit", in: 1...Settings.leadersPage) ?? Settings.usualLeadersPage
        let last = try day(query, call)
        let name = query["period"] ?? Period.day.rawValue
        guard let period = Period(rawValue: name) else {
            throw Problem.invalidQuery("“period” is day, week or all.")
        }
        let wanted = LeaderListing(rules: rules, from: period.first(upTo: last), to: last, limit: limit)
        call.world.store.leaders(wanted) { found in
            guard let leaders = try? found.get() else {
                return call.pending.send(Problem.storeSilent.response())
            }
            call.pending.send(Reply.json(leaders.json(wanted, period: name)))
        }
        return .later
    }

    /// Of which days the games count.
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

    private static func day(_ query: Query, _ call: Call) throws -> Day {
        let today = Day(of: call.world.now)
        guard let text = query["date"] else { return today }
        guard let day = Day(text), day <= today else {
            throw Problem.invalidQuery("“date” is a day up to \(today).")
        }
        return day
    }
}

nonisolated extension Leaders {
    /// The best, and apart from them those who had help, as the contract describes it.
    func json(_ wanted: LeaderListing, period: String) -> [UInt8] {
        JSONWriter.object { json in
            json.field("rules", wanted.rules)
            json.field("period", period)
            if let from = wanted.from { json.field("from", from.description) }
            json.field("to", wanted.to.description)
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
        json.field("name", name)
        json.field("played", played)
        json.field("solved", solved)
        if let score { json.field("score", score) }
        if let guesses { json.field("guesses", guesses) }
        json.key("seconds")
        json.literal(elapsed.jsonSeconds)
    }
}

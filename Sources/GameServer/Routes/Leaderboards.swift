import EventIO
import GameCore

/// `/leaderboards/{rules}`: the best in the games of the days.
enum Leaderboards {
    static let routes = [Route("/leaderboards/{rules}", [.get: list])]

    private static func list(_ call: Call) throws(Problem) -> Outcome {
        guard let rules = call.parameters["rules"], DailyGame.rules.contains(rules) else {
            throw Problem(ProblemTable["not-found"], "There are no leaderboards of these rules.")
        }
        // They are counted up anew for everybody who asks.
        try call.world.limits.allowEdit(.address(call.address), call.address, at: call.world.now)
        let query = try Query(call.request.query)
        let limit = try query.number("limit", in: 1...Settings.leadersPage) ?? Settings.usualLeadersPage
        let last = try day(query, call)
        let name = query["period"] ?? Period.day.rawValue
        guard let period = Period(rawValue: name) else {
            throw .invalidQuery("“period” is day, week or all.")
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

    private static func day(_ query: Query, _ call: Call) throws(Problem) -> Day {
        let today = Day(of: call.world.now)
        guard let text = query["date"] else { return today }
        guard let day = Day(text), day <= today else {
            throw .invalidQuery("“date” is a day up to \(today).")
        }
        return day
    }
}

import EventIO
import Foundation
import GameCore

/// `/daily/{rules}`: the game of a day, with the same letters on every server.
enum Daily {
    static let routes = [Route("/daily/{rules}", [.get: open])]

    /// Makes a game of the day for who asks.
    private static func open(_ call: Call) throws(Problem) -> Outcome {
        // Who only asks about it gets no game.
        guard call.request.method == .get else {
            let allow = (name: "Allow", value: "GET, OPTIONS")
            throw Problem(
                ProblemTable["method-not-allowed"], "This address takes \(allow.value).", headers: [allow])
        }
        // A picture on somebody else's page must not make games; who follows a link may.
        if call.request.header("sec-fetch-site") == "cross-site",
            call.request.header("sec-fetch-mode") != "navigate"
        {
            throw Problem(ProblemTable["cross-origin"], "Pages of other sites may change nothing here.")
        }
        guard call.parameters["rules"] == SquareRules.name else {
            throw Problem(ProblemTable["not-found"], "There is no game of the day by these rules.")
        }
        let day = try day(call)
        try call.world.limits.allowGame(call.address, at: call.world.now)
        let title: GameTitle?
        do { title = try GameTitle("Square of \(day)") } catch { throw Problem(error) }
        call.world.games.open(
            rules: SquareRules.name, options: Parameters(["day": .text(day), "clock": .null]), title: title,
            isPublic: false
        ) { made in
            switch made {
            case .success((let game, _)):
                let headers = [
                    (name: "Location", value: "/games/\(game.id)"),
                    (name: "Cache-Control", value: "no-store"),
                ]
                call.pending.send(Reply.empty(303, headers: headers))
            case .failure(let problem): call.pending.send(problem.response())
            }
        }
        return .later
    }

    /// The day that was asked for, as it is written; today when none was.
    private static func day(_ call: Call) throws(Problem) -> String {
        guard let asked = try Query(call.request.query)["date"] else { return today(call) }
        try requireDay(asked, call)
        return asked
    }

    /// Refuses what is no day, and days that have not come yet.
    static func requireDay(_ day: String, _ call: Call) throws(Problem) {
        guard Timestamp(rfc3339: day + "T00:00:00.000Z", away: 0)?.rfc3339.prefix(10) == day[...] else {
            throw .invalidValue("A day is written as \(today(call)).")
        }
        guard day <= today(call) else { throw .invalidValue("That day has not come yet.") }
    }

    private static func today(_ call: Call) -> String { String(call.world.now.rfc3339.prefix(10)) }
}

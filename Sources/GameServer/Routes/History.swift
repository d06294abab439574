import EventIO
import GameCore

/// `…/history`: all events of a game as JSON lines.
enum History {
    static func routes(prefix: String) -> [Route] {
        [Route(prefix + "/history", [.get: show])]
    }

    private static func show(_ call: Call) throws(Problem) -> Outcome {
        let game = try call.game()
        _ = try call.player(in: game)
        let query = try Query(call.request.query)
        let after = try query.sequence("after") ?? .zero
        let limit = try query.number("limit", in: 1...Settings.historyPage) ?? Settings.historyPage
        let committed = max(game.shown.sequence.value - after.value, 0)
        let events = call.world.store.events(of: game.id, after: after, limit: min(limit, committed))
        let lines = GameEvent.lines(events)
        var headers: [(name: String, value: String)] = []
        if let last = events.last, last.sequence < game.shown.sequence {
            let path = call.request.path
            headers.append(("Link", "<\(path)?after=\(last.sequence)&limit=\(limit)>; rel=\"next\""))
        }
        return .answer(Reply.respond(200, "application/x-ndjson", lines, headers, cache: "no-cache"))
    }
}

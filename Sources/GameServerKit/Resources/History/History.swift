import Dispatch
import EventIO
import GameCore
import GameJSON
import GameStore

/// `…/history`: all events of a game as JSON lines.
enum History {
    /// Where long answers are written, one after another: however many are asked for, they take one core and
    /// leave the others to the games.
    static let desk = DispatchQueue(label: "history")

    static let routes = [Route(.get, "/games/{id}/history", game: .named, cost: .free, show)]

    private static func show(_ call: GameCall) throws -> Outcome {
        let (game, viewer) = (call.game, call.player.seat)
        let query = try Query(call.request.query)
        let after = try query.sequence("after") ?? .zero
        let limit = try query.number("limit", in: 1...Settings.historyPage) ?? Settings.historyPage
        // What is saved but not announced yet is not for showing.
        let shown = game.shown
        let count = max(shown.sequence.value - after.value, 0)
        call.world.store.events(of: game.id, after: after, limit: min(limit, count)) { found in
            guard let events = try? found.get() else {
                return call.pending.send(Problem.storeSilent.response())
            }
            var headers = [(name: "Vary", value: "Authorization")]
            if let last = events.last, last.sequence < shown.sequence {
                let path = call.request.path
                headers += [("Link", "<\(path)?after=\(last.sequence)&limit=\(limit)>; rel=\"next\"")]
            }
            // Thousands of lines take a while to write, which is nobody else's concern.
            let pending = call.pending
            desk.async { [headers] in
                let lines = GameEvent.lines(events, in: shown, for: viewer)
                pending.send(Reply.respond(200, "application/x-ndjson", lines, headers, cache: "no-cache"))
            }
        }
        return .later
    }
}

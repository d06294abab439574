import EventIO
import GameCore
import GameJSON
import GameStore

/// `…/history`: the events of a game as JSON lines.
enum History {
    static let routes = [Route(.get, "/games/{id}/history", game: .named, cost: .free, show)]

    private static func show(_ call: GameCall) throws -> Outcome {
        let (game, viewer) = (call.game, call.player.seat)
        let query = try Query(call.request.query)
        let after = try query.sequence("after") ?? .zero
        let limit = try query.number("limit", in: 1...Settings.historyPage) ?? Settings.historyPage
        // Events that are stored but not announced yet are left out.
        let committed = game.committed
        let count = max(committed.sequence.value - after.value, 0)
        let requester = try call.call.requester(.store)
        call.world.store.allEvents(
            of: game.id, after: after, limit: min(limit, count), for: requester
        ) { found in
            guard let events = try? found.get() else {
                return call.pending.send(Problem.storeUnreadable.response())
            }
            var headers = [(name: "Vary", value: "Authorization")]
            if let last = events.last, last.sequence < committed.sequence {
                let path = call.request.path
                headers += [("Link", "<\(path)?after=\(last.sequence)&limit=\(limit)>; rel=\"next\"")]
            }
            // Encoding thousands of events would block the main actor.
            let encoder = call.world.limits.requester(.worker, call.call.client) { [pending = call.pending] in
                !pending.isClientGone
            }
            do throws(Problem) {
                try call.world.workers.encoding.run(for: encoder) {
                    GameEvent.lines(events, in: committed, for: viewer)
                } _: { [headers] lines in
                    call.pending.send(
                        Reply.response(200, "application/x-ndjson", lines, headers, cache: "no-cache"))
                }
            } catch { call.call.finish(.failure(error)) }
        }
        return .later
    }
}

import Dispatch
import EventIO
import GameCore

/// `GET /games/{id}/export` and `POST /games/import`: a game moves between servers.
enum Exchange {
    /// The address that takes documents, which may be longer than other bodies.
    nonisolated static let importPath = "/games/import"
    static let routes = [
        Route("/games/{id}/export", [.get: export]),
        Route(importPath, [.post: take]),
    ]

    private static func export(_ call: Call) throws(Problem) -> Outcome {
        let game = try call.game()
        _ = try call.player(in: game)
        let (setup, now, pending) = (game.setup, call.world.now, call.pending)
        call.world.store.events(of: game.id, after: .zero, limit: game.shown.sequence.value) { found in
            guard let events = try? found.get() else { return pending.send(Problem.storeSilent.response()) }
            // A long game takes a while to write, which is nobody else's concern.
            DispatchQueue.global().async {
                let document = GameDocument(setup: setup, events: events, written: now)
                let name = "attachment; filename=\"\(setup.id).json\""
                pending.send(Reply.json(document.json, headers: [("Content-Disposition", name)]))
            }
        }
        return .later
    }

    private static func take(_ call: Call) throws(Problem) -> Outcome {
        try call.world.limits.allowGame(call.address, at: call.world.now)
        let known = ["format", "version", "written", "away", "setup", "events"]
        let body = try RequestBody.object(call.request, known: known)
        let document = try GameDocument(body, as: .random(), at: call.world.now)
        call.world.games.open(document.setup, after: document.events, Games.answer(call))
        return .later
    }
}

import Dispatch
import EventIO
import GameCore

/// `GET /games/{id}/export` and `POST /games/import`: a game moves between servers.
enum Transfer {
    /// The address that takes documents, which may be longer than other bodies.
    nonisolated static let importPath = "/games/import"
    static let routes = [
        Route("/games/{id}/export", [.get: export]),
        Route(importPath, [.post: take]),
    ]

    private static func export(_ call: Call) throws(Problem) -> Outcome {
        let game = try call.game()
        _ = try call.player(in: game)
        let isHidden = game.shown.hasPrivateBoards || game.setup.answer != nil
        guard !isHidden || game.shown.state.phase == .finished else {
            throw .hidden("A game in which something is hidden can be exported when it is over.")
        }
        gather([], of: game, upTo: game.shown.sequence, call)
        return .later
    }

    /// Reads page by page, so that others get their turn in between.
    private static func gather(
        _ events: [GameEvent], of game: LiveGame, upTo last: SequenceNumber, _ call: Call
    ) {
        let read = events.last?.sequence ?? .zero
        guard read < last else { return send(events, of: game.setup, call) }
        let limit = min(Settings.historyPage, last.value - read.value)
        call.world.store.events(of: game.id, after: read, limit: limit) { found in
            guard let page = try? found.get(), !page.isEmpty else {
                return call.pending.send(Problem.storeSilent.response())
            }
            gather(events + page, of: game, upTo: last, call)
        }
    }

    /// A long game takes a while to write, which is nobody else's concern.
    private static func send(_ events: [GameEvent], of setup: GameSetup, _ call: Call) {
        let (now, pending) = (call.world.now, call.pending)
        History.desk.async {
            let document = GameDocument(setup: setup, events: events, written: now)
            let name = "attachment; filename=\"\(setup.id).json\""
            pending.send(Reply.json(document.json, headers: [("Content-Disposition", name)]))
        }
    }

    private static func take(_ call: Call) throws(Problem) -> Outcome {
        try call.world.limits.allowGame(call.address, at: call.world.now)
        let known = ["format", "version", "written", "away", "setup", "events"]
        let body = try RequestBody.object(call.request, known: known)
        let document = try GameDocument(body, as: .random(), at: call.world.now)
        if case .text(let day) = document.setup.options.values["day"] { try Daily.requireDay(day, call) }
        try document.requireScores(call.world.lexicons)
        call.world.games.open(document.setup, after: document.events, Games.answer(call))
        return .later
    }
}

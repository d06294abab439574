import EventIO
import GameCore
import GameJSON
import GameStore

/// `GET /games/{id}/export` and `POST /games/import`: a game moves between servers.
enum Transfer {
    /// The address that takes documents, which may be longer than other bodies.
    nonisolated static let importPath = "/games/import"
    static let routes = [
        Route(.get, "/games/{id}/export", game: .named, cost: .free, export),
        Route(.post, importPath, cost: .newGame, take),
    ]

    private static func export(_ call: GameCall) throws -> Outcome {
        let (game, world, call) = (call.game, call.world, call.call)
        let isHidden = game.shown.hasPrivateBoards || game.setup.answer != nil
        guard !isHidden || game.shown.phase == .finished else {
            throw Problem.hidden("A game in which something is hidden can be exported when it is over.")
        }
        let (setup, last) = (game.setup, game.shown.sequence)
        let isLong = last.value > Settings.exportPage
        if isLong { try call.charge(.longExport) }
        world.store.events(of: game.id, after: .zero, limit: min(Settings.exportPage, last.value)) { found in
            guard let events = try? found.get(), last == .zero || !events.isEmpty else {
                if isLong { call.endLongExport() }
                return call.pending.send(Problem.storeSilent.response())
            }
            let document = GameDocument(setup: setup, events: events, written: world.now)
            if isLong { begin(document, upTo: last, call) } else { send(document, call) }
        }
        return .later
    }

    private static func send(_ document: GameDocument, _ call: Call) {
        call.pending.send(Reply.json(document.json, headers: headers(of: document)))
    }

    private static func begin(_ document: GameDocument, upTo last: SequenceNumber, _ call: Call) {
        let loop = call.world.loop
        let rest = OutgoingGame(document, upTo: last, call.world)
        let head = Reply.json(document.opening, headers: headers(of: document))
        let stream = call.pending.stream(head) {
            loop.enter {
                call.endLongExport()
                rest.closed()
            }
        }
        if let stream { rest.start(on: stream) } else { call.endLongExport() }
    }

    private static func headers(of document: GameDocument) -> [(name: String, value: String)] {
        [("Content-Disposition", "attachment; filename=\"\(document.setup.id).json\"")]
    }

    private static func take(_ call: Call) throws -> Outcome {
        let known = ["format", "version", "written", "away", "setup", "events"]
        let body = try RequestBody.object(call.request, known: known)
        let document = try GameDocument(body, as: .random(), call.world.rules, at: call.world.now)
        if case .text(let day) = document.setup.options.values["day"] { try Daily.requireDay(day, call) }
        try Game(document.state(call.world.rules), lexicons: call.world.lexicons).checkJudgements()
        call.world.games.open(document.setup, after: document.events, Games.answer(call))
        return .later
    }
}

/// A long game on its way out as one document: the next events are read when those before them are on their
/// way, so it takes little memory however long it is and however slowly it is read.
final class OutgoingGame {
    private let store: any EventStore
    private let loop: MainLoop
    private let game: GameID
    private let last: SequenceNumber
    private var read: SequenceNumber
    private var stream: HTTPStream?
    private var timer: LoopTimer?

    /// What comes after the events in `start`, up to `last`.
    init(_ start: GameDocument, upTo last: SequenceNumber, _ world: World) {
        (game, read) = (start.setup.id, start.events.last?.sequence ?? .zero)
        (store, loop) = (world.store, world.loop)
        self.last = last
    }

    /// Sends that and the document's end, and ends the stream.
    func start(on stream: HTTPStream) {
        self.stream = stream
        goOn(after: .zero)
    }

    /// The client has left, or has everything.
    func closed() {
        stream = nil
        timer = nil
    }

    /// By a timer, so that others get their turn in between.
    private func goOn(after wait: Duration) {
        timer = loop.timer(after: wait) { [self] in
            timer = nil
            guard let stream else { return }
            if stream.backlog > 0 { goOn(after: Settings.exportPause) } else { sendNext(on: stream) }
        }
    }

    private func sendNext(on stream: HTTPStream) {
        guard read < last else {
            stream.send(StreamBytes(GameDocument.ending))
            return stream.close()
        }
        let limit = min(Settings.exportPage, last.value - read.value)
        store.events(of: game, after: read, limit: limit) { [self] found in
            // A document that breaks off is none, so whoever reads it notices.
            guard let page = try? found.get(), let end = page.last else { return stream.close() }
            read = end.sequence
            stream.send(StreamBytes(GameDocument.continuation(page)))
            goOn(after: .zero)
        }
    }
}

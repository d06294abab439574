import EventIO
import GameCore
import GameJSON
import GameStore

/// `GET /games/{id}/export` and `POST /games/import`: moves a game between servers.
enum Transfer {
    /// The path that accepts game documents, whose bodies may be longer than others.
    nonisolated static let importPath = "/games/import"
    static let routes = [
        Route(.get, "/games/{id}/export", game: .named, cost: .free, export),
        Route(.post, importPath, cost: .newGame, making: .fromFile, importGame),
    ]

    private static func export(_ call: GameCall) throws -> Outcome {
        let (game, world, call) = (call.game, call.world, call.call)
        let isHidden = game.committed.hasPrivateBoards || game.setup.answer != nil
        guard !isHidden || game.committed.phase == .finished else {
            throw Problem.hidden("A game with hidden boards or answers can be exported once it is over.")
        }
        let (setup, last) = (game.setup, game.committed.sequence)
        let base = setup.opening.last?.sequence ?? .zero
        let count = last.value - base.value
        let isLong = count > Settings.exportPage
        let requester = try call.requester(.store)
        if isLong { try call.charge(.longExport) }
        guard setup.opening.isEmpty || count <= Settings.wholeExport else {
            compact(game.committed, requester, call)
            return .later
        }
        world.store.events(
            of: game.id, after: base, limit: min(Settings.exportPage, count), for: requester
        ) { found in
            guard let events = try? found.get(), count == 0 || events.first?.sequence == base.next else {
                if isLong { call.endLongExport() }
                return call.pending.send(Problem.storeUnreadable.response())
            }
            let document = GameDocument(
                setup: setup, events: events.map { $0.naming(game.committed) }, written: world.now)
            if isLong {
                stream(document, of: game, upTo: last, requester, call)
            } else {
                send(document, call)
            }
        }
        return .later
    }

    /// Exports a game whose oldest events were deleted as its opening alone, which is short enough to import.
    private static func compact(_ state: GameState, _ requester: Requester, _ call: Call) {
        let (world, setup) = (call.world, state.setup)
        world.store.compact(setup, through: state.sequence, for: requester) { found in
            call.endLongExport()
            guard let compaction = try? found.get() else {
                return call.pending.send(Problem.storeUnreadable.response())
            }
            let opening = compaction.opening(of: state)
            let now = setup.withOpening(opening.map { $0.naming(opening.names) })
            send(GameDocument(setup: now, events: [], written: world.now), call)
        }
    }

    private static func send(_ document: GameDocument, _ call: Call) {
        call.pending.send(Reply.json(document.json, headers: headers(of: document)))
    }

    private static func stream(
        _ document: GameDocument, of game: LiveGame, upTo last: SequenceNumber, _ requester: Requester,
        _ call: Call
    ) {
        let loop = call.world.loop
        let export = ExportStream(document, of: game.committed, upTo: last, requester, call.world)
        let head = Reply.json(document.opening, headers: headers(of: document))
        let stream = call.pending.stream(head) {
            loop.enter {
                call.endLongExport()
                export.didClose()
            }
        }
        if let stream { export.start(on: stream) } else { call.endLongExport() }
    }

    private static func headers(of document: GameDocument) -> [(name: String, value: String)] {
        [("Content-Disposition", "attachment; filename=\"\(document.setup.id).json\"")]
    }

    private static func importGame(_ call: Call) throws -> Outcome {
        let known = ["format", "version", "written", "away", "setup", "events"]
        let body = try RequestBody.object(call.request, known: known)
        let document = try GameDocument(body, as: .random(), call.world.rules, at: call.world.now)
        try call.world.rules.requireGame(document.setup.rules)
        if case .text(let day) = document.setup.options.values["day"] { try Daily.requireDay(day, call) }
        try Game(document.state(call.world.rules), lexicons: call.world.lexicons).verify()
        try chargeEvents(of: document, call)
        call.world.games.open(document.setup, after: document.events, Games.answer(call))
        return .later
    }
}

extension Transfer {
    /// Charges the store's space and work for the events of a document, in addition to the cost of a new
    /// game.
    ///
    /// - Throws: `rate-limited`.
    fileprivate static func chargeEvents(of document: GameDocument, _ call: Call) throws(Problem) {
        let (world, count) = (call.world, document.setup.opening.count + document.events.count)
        try world.limits.requireWork(.store, of: call.client)
        world.limits.chargeEvents(count, to: call.client)
        world.limits.chargeWork(Int64(count) * Settings.eventWork, of: .store, to: call.client)
    }
}

/// The rest of a long game's export.
///
/// Reads the next page of events only after the client has received the previous one, so memory stays bounded
/// for any length of game and any speed of client.
final class ExportStream {
    private let store: any EventStore
    private let requester: Requester
    private let loop: MainLoop
    /// The game with the names of its players.
    private let game: GameState
    private let last: SequenceNumber
    private var read: SequenceNumber
    private var stream: HTTPStream?
    private var timer: LoopTimer?

    /// - Parameter start: The beginning of the document, which has been sent already.
    init(
        _ start: GameDocument, of game: GameState, upTo last: SequenceNumber, _ requester: Requester,
        _ world: World
    ) {
        self.game = game
        read = start.events.last?.sequence ?? .zero
        (store, loop) = (world.store, world.loop)
        self.last = last
        self.requester = requester
    }

    /// Sends the remaining events up to `last` and the end of the document, and ends the stream.
    func start(on stream: HTTPStream) {
        self.stream = stream
        scheduleNext(after: .zero)
    }

    /// Releases the stream after the connection has closed.
    func didClose() {
        stream = nil
        timer = nil
    }

    /// Sends the next page from a timer, so that the loop serves other work in between.
    private func scheduleNext(after wait: Duration) {
        timer = loop.timer(after: wait) { [self] in
            timer = nil
            guard let stream else { return }
            if stream.backlog > 0 { scheduleNext(after: Settings.exportPause) } else { sendNext(on: stream) }
        }
    }

    private func sendNext(on stream: HTTPStream) {
        guard read < last else {
            stream.send(StreamBytes(GameDocument.ending))
            return stream.close()
        }
        let limit = min(Settings.exportPage, last.value - read.value)
        store.events(of: game.setup.id, after: read, limit: limit, for: requester) { [self] found in
            // Without its end the document is not valid JSON, so the client notices the failure.
            guard let page = try? found.get(), let end = page.last, page.first?.sequence == read.next else {
                return stream.close()
            }
            read = end.sequence
            stream.send(StreamBytes(GameDocument.continuation(page.map { $0.naming(game) })))
            scheduleNext(after: .zero)
        }
    }
}

import EventIO
import GameCore

/// `…/events`: the live stream of one game, or of several.
enum Events {
    static func routes(prefix: String) -> [Route] {
        [Route(prefix + "/events", [.get: follow])]
    }

    private static func follow(_ call: Call) throws(Problem) -> Outcome {
        let form = try StreamForm(call)
        let games = try games(call)
        var followers: [Follower] = []
        for game in games {
            let player = try call.player(in: game)
            let world = call.world
            followers.append(Follower(game, player, form, store: world.store, now: { world.now }))
        }
        let headers: [(name: String, value: String)] = [
            ("Content-Type", form.mediaType), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
        ]
        let head = HTTPResponse(status: 200, headers: headers + Reply.security)
        guard call.request.method == .get else { return .answer(head) }
        try call.world.hub.requireRoomForStream(call.address)
        let stream = LiveStream(address: call.address, form: form, followers: followers)
        let hub = call.world.hub
        guard let body = call.pending.stream(head, onClose: { hub.remove(stream) }) else { return .later }
        hub.add(stream)
        stream.start(on: body, resume: try resumePoints(call, form, games))
        return .later
    }

    private static func games(_ call: Call) throws(Problem) -> [LiveGame] {
        let query = try Query(call.request.query)
        guard call.parameters["id"] == nil, let names = query["games"] else { return [try call.game()] }
        var games: [LiveGame] = []
        for name in names.split(separator: ",") {
            guard let id = GameID(String(name)), let game = call.world.games[id] else { throw .noSuchGame }
            if !games.contains(where: { $0 === game }) { games.append(game) }
        }
        guard (1...Settings.gamesPerStream).contains(games.count) else {
            throw .invalidQuery("“games” names 1 to \(Settings.gamesPerStream) games.")
        }
        return games
    }

    /// After which event each game continues.
    ///
    /// What cannot be understood is no error: it gets a snapshot.
    private static func resumePoints(
        _ call: Call, _ form: StreamForm, _ games: [LiveGame]
    ) throws(Problem) -> [GameID: SequenceNumber] {
        let query = try Query(call.request.query)
        guard let text = call.request.header("last-event-id") ?? query["after"] else { return [:] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let number = parts.last.flatMap { Int($0) }.flatMap(SequenceNumber.init(_:))
        guard let number, parts.count == (form.namesGame ? 2 : 1) else { return [:] }
        guard form.namesGame else { return [games[0].id: number] }
        return GameID(String(parts[0])).map { [$0: number] } ?? [:]
    }
}

extension StreamForm {
    fileprivate init(_ call: Call) throws(Problem) {
        let offered = ["text/event-stream", "application/x-ndjson"]
        guard let type = Accept.choose(call.request.header("accept"), from: offered) else {
            throw Problem(
                ProblemTable["not-acceptable"], "A stream can be had as \(offered.joined(separator: ", ")).")
        }
        let query = try Query(call.request.query)
        self.init(
            medium: type == offered[0] ? .serverSentEvents : .jsonLines,
            namesGame: call.parameters["id"] == nil && query["games"] != nil)
    }
}

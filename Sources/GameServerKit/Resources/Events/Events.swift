import EventIO
import GameCore
import GameJSON
import GameStore

/// `…/events`: the live stream of one game, or of several.
enum Events {
    static func routes(prefix: String) -> [Route] {
        [Route(prefix + "/events", [.get: follow])]
    }

    private static func follow(_ call: Call) throws -> Outcome {
        let query = try Query(call.request.query)
        let form = try StreamForm(call)
        let games = try games(call)
        let followers = try followers(call, games, form)
        let headers: [(name: String, value: String)] = [
            ("Content-Type", form.mediaType), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
        ]
        var head = HTTPResponse(status: 200, headers: headers + Reply.security)
        head.isEndless = true
        guard call.request.method == .get else { return .answer(head) }
        try call.world.hub.requireRoomForStream(call.address)
        let seen = call.request.header("last-event-id") ?? query["after"]
        let resume = resumePoints(seen, form, games.map(\.id))
        guard let stream = LiveStream(address: call.address, followers: followers) else {
            throw Problem.noSuchGame
        }
        let hub = call.world.hub
        guard let body = call.pending.stream(head, onClose: hub.whenClosed(stream)) else { return .later }
        stream.start(on: body, resume: resume)
        hub.add(stream)
        return .later
    }

    /// A token says who one is in its own game; in the others on the stream one is a spectator.
    private static func followers(
        _ call: Call, _ games: [LiveGame], _ form: StreamForm
    ) throws -> [Follower] {
        let world = call.world
        let known = games.map { call.knownPlayer(in: $0) }
        if known.allSatisfy({ $0 == nil }) { _ = try call.player(in: games[0]) }
        var followers: [Follower] = []
        for (game, player) in zip(games, known) {
            let player = player ?? .spectator
            guard player.seat != nil || game.presence.spectators < world.settings.spectatorsPerGame else {
                throw Problem.retryLater(
                    "too-many-streams", "This game has as many spectators as it may have.")
            }
            followers.append(Follower(game, player, form))
        }
        return followers
    }

    private static func games(_ call: Call) throws -> [LiveGame] {
        let query = try Query(call.request.query)
        guard call.parameters["id"] == nil, let names = query["games"] else { return [try call.game()] }
        var games: [LiveGame] = []
        for name in names.split(separator: ",") {
            guard let id = GameID(String(name)), let game = call.world.games[id] else {
                throw Problem.noSuchGame
            }
            if !games.contains(where: { $0 === game }) { games.append(game) }
        }
        guard (1...Settings.gamesPerStream).contains(games.count) else {
            throw Problem.invalidQuery("“games” names 1 to \(Settings.gamesPerStream) games.")
        }
        return games
    }

    /// After which event each game continues.
    ///
    /// What cannot be understood is no error: it gets a snapshot.
    static func resumePoints(
        _ text: String?, _ form: StreamForm, _ games: [GameID]
    ) -> [GameID: SequenceNumber] {
        guard let text else { return [:] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let number = parts.last.flatMap { Int(digits: $0) }.flatMap(SequenceNumber.init(_:))
        guard let number, parts.count == (form.namesGame ? 2 : 1) else { return [:] }
        guard form.namesGame else { return [games[0]: number] }
        return GameID(String(parts[0])).map { [$0: number] } ?? [:]
    }
}

extension StreamForm {
    fileprivate init(_ call: Call) throws {
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

import EventIO
import GameCore
import GameJSON
import GameStore

/// `…/events`: the live stream of one game, or of several.
enum Events {
    static let routes = [
        Route(.get, "/games/{id}/events", games: .named, cost: .stream, follow),
        Route(.get, "/events", games: .listed, cost: .stream, follow),
    ]

    private static func follow(_ call: Call, _ games: [GameCall]) throws -> Outcome {
        let query = try Query(call.request.query)
        let form = try StreamForm(call, query)
        let followers = try games.map { try follower(of: $0, form) }
        let headers: [(name: String, value: String)] = [
            ("Content-Type", form.mediaType), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
        ]
        var head = HTTPResponse(status: 200, headers: headers + Reply.security)
        head.isEndless = true
        guard call.request.method == .get else { return .answer(head) }
        let seen = call.request.header("last-event-id") ?? query["after"]
        let resume = resumePoints(seen, form, games.map(\.game.id))
        guard let stream = LiveStream(address: call.address, followers: followers) else {
            throw Problem.noSuchGame
        }
        let hub = call.world.hub
        guard let body = call.pending.stream(head, onClose: hub.whenClosed(stream)) else { return .later }
        stream.start(on: body, resume: resume)
        hub.add(stream)
        return .later
    }

    private static func follower(of call: GameCall, _ form: StreamForm) throws -> Follower {
        let isWelcome =
            call.player.seat != nil
            || call.game.presence.spectators < call.world.settings.spectatorsPerGame
        guard isWelcome else {
            throw Problem.retryLater("too-many-streams", "This game has as many spectators as it may have.")
        }
        return Follower(call.game, call.player, form)
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
    fileprivate init(_ call: Call, _ query: Query) throws {
        let offered = ["text/event-stream", "application/x-ndjson"]
        guard let type = Accept.choose(call.request.header("accept"), from: offered) else {
            throw Problem(
                ProblemTable["not-acceptable"], "A stream can be had as \(offered.joined(separator: ", ")).")
        }
        self.init(
            medium: type == offered[0] ? .serverSentEvents : .jsonLines,
            namesGame: call.parameters["id"] == nil && query["games"] != nil)
    }
}

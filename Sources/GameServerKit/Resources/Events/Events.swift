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
        let format = try StreamFormat(call, query)
        let seen = call.request.header("last-event-id") ?? query["after"]
        let resume = resumePoints(seen, format, games.map(\.game.id))
        return try follow(call, games, format, wait: query.wait, resume: resume)
    }

    /// Answers `call` with a stream of `games`; a HEAD request gets its head only.
    ///
    /// - Parameters:
    ///   - wait: The longest time that a brief stream waits for news; nil for a stream that stays open.
    ///   - resume: The sequence after which to resume each game.
    ///   - room: Creates the object that follows the games of a room; nil on other streams.
    /// - Throws: `too-many-streams` if a game has no room for another spectator.
    static func follow(
        _ call: Call, _ games: [GameCall], _ format: StreamFormat,
        headers: [(name: String, value: String)] = [], wait: Duration? = nil,
        resume: [GameID: SequenceNumber],
        room: ((LiveStream) -> RoomStream)? = nil
    ) throws -> Outcome {
        let followers = try games.map { try follower(of: $0, format) }
        let own: [(name: String, value: String)] = [
            ("Content-Type", format.mediaType), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
        ]
        var head = HTTPResponse(status: 200, headers: own + headers + Reply.security)
        head.hasUnknownLength = true
        guard call.request.method == .get else { return .answer(head) }
        guard
            let stream = LiveStream(
                address: call.address, account: call.account, key: call.key, followers: followers)
        else { throw Problem.noSuchGame }
        let hub = call.world.hub
        let onClose = hub.closeHandler(for: stream)
        guard let body = call.pending.stream(head, onClose: onClose) else { return .later }
        stream.start(on: body, resume: resume, wait: wait, room?(stream))
        hub.addStream(stream)
        return .later
    }

    private static func follower(of call: GameCall, _ format: StreamFormat) throws -> Follower {
        let isWelcome =
            call.player.seat != nil
            || call.game.presence.spectators < call.world.settings.spectatorsPerGame
        guard isWelcome else {
            throw Problem.retryLater("too-many-streams", "This game has no room for another spectator.")
        }
        return Follower(
            call.game, call.player, holder: call.call.holder?.player.id, seesLetters: call.seesLetters, format
        )
    }

    /// The sequence after which each game's stream resumes.
    ///
    /// On a stream of several games `text` may have an id of each, with commas between them. Malformed ids, and
    /// ids of another epoch, are not errors; their games start with a snapshot.
    static func resumePoints(
        _ text: String?, _ format: StreamFormat, _ games: [GameID]
    ) -> [GameID: SequenceNumber] {
        guard let text else { return [:] }
        guard format.namesGame else {
            return sequence(of: text[...], format).map { [games[0]: $0] } ?? [:]
        }
        var points: [GameID: SequenceNumber] = [:]
        for id in text.split(separator: ",").prefix(Settings.gamesPerStream) {
            let parts = id.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let game = GameID(String(parts[0])) else { continue }
            points[game] = sequence(of: parts[1], format)
        }
        return points
    }

    private static func sequence(of id: Substring, _ format: StreamFormat) -> SequenceNumber? {
        guard id.hasSuffix(format.idSuffix) else { return nil }
        return Int(digits: id.dropLast(format.idSuffix.count)).flatMap(SequenceNumber.init(_:))
    }
}

extension Query {
    /// The longest time that a brief stream waits for news; nil without `wait`.
    var wait: Duration? {
        get throws { try number("wait", in: 0...Settings.maximumPollWait).map { .seconds($0) } }
    }
}

extension StreamFormat {
    init(_ call: Call, _ query: Query, namesGame: Bool? = nil) throws {
        let offered = ["text/event-stream", "application/x-ndjson"]
        guard let type = Accept.choose(call.request.header("accept"), from: offered) else {
            throw Problem(
                ProblemTable["not-acceptable"],
                "A stream is available as \(offered.joined(separator: ", ")).")
        }
        self.init(
            medium: type == offered[0] ? .serverSentEvents : .jsonLines,
            namesGame: namesGame ?? (call.parameters["id"] == nil && query["games"] != nil),
            idSuffix: EntityTags.suffix(of: call.world.store.epoch))
    }
}

import EventIO
import GameCore
import GameJSON
import GameStore

/// `/rooms`: rooms, in which the same people play one game after another at one address.
enum RoomResource {
    static let routes = [
        Route(.get, "/rooms", cost: .free, list),
        Route(.post, "/rooms", cost: .newGame, making: .something, make),
        Route(.get, "/rooms/{room}", game: .room, cost: .free, show),
        Route(.patch, "/rooms/{room}", game: .room, cost: .addressEdit, change),
        Route(.post, "/rooms/{room}/members", game: .room, cost: .addressEdit, making: .something, join),
        // Free, so that a member can leave even after reaching a limit.
        Route(.delete, "/rooms/{room}/members/{player}", game: .room, cost: .free, leave),
        Route(.patch, "/rooms/{room}/members/{player}", game: .room, cost: .addressEdit, rename),
        Route(.post, "/rooms/{room}/games", game: .room, cost: .newGame, making: .something, begin),
        Route(.post, "/rooms/{room}/prompts/{prompt}", game: .room, cost: .edit, Prompts.answer),
        Route(.get, "/rooms/{room}/events", game: .room, cost: .stream, RoomStream.follow),
    ]

    // MARK: Rooms

    private static func make(_ call: Call) throws -> Outcome {
        let player = try call.requireHolder().player
        let known = ["name", "title", "public", "open", "size"]
        let body = try RequestBody.object(call.request, known: known)
        let text = try body.text("name") ?? call.newText("room", length: 8)
        guard text != RoomCodes.reservedName else {
            throw Problem.invalidValue("No room can be called “\(text)”: that address takes codes.")
        }
        guard let name = RoomName(text) else {
            throw Problem.invalidValue(
                "“name” must have 1 to 40 lower-case letters a to z, digits or hyphens.")
        }
        var options: [String: Parameters.Value] = ["open": .flag(try body.flag("open") ?? false)]
        if let size = try body.number("size") { options["size"] = .number(size) }
        call.world.rooms.make(
            name, title: try GameTitle(try body.text("title") ?? text),
            isPublic: try body.flag("public") ?? false, options: Parameters(options), by: player,
            for: try call.requester(.store)
        ) { made in
            // A repeated request does not find its own room taken.
            let own = call.isRepeated ? call.world.games[GameID(room: name)] : nil
            let known = own.flatMap { $0.committed.player(on: .first)?.player == player.id ? $0 : nil }
            call.finish(
                made.flatMapError { problem in known.map(Result.success) ?? .failure(problem) }.map { room in
                    let location = (name: "Location", value: "/rooms/\(name)")
                    return Reply.json(
                        room.json(for: room.player(player.id), seesLetters: true), status: 201,
                        headers: [location])
                })
        }
        return .later
    }

    private static func show(_ call: GameCall) throws -> Outcome {
        if call.call.wantsPage {
            return .answer(call.call.redirectToPage("/r/\(call.parameters["room"] ?? "")"))
        }
        // The present game is woken because it knows who follows it.
        call.world.rooms.presentGame(of: call.game, for: try call.call.requester(.store)) { found in
            call.call.finish(
                found.mapError { _ in .storeUnreadable }.map { _ in response(call.game, to: call) })
        }
        return .later
    }

    private static func change(_ call: GameCall) throws -> Outcome {
        _ = try call.call.requireHolder()
        let body = try RequestBody.object(call.request, known: ["title", "public", "open", "locked"])
        var settings = RoomState.Settings()
        settings.title = try body.text("title").map { try GameTitle($0) }
        (settings.isPublic, settings.isOpen) = (try body.flag("public"), try body.flag("open"))
        let isLocked = try body.flag("locked")
        guard isLocked != nil || !settings.isEmpty else {
            throw Problem.invalidValue("Send “title”, “public”, “open” or “locked”.")
        }
        guard call.player.isHost else { throw Problem.notAllowed("Only the host may change the room.") }
        var values: [String: Parameters.Value] = ["settings": .group(settings.values)]
        if let isLocked { values["locked"] = .flag(isLocked) }
        return try Perform.command(.act("set", Parameters(values)), for: call) { _ in
            response(call.game, to: call)
        }
    }

    private static func response(_ room: LiveGame, to call: GameCall) -> HTTPResponse {
        let holder = call.call.holder?.player.id
        let player = holder.map(room.player) ?? .spectator
        let isKeptOut = holder.map { room.committed.room?.removed.contains($0) == true } ?? false
        return Reply.json(
            call.world.rooms.json(of: room, for: player, isKeptOut: isKeptOut),
            headers: [("Vary", "Accept, Authorization")])
    }

    private static func list(_ call: Call) throws -> Outcome {
        let query = try Query(call.request.query)
        let limit = try query.number("limit", in: 1...Settings.maximumGamesPage) ?? Settings.defaultGamesPage
        let cursor = try query.number("cursor", in: 0...Int.max)
        // One more than requested, to find out whether there is a next page.
        let wanted = GameListQuery(limit: limit + 1, cursor: cursor, rules: RoomRules.name, phase: nil)
        call.world.store.list(wanted, for: try call.requester(.store)) { found in
            call.finish(
                found.mapError { _ in .storeUnreadable }.map { rooms in
                    var headers: [(name: String, value: String)] = []
                    if rooms.count > limit, let last = rooms.prefix(limit).last {
                        headers = [
                            ("Link", "</rooms?cursor=\(last.ordinal)&limit=\(limit)>; rel=\"next\"")
                        ]
                    }
                    return Reply.json(GameSummary.rooms(rooms.prefix(limit)), headers: headers)
                })
        }
        return .later
    }

    // MARK: Members

    private static func join(_ call: GameCall) throws -> Outcome {
        let player = try call.call.requireHolder().player
        let body = try RequestBody.object(call.request, known: ["player"])
        if let text = try body.text("player"), text != player.id.text { return try readmit(text, call) }
        return try join(call) { response(call.game, to: call) }
    }

    /// Makes the sender a member, and answers with `success`.
    static func join(_ call: GameCall, _ success: @escaping () -> HTTPResponse) throws -> Outcome {
        let player = try call.call.requireHolder().player
        // Changes nothing for a member. The player's seat here may be out of date, so the sender has none.
        let command = Command.takeSeat(player.name, player.colour, player: player.id)
        let newcomer = GameCall(
            call: call.call, game: call.game, player: .spectator, seesLetters: true)
        try call.world.rooms.requireWelcome(
            player.id, at: call.address, to: call.game, isJoining: true)
        return try Seats.rememberingAddress(of: newcomer) { () throws(Problem) in
            try Perform.command(command, for: newcomer) { _ in success() }
        }
    }

    /// Lets a removed player come back.
    private static func readmit(_ player: String, _ call: GameCall) throws -> Outcome {
        guard call.player.isHost else {
            throw Problem.notAllowed("Only the host may let a removed player come back.")
        }
        guard let id = PlayerID(player) else { throw Problem.noSuchPlayer }
        call.world.rooms.forgetRemoval(of: id, in: call.game)
        let command = Command.act("readmit", Parameters(["player": .text(player)]))
        return try Perform.command(command, for: call) { _ in response(call.game, to: call) }
    }

    private static func leave(_ call: GameCall) throws -> Outcome {
        let own = try call.call.requireHolder().player.id
        guard let player = PlayerID(call.parameters["player"] ?? "") else { throw noSuchMember }
        let isMember = call.game.game.state.seats.contains { $0.player == player }
        guard player == own || call.player.isHost else {
            throw isMember ? Problem.notAllowed("Only the host may remove another member.") : noSuchMember
        }
        let host = player == own ? nil : call.player
        call.world.rooms.leave(call.game, player, removedBy: host) { result in
            call.call.finish(result.map { _ in Reply.empty(204) })
        }
        return .later
    }

    private static func rename(_ call: GameCall) throws -> Outcome {
        _ = try call.call.requireHolder()
        let name = try Seats.name(RequestBody.object(call.request, known: ["name"]))
        guard call.player.isHost else {
            throw Problem.notAllowed("Only the host may give members another name.")
        }
        guard let player = PlayerID(call.parameters["player"] ?? "") else { throw noSuchMember }
        try call.world.dataLimit.requireRoomForChange()
        // One event in the room, and one in its game.
        try call.world.limits.chargeChanges(1, saving: 2, to: call.call.client)
        call.world.rooms.rename(player, to: name, in: call.game, by: call.player) { result in
            call.call.finish(result.map { _ in response(call.game, to: call) })
        }
        return .later
    }

    private static let noSuchMember = Problem(
        ProblemTable["no-such-member"], "The room has no such member.")

    // MARK: Games

    private static func begin(_ call: GameCall) throws -> Outcome {
        let holder = try call.call.requireHolder()
        guard call.player.seat != nil else {
            throw Problem(ProblemTable["not-a-member"], "Join the room first.")
        }
        let body = try RequestBody.object(
            call.request, known: ["rules", "options", "again", "start", "challenge"])
        let startsItself = try body.flag("start")
        try (call.game.committed.rules as? RoomRules)?.requireStarter(
            call.player, in: call.game.game.controller)
        let requester = try call.call.requester(.worker)
        let id = call.call.newGameID
        let begin = { (wanted: Rooms.Wanted) in
            call.world.rooms.begin(wanted, as: id, in: call.game, by: call.player, for: requester) { result in
                call.call.finish(result.map { answer($0, holder.player.id, call) })
            }
        }
        guard let challenge = try challenge(in: body) else {
            begin(try wantedGame(body, startsItself, call))
            return .later
        }
        call.world.challenges.race(challenge, for: requester) { race in
            switch race {
            case .failure(let problem): call.call.finish(.failure(problem))
            case .success(var draft):
                draft.startsItself = startsItself
                begin(.draft(draft))
            }
        }
        return .later
    }

    /// The challenge whose task the members play; nil for another game.
    private static func challenge(in body: [String: JSONValue]) throws -> ChallengeID? {
        guard let text = try body.text("challenge") else { return nil }
        guard body["rules"] == nil, body["options"] == nil, body["again"] == nil else {
            throw Problem.invalidValue("“challenge” has its own rules and options.")
        }
        guard let challenge = ChallengeID(text) else { throw Problem.noSuchChallenge }
        return challenge
    }

    private static func wantedGame(
        _ body: [String: JSONValue], _ startsItself: Bool?, _ call: GameCall
    ) throws -> Rooms.Wanted {
        if try body.flag("again") ?? false {
            guard body["rules"] == nil, body["options"] == nil else {
                throw Problem.invalidValue(
                    "“again” takes the rules and options of the last game; leave them out.")
            }
            return .again(startsItself: startsItself)
        }
        let rules = try body.text("rules") ?? call.world.rules.defaultName
        try call.world.rules.requireGame(rules)
        let options = try body.object("options").parameters()
        if case .text(let day) = options.values["day"] { try Daily.requireDay(day, call.call) }
        let owner = (try? call.call.bearerToken()).map { Token(text: $0).digest }
        var draft = GameDraft(rules: rules, options: options, puzzleOwner: owner)
        draft.startsItself = startsItself
        return .draft(draft)
    }

    private static func answer(
        _ beginning: Rooms.Beginning, _ player: PlayerID, _ call: GameCall
    ) -> HTTPResponse {
        switch beginning {
        case .begun(let game):
            return Reply.json(
                game.json(for: game.player(player), seesLetters: true), status: 201,
                headers: [("Location", "/games/\(game.id)")])
        case .asked(let prompt):
            let room = call.parameters["room"] ?? ""
            let body = JSONWriter.object { json in
                json.key("prompt")
                call.game.committed.writeRoomPrompt(prompt, to: &json, away: call.world.now.away)
            }
            return Reply.json(
                body, status: 202, headers: [("Location", "/rooms/\(room)/prompts/\(prompt.id)")])
        }
    }
}

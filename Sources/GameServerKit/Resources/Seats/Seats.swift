import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games/{id}/seats`: taking, leaving and freeing seats.
enum Seats {
    static let routes = [
        Route(.post, "/games/{id}/seats", game: .named, cost: .addressEdit, making: .something, take),
        Route(.post, "/games/{id}/bots", game: .named, cost: .edit, making: .something, seatBot),
        // Free, so that a player can leave even after reaching a limit.
        Route(.delete, "/games/{id}/seats/{seat}", game: .named, cost: .free, leave),
        Route(.post, "/games/{id}/seats/{seat}/token", game: .named, cost: .edit, renewToken),
    ]

    private static func take(_ call: GameCall) throws -> Outcome {
        let holder = call.call.holder
        if let holder, call.player.seat != nil { return keep(holder, call) }
        guard let room = call.game.setup.room else { return try sit(call) }
        // A player whom the host keeps out of the room must not join through its game.
        call.world.games.wake(GameID(room: room), for: try call.call.requester(.store)) { found in
            call.call.goOn {
                guard case .success(let room) = found else { throw Problem.storeUnreadable }
                if let room {
                    try call.world.rooms.requireWelcome(holder?.player.id, at: call.address, to: room)
                }
                return try sit(call)
            }
        }
        return .later
    }

    private static func sit(_ call: GameCall) throws -> Outcome {
        try requireWelcome(call)
        let (game, address, player) = (call.game, call.address, call.call.holder?.player.id)
        let command = try takeSeat(call)
        return try rememberingAddress(of: call) { () throws(Problem) in
            let creation = call.call.creation
            let token = creation == nil || player != nil ? nil : call.call.newToken
            return try Perform.command(command, for: call, move: creation?.move, token: token) { outcome in
                guard case .seatTaken(let player) = outcome.events.first?.change else {
                    // The player has already sat down, at another node.
                    let seated = player.flatMap { game.committed.player($0) }
                    return seated.map { seatResponse($0, nil, status: 200, of: game) }
                        ?? Problem(ProblemTable["internal-error"], "The seat could not be taken.").response()
                }
                // On another attempt the seat may be another one, because another node has taken the first.
                game.presence.setAddress(address, of: player.seat)
                return seatResponse(player, outcome.token ?? token, of: game)
            }
        }
    }

    /// Remembers the address of the client for the seat that `work` takes.
    ///
    /// The command is applied at once, before the next request and before the commit.
    static func rememberingAddress(
        of call: GameCall, _ work: () throws(Problem) -> Outcome
    ) throws(Problem) -> Outcome {
        let game = call.game
        let before = game.game.state.seats.map(\.seat)
        defer {
            let new = game.game.state.seats.first { !before.contains($0.seat) }
            if let new { game.presence.setAddress(call.address, of: new.seat) }
        }
        return try work()
    }

    /// A player with a key sits down under the stored name; others send a name.
    private static func takeSeat(_ call: GameCall) throws -> Command {
        if let player = call.call.holder?.player {
            _ = try RequestBody.object(call.request, known: [])
            // A member of the room plays under the name that its host has given them.
            let member = call.game.roomState?()?.seats.first { $0.player == player.id && $0.hasNickname }
            return .takeSeat(
                member?.name ?? player.name, player.colour, player: player.id, isNickname: member != nil)
        }
        let body = try RequestBody.object(call.request, known: ["name", "colour", "bot"])
        return .takeSeat(try name(body), try colour(body), isProgram: try body.flag("bot") ?? false)
    }

    /// Answers with the seat that the player has already, once it is committed.
    private static func keep(_ holder: KeyHolder, _ call: GameCall) -> Outcome {
        call.world.commits.append(JournalEntry(game: call.game.id), of: call.game) {
            [game = call.game] problem in
            let seated = game.committed.player(holder.player.id)
            call.call.finish(
                Result { () throws(Problem) in
                    if let problem { throw problem }
                    guard let seated else { throw .storeBusy }
                    return seatResponse(seated, nil, status: 200, of: game)
                })
        }
        return .later
    }

    /// Refuses an address from which the host has removed a player, and too many lobby seats for one address.
    ///
    /// Families share an address, so a player of the game can vouch for the next one with a token.
    private static func requireWelcome(_ call: GameCall) throws {
        let (removed, now) = (call.world.removed, call.world.now)
        let player = call.call.holder?.player.id
        // The host knows the members of a room by their keys.
        let isMember = player.map { call.game.roomState?()?.hasMember($0) ?? false } ?? false
        let isRemoved =
            !isMember && removed.contains(call.address, in: call.game.id, at: now)
            || player.map { removed.contains($0.text, in: call.game.id, at: now) } ?? false
        if call.player == .spectator, isRemoved {
            throw Problem(
                ProblemTable["removed"],
                "The host has removed a player at your address; only the host can open the seats again.")
        }
        guard call.game.id == .lobby, call.world.settings.addressLimits else { return }
        let seats = call.game.game.state.seats
        let own = seats.count { call.game.presence.address(of: $0.seat) == call.address }
        guard own < Settings.lobbySeatsPerAddress else {
            throw Problem.retryLater(
                "too-many-lobby-seats",
                "Your address has \(Settings.lobbySeatsPerAddress) seats here already; leave one first.")
        }
    }

    private static func seatBot(_ call: GameCall) throws -> Outcome {
        let body = try RequestBody.object(call.request, known: ["level"])
        let level = try body.botLevel("level") ?? .medium
        return try Perform.command(.seatBot(level), for: call, move: call.call.creation?.move) {
            [game = call.game] outcome in
            // The bot may be the one for whom the game has waited: then it has started, too.
            guard case .seatTaken(let bot) = outcome.events.first?.change else {
                return Problem(ProblemTable["internal-error"], "The bot could not be seated.").response()
            }
            return seatResponse(bot, nil, of: game)
        }
    }

    private static func seatResponse(
        _ player: SeatedPlayer, _ token: Token?, status: Int = 201, of game: LiveGame
    ) -> HTTPResponse {
        let location = (name: "Location", value: "/games/\(game.id)/seats/\(player.seat.number)")
        return Reply.json(player.json(token), status: status, headers: [location])
    }

    static func name(_ body: [String: JSONValue]) throws -> PlayerName {
        guard let text = try body.text("name") else {
            throw Problem.invalidValue("“name” is missing: the name that the others see.")
        }
        return try PlayerName(text)
    }

    static func colour(_ body: [String: JSONValue]) throws -> Colour? {
        guard let text = try body.text("colour") else { return nil }
        guard let colour = Colour(text) else {
            throw Problem.invalidValue("“colour” must be written as #rrggbb.")
        }
        return colour
    }

    private static func leave(_ call: GameCall) throws -> Outcome {
        let (game, seat) = (call.game, try seat(call))
        let state = game.game.state
        guard !state.setup.isPersonal || state.phase == .finished else {
            throw Problem(
                ProblemTable["personal-seat"], "A game of the day cannot be left; give it up instead.")
        }
        let seated = state.player(on: seat)
        let isPerson = seated.map { $0.bot == nil } ?? false
        let address = game.presence.address(of: seat)
        // Before the commit, so that the player cannot sit down again during it.
        defer {
            let isGone = game.game.state.player(on: seat) == nil || game.game.state.kickedSeats.contains(seat)
            if call.player.isHost, call.player.seat != seat, isPerson, isGone, let address {
                call.world.removed.add(address, of: seated?.player, to: game.id)
                if let player = seated?.player { call.world.removed.add(player.text, to: game.id) }
            }
        }
        return try Perform.command(.leaveSeat(seat), for: call) { _ in Reply.empty(204) }
    }

    /// Replaces a token that was lost, or that somebody else has seen.
    private static func renewToken(_ call: GameCall) throws -> Outcome {
        let seat = try seat(call)
        _ = try RequestBody.object(call.request, known: [])
        call.game.renewToken(of: seat, by: call.player) { [call = call.call] result in
            call.finish(result.map { seated, token in Reply.json(seated.json(token)) })
        }
        return .later
    }

    private static func seat(_ call: GameCall) throws -> Seat {
        guard let seat = Int(digits: call.parameters["seat"] ?? "").flatMap(Seat.init(_:)) else {
            throw Problem(ProblemTable["no-such-seat"], "Nobody sits in this seat.")
        }
        return seat
    }
}

extension SeatedPlayer {
    /// The seat, with its token if it was just made; a bot has no token.
    fileprivate func json(_ token: Token?) -> [UInt8] {
        JSONWriter.object { json in
            writeFields(to: &json)
            if let token { json.field("token", token.text) }
        }
    }
}

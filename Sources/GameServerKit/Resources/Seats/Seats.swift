import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games/{id}/seats`: taking, leaving and freeing seats.
enum Seats {
    static let routes = [
        Route(.post, "/games/{id}/seats", game: .named, cost: .addressEdit, take),
        Route(.post, "/games/{id}/bots", game: .named, cost: .edit, seatBot),
        // Free, so that a player can leave even after reaching a limit.
        Route(.delete, "/games/{id}/seats/{seat}", game: .named, cost: .free, leave),
        Route(.post, "/games/{id}/seats/{seat}/token", game: .named, cost: .edit, renewToken),
    ]

    private static func take(_ call: GameCall) throws -> Outcome {
        try requireWelcome(call)
        let (game, address) = (call.game, call.address)
        let before = game.game.state.seats.map(\.seat)
        // The command is applied at once, before the next request and before the commit.
        defer {
            let new = game.game.state.seats.first { !before.contains($0.seat) }
            if let new { game.presence.setAddress(address, of: new.seat) }
        }
        let body = try RequestBody.object(call.request, known: ["name", "colour", "bot"])
        let command = Command.takeSeat(
            try name(body), try colour(body), isProgram: try body.flag("bot") ?? false)
        return try Perform.command(command, for: call) { outcome in
            guard let token = outcome.token, case .seatTaken(let player) = outcome.events.first?.change else {
                return Problem(ProblemTable["internal-error"], "The seat could not be taken.").response()
            }
            // Another node may have taken the seat that was free at first.
            game.presence.setAddress(address, of: player.seat)
            return seatResponse(player, token, of: game)
        }
    }

    /// Refuses an address from which the host has removed a player, and a fourth seat of the lobby.
    ///
    /// Families share an address, so a player of the game can vouch for the next one with a token.
    private static func requireWelcome(_ call: GameCall) throws {
        if call.player == .spectator, call.world.removed.contains(call.address, in: call.game.id) {
            throw Problem(
                ProblemTable["removed"],
                "The host has removed a player at your address; only the host can open the seats again.")
        }
        guard call.game.id == .lobby, call.world.settings.addressLimits else { return }
        let seats = call.game.game.state.seats
        let own = seats.count { call.game.presence.address(of: $0.seat) == call.address }
        guard own < Settings.lobbySeatsPerAddress else {
            throw Problem.retryLater(
                "too-many-seats",
                "Your address has \(Settings.lobbySeatsPerAddress) seats here already; leave one first.")
        }
    }

    private static func seatBot(_ call: GameCall) throws -> Outcome {
        let body = try RequestBody.object(call.request, known: ["level"])
        let level = try body.botLevel("level") ?? .medium
        return try Perform.command(.seatBot(level), for: call) { [game = call.game] outcome in
            guard case .seatTaken(let bot) = outcome.events.last?.change else {
                return Problem(ProblemTable["internal-error"], "The bot could not be seated.").response()
            }
            return seatResponse(bot, nil, of: game)
        }
    }

    private static func seatResponse(
        _ player: SeatedPlayer, _ token: Token?, of game: LiveGame
    ) -> HTTPResponse {
        let location = (name: "Location", value: "/games/\(game.id)/seats/\(player.seat.number)")
        return Reply.json(player.json(token), status: 201, headers: [location])
    }

    private static func name(_ body: [String: JSONValue]) throws -> PlayerName {
        guard let text = try body.text("name") else {
            throw Problem.invalidValue("“name” is missing: the name that the others see.")
        }
        return try PlayerName(text)
    }

    private static func colour(_ body: [String: JSONValue]) throws -> Colour? {
        guard let text = try body.text("colour") else { return nil }
        guard let colour = Colour(text) else {
            throw Problem.invalidValue("“colour” must be written as #rrggbb.")
        }
        return colour
    }

    private static func leave(_ call: GameCall) throws -> Outcome {
        let (game, seat) = (call.game, try seat(call))
        let isPerson = game.game.state.player(on: seat).map { $0.bot == nil } ?? false
        let address = game.presence.address(of: seat)
        // Before the commit, so that the player cannot sit down again during it.
        defer {
            let isGone = game.game.state.player(on: seat) == nil || game.game.state.kickedSeats.contains(seat)
            if call.player.isHost, call.player.seat != seat, isPerson, isGone, let address {
                call.world.removed.add(address, to: game.id)
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

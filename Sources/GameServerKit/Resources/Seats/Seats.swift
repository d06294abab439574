import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games/{id}/seats`: taking a seat and leaving it.
enum Seats {
    static let routes = [
        Route("/games/{id}/seats", [.post: take]),
        Route("/games/{id}/bots", [.post: seatBot]),
        Route("/games/{id}/seats/{seat}", [.delete: leave]),
        Route("/games/{id}/seats/{seat}/token", [.post: renewToken]),
    ]

    private static func take(_ call: Call) throws -> Outcome {
        let game = try call.game()
        let asking = try call.player(in: game)
        try call.world.limits.allowEdit(.address(call.address), call.address, at: call.world.now)
        let body = try RequestBody.object(call.request, known: ["name", "colour"])
        let command = Command.takeSeat(try name(body), try colour(body))
        return Perform.later(command, in: game, by: asking, call) { outcome in
            guard let token = outcome.token, case .seatTaken(let player) = outcome.events.first?.change else {
                return Problem(ProblemTable["internal-error"], "The seat could not be taken.").response()
            }
            return taken(player, token, of: game)
        }
    }

    private static func seatBot(_ call: Call) throws -> Outcome {
        let game = try call.game()
        let player = try call.player(in: game)
        try call.world.limits.allowEdit(call.sender(player, in: game), call.address, at: call.world.now)
        let body = try RequestBody.object(call.request, known: ["level"])
        let level = try body.botLevel("level") ?? .medium
        return Perform.later(.seatBot(level), in: game, by: player, call) { outcome in
            guard case .seatTaken(let bot) = outcome.events.last?.change else {
                return Problem(ProblemTable["internal-error"], "The bot could not be seated.").response()
            }
            return taken(bot, nil, of: game)
        }
    }

    private static func taken(_ player: SeatedPlayer, _ token: Token?, of game: LiveGame) -> HTTPResponse {
        let location = (name: "Location", value: "/games/\(game.id)/seats/\(player.seat.number)")
        return Reply.json(player.json(token), status: 201, headers: [location])
    }

    private static func name(_ body: [String: JSONValue]) throws -> PlayerName {
        guard let text = try body.text("name") else {
            throw Problem.invalidValue("“name” is what others call you.")
        }
        return try PlayerName(text)
    }

    private static func colour(_ body: [String: JSONValue]) throws -> Colour? {
        guard let text = try body.text("colour") else { return nil }
        guard let colour = Colour(text) else { throw Problem.invalidValue("“colour” is written as #rrggbb.") }
        return colour
    }

    private static func leave(_ call: Call) throws -> Outcome {
        let game = try call.game()
        let player = try call.player(in: game)
        let seat = try seat(call)
        // Whoever wants to go may go, however much they have just done.
        return Perform.later(.leaveSeat(seat), in: game, by: player, call) { _ in Reply.empty(204) }
    }

    /// A token that got into the wrong hands is exchanged, and so is one that was lost.
    private static func renewToken(_ call: Call) throws -> Outcome {
        let game = try call.game()
        let player = try call.player(in: game)
        let seat = try seat(call)
        try call.world.limits.allowEdit(call.sender(player, in: game), call.address, at: call.world.now)
        _ = try RequestBody.object(call.request, known: [])
        game.renewToken(of: seat, by: player) {
            [pending = call.pending, metrics = call.world.metrics] result in
            switch result {
            case .success((let seated, let token)): pending.send(Reply.json(seated.json(token)))
            case .failure(let problem):
                metrics.refused(problem.kind.code)
                pending.send(problem.response())
            }
        }
        return .later
    }

    private static func seat(_ call: Call) throws -> Seat {
        guard let seat = Int(digits: call.parameters["seat"] ?? "").flatMap(Seat.init(_:)) else {
            throw Problem(ProblemTable["no-such-seat"], "Nobody sits on that seat.")
        }
        return seat
    }
}

extension SeatedPlayer {
    /// The seat as it is given to who takes it, with its token, once; a bot has none.
    fileprivate func json(_ token: Token?) -> [UInt8] {
        JSONWriter.object { json in
            writeFields(to: &json)
            if let token { json.field("token", token.text) }
        }
    }
}

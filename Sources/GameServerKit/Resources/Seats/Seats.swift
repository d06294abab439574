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
        let body = try RequestBody.object(call.request, known: ["name", "colour"])
        let command = Command.takeSeat(try name(body), try colour(body))
        return Perform.command(command, for: call) { [game = call.game] outcome in
            guard let token = outcome.token, case .seatTaken(let player) = outcome.events.first?.change else {
                return Problem(ProblemTable["internal-error"], "The seat could not be taken.").response()
            }
            return seatResponse(player, token, of: game)
        }
    }

    private static func seatBot(_ call: GameCall) throws -> Outcome {
        let body = try RequestBody.object(call.request, known: ["level"])
        let level = try body.botLevel("level") ?? .medium
        return Perform.command(.seatBot(level), for: call) { [game = call.game] outcome in
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
        Perform.command(.leaveSeat(try seat(call)), for: call) { _ in Reply.empty(204) }
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

import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games/{id}/prompts/{prompt}` and `/games/{id}/cursor`: answering the others, and showing them where one
/// looks.
enum Prompts {
    static let routes = [
        Route("/games/{id}/prompts/{prompt}", [.post: answer]),
        Route("/games/{id}/cursor", [.post: moveCursor]),
    ]

    private static func answer(_ call: Call) throws -> Outcome {
        let game = try call.game()
        let player = try call.player(in: game)
        guard let prompt = Int(digits: call.parameters["prompt"] ?? "") else {
            throw Problem(ProblemTable["no-such-prompt"], "That question is closed or was never asked.")
        }
        try call.world.limits.allowEdit(call.sender(player, in: game), call.address, at: call.world.now)
        let body = try RequestBody.object(call.request, known: ["button", "move"])
        guard let button = try body.number("button") else {
            throw Problem.invalidValue("“button” is the index of a button.")
        }
        let command = Command.answer(prompt: prompt, button: button)
        return try Perform.command(command, in: game, by: player, call, moveID: try body.text("move"))
    }

    private static func moveCursor(_ call: Call) throws -> Outcome {
        let game = try call.game()
        let player = try call.player(in: game)
        guard let seat = player.seat else {
            guard player == .spectator else {
                throw Problem(ProblemTable["not-allowed"], "The host takes a seat first to play.")
            }
            throw Problem.tokenNeeded("token-needed", "Take a seat first, and send its token.")
        }
        try call.world.limits.allowCursor(call.sender(player, in: game), at: call.world.now)
        let body = try RequestBody.object(call.request, known: ["cell", "direction"])
        let cell = try body.number("cell")
        let index = cell.flatMap(CellIndex.init(_:))
        guard (cell == nil) == (index == nil) else {
            throw Problem.invalidValue("“cell” is 0…24, or null when you look away.")
        }
        guard let direction = Cursor.Direction(rawValue: try body.text("direction") ?? "across")
        else {
            throw Problem.invalidValue("“direction” is across or down.")
        }
        // Where somebody looks on a hidden board says what they mean to do there.
        guard game.shown.shows(seat.number, to: nil) else { return .answer(Reply.empty(204)) }
        game.presence.move(seat, to: index, direction)
        return .answer(Reply.empty(204))
    }
}

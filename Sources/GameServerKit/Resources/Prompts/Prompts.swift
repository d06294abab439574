import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games/{id}/prompts/{prompt}`: the answer of a player to a prompt.
enum Prompts {
    static let routes = [Route("/games/{id}/prompts/{prompt}", [.post: answer])]

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
}

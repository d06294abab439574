import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games/{id}/prompts/{prompt}`: a player's answer to a prompt.
enum Prompts {
    static let routes = [
        Route(.post, "/games/{id}/prompts/{prompt}", game: .named, cost: .edit, answer)
    ]

    static func answer(_ call: GameCall) throws -> Outcome {
        guard let prompt = Int(digits: call.parameters["prompt"] ?? "") else {
            throw Problem(ProblemTable["no-such-prompt"], "This question is closed, or was never asked.")
        }
        let body = try RequestBody.object(call.request, known: ["button", "move"])
        guard let button = try body.number("button") else {
            throw Problem.invalidValue("“button” must be the index of one of the buttons.")
        }
        let command = Command.answer(prompt: prompt, button: button)
        return try Perform.command(command, for: call, moveID: try body.text("move"))
    }
}

import EventIO
import GameCore
import GameJSON
import GameStore

/// `…/actions`: what players do besides typing.
///
/// An action runs the block that is set under its name.
enum Actions {
    static func routes(prefix: String) -> [Route] {
        [
            Route(prefix + "/actions", [.get: list]),
            Route(prefix + "/actions/{name}", [.post: act]),
        ]
    }

    private static func list(_ call: Call) throws -> Outcome {
        let game = try call.game()
        let player = try call.player(in: game)
        let actions = game.actions(for: player)
        return .answer(Reply.json(ActionDescription.list(actions), headers: [("Vary", "Authorization")]))
    }

    private static func act(_ call: Call) throws -> Outcome {
        let game = try call.game()
        let player = try call.player(in: game)
        let name = call.parameters["name"] ?? ""
        guard game.hasAction(name) else {
            throw Problem(ProblemTable["no-such-action"], "This game has no such action.")
        }
        try call.world.limits.allowEdit(call.sender(player, in: game), call.address, at: call.world.now)
        // The one action that makes a game.
        if name == "rematch" { try call.world.limits.allowGame(call.address, at: call.world.now) }
        var body = try RequestBody.object(call.request, known: nil)
        let move = try body.text("move")
        body["move"] = nil
        let command = Command.act(name, try body.parameters())
        return try Perform.command(command, in: game, by: player, call, moveID: move)
    }
}

extension ActionDescription {
    /// The list of what somebody may do.
    static func list(_ actions: [ActionDescription]) -> [UInt8] {
        JSONWriter.object { json in
            json.array("actions", actions) { json, action in action.write(to: &json) }
        }
    }

    private func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("name", name)
            json.array("parameters", parameters) { json, parameter in
                json.object { json in
                    json.field("name", parameter)
                    json.field("type", "string")
                }
            }
        }
    }
}

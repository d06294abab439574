import EventIO
import GameCore
import GameJSON
import GameStore

/// `…/actions`: everything that players do besides typing.
enum Actions {
    static let routes = [
        Route(.get, "/games/{id}/actions", game: .named, cost: .free, list),
        Route(
            .post, "/games/{id}/actions/{name}", game: .named, cost: .edit, surcharge: rematchCost, act),
    ]

    private static func list(_ call: GameCall) throws -> Outcome {
        let actions = call.game.actions(for: call.player)
        return .answer(Reply.json(ActionDescription.list(actions), headers: [("Vary", "Authorization")]))
    }

    private static func act(_ call: GameCall) throws -> Outcome {
        let name = call.parameters["name"] ?? ""
        guard call.game.hasAction(name) else {
            throw Problem(ProblemTable["no-such-action"], "This game has no such action.")
        }
        var body = try RequestBody.object(call.request, known: nil)
        let move = try body.text("move")
        body["move"] = nil
        if name == "open-seats", call.player.isHost { call.world.removed.forget(call.game.id) }
        return try Perform.command(.act(name, try body.parameters()), for: call, moveID: move)
    }

    /// The extra cost of a rematch, the only action that creates a game.
    private static func rematchCost(_ call: GameCall) -> RouteCost {
        call.parameters["name"] == "rematch" && call.game.hasAction("rematch") ? .newGame : .free
    }
}

extension ActionDescription {
    static func list(_ actions: [ActionDescription]) -> [UInt8] {
        JSONWriter.object { json in
            json.array("actions", actions) { json, action in action.write(to: &json) }
        }
    }

    private func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("name", name)
            json.object("parameters") { json in
                Parameters(parameters.mapValues { .group($0.values) }).writeFields(to: &json)
            }
        }
    }
}

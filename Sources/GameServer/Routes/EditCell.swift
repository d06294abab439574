import EventIO
import GameCore

/// `POST`, `PUT` and `DELETE …/board/cells/{cell}`, and `PATCH …/board`: from a body to an edit, and to its
/// answer.
enum EditCell {
    static func routes(prefix: String) -> [Route] {
        [
            Route(prefix + "/board/cells/{cell}", [.post: write, .put: write, .delete: clear]),
            Route(prefix + "/board", [.patch: patch]),
        ]
    }

    private static func write(_ call: Call) throws(Problem) -> Outcome {
        let game = try call.game()
        let cell = try call.cell()
        return try edit(call, game, try CellEditBody(call.request, cell: cell))
    }

    private static func clear(_ call: Call) throws(Problem) -> Outcome {
        let game = try call.game()
        let cell = try call.cell()
        let body = CellEditBody(entries: [BoardEdit.Entry(cell: cell, text: "")], move: nil)
        return try edit(call, game, body)
    }

    private static func patch(_ call: Call) throws(Problem) -> Outcome {
        let game = try call.game()
        let body = try CellEditBody(patch: call.request)
        return try edit(call, game, body)
    }

    private static func edit(
        _ call: Call, _ game: LiveGame, _ body: CellEditBody
    ) throws(Problem) -> Outcome {
        let player = try call.player(in: game)
        try call.world.limits.allowEdit(call.sender(player, in: game), call.address, at: call.world.now)
        let edit = BoardEdit(entries: body.entries, ifSequence: condition(call.request))
        return try Perform.command(.edit(edit), in: game, by: player, call, moveID: body.move)
    }

    /// The sequences that `If-Match` names, one of which must be the present one; nil when any will do.
    ///
    /// A tag that is none of ours names nothing, and an empty set matches nothing.
    private static func condition(_ request: HTTPRequest) -> Set<SequenceNumber>? {
        guard let header = request.header("if-match") else { return nil }
        let tags = EntityTags.list(header)
        if tags.contains("*") { return nil }
        return Set(tags.compactMap(EntityTags.sequence).compactMap(SequenceNumber.init(_:)))
    }
}

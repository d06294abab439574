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
        return try edit(call, game, [cell], try CellEditBody(call.request, cell: cell))
    }

    private static func clear(_ call: Call) throws(Problem) -> Outcome {
        let game = try call.game()
        let cell = try call.cell()
        let body = CellEditBody(entries: [BoardEdit.Entry(cell: cell, text: "")], move: nil)
        return try edit(call, game, [cell], body)
    }

    private static func patch(_ call: Call) throws(Problem) -> Outcome {
        let game = try call.game()
        let body = try CellEditBody(patch: call.request)
        return try edit(call, game, body.entries.map(\.cell), body)
    }

    private static func edit(
        _ call: Call, _ game: LiveGame, _ cells: [CellIndex], _ body: CellEditBody
    ) throws(Problem) -> Outcome {
        let player = try call.player(in: game)
        try call.world.limits.allowEdit(call.sender(player, in: game), call.address, at: call.world.now)
        let edit = BoardEdit(entries: body.entries, ifSequence: try condition(call.request, game))
        return try Perform.command(.edit(edit), in: game, by: player, call, moveID: body.move)
    }

    /// `If-Match`: the sequence that must be the present one.
    ///
    /// Among several tags the present one is taken.
    private static func condition(_ request: HTTPRequest, _ game: LiveGame) throws(Problem) -> SequenceNumber?
    {
        guard let header = request.header("if-match") else { return nil }
        let tags = EntityTags.list(header)
        if tags.contains("*") { return nil }
        let sequences = tags.compactMap(EntityTags.sequence).compactMap(SequenceNumber.init(_:))
        let live = game.game.state.sequence
        // A tag that is none of ours matches nothing, and so does a number that has not been reached.
        return sequences.contains(live) ? live : sequences.first ?? SequenceNumber(.max)
    }
}

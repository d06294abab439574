import EventIO
import GameCore
import GameJSON
import GameStore

/// What all commands over HTTP share: the move id, the one answer after the commit, the cell beside a
/// refusal.
enum Perform {
    /// Carries out `command` and answers as an edit does.
    static func command(_ command: Command, for call: GameCall, moveID: String? = nil) throws -> Outcome {
        let move = try moveKey(of: call, moveID)
        let board = call.game.shown.hasPrivateBoards ? call.player.seat?.number ?? 0 : nil
        return later(command, for: call, move: move) { outcome in
            outcome.response(tag: BoardDocument.tag(outcome.sequence, board: board))
        }
    }

    /// Carries out `command` and answers with what `success` makes of it.
    static func later(
        _ command: Command, for call: GameCall, move: MoveKey? = nil,
        success: @escaping (CommandOutcome) -> HTTPResponse
    ) -> Outcome {
        let (game, player) = (call.game, call.player)
        let (pending, metrics, watch) = (call.pending, call.world.metrics, Stopwatch())
        game.perform(command, by: player, move: move) { [weak game] result in
            metrics.observe(latency: watch.nanoseconds)
            switch result {
            case .success(let outcome): pending.send(success(outcome))
            case .failure(let problem):
                metrics.refused(problem.kind.code)
                pending.send(problem.response(on: game?.board(of: player)))
            }
        }
        return .later
    }

    /// The move's id, from the body or else the header `Idempotency-Key`; both must be ids where both come.
    private static func moveKey(of call: GameCall, _ id: String?) throws -> MoveKey? {
        let header = try call.request.header("idempotency-key").map { try moveKey(call.sender, $0) }
        return try id.map { try moveKey(call.sender, $0) } ?? header
    }

    private static func moveKey(_ sender: Sender, _ id: String) throws -> MoveKey {
        guard let key = MoveKey(sender: sender, id: id) else {
            throw Problem.invalidValue("A move id is 1–64 visible ASCII characters.")
        }
        return key
    }
}

nonisolated extension CommandOutcome {
    /// The answer to an edit or an action; `tag` names the board that its sender sees.
    ///
    /// What a sender has caused is never hidden from that sender, also when it is told again during a pause.
    func response(tag: String) -> HTTPResponse {
        let body = JSONWriter.object { json in
            json.field("sequence", sequence.value)
            json.field("hash", hash.description)
            json.array("events", events) { json, event in event.write(to: &json) }
        }
        return Reply.json(body, headers: [("ETag", tag)])
    }
}

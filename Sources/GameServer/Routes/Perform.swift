import EventIO
import GameCore

/// What all commands over HTTP share: the move id, the one answer after the commit, the cell beside a
/// refusal.
enum Perform {
    /// Carries out `command` and answers as an edit does.
    static func command(
        _ command: Command, in game: LiveGame, by player: Player, _ call: Call, moveID: String? = nil
    ) throws(Problem) -> Outcome {
        let key = try moveKey(call, call.sender(player, in: game), moveID)
        let board = game.shown.hasPrivateBoards ? player.seat?.number ?? 0 : nil
        return later(command, in: game, by: player, call, move: key) { outcome in
            outcome.response(tag: BoardDocument.tag(outcome.sequence, board: board))
        }
    }

    /// Carries out `command` and answers with what `success` makes of it.
    static func later(
        _ command: Command, in game: LiveGame, by player: Player, _ call: Call, move: MoveKey? = nil,
        success: @escaping (CommandOutcome) -> HTTPResponse
    ) -> Outcome {
        let pending = call.pending
        let metrics = call.world.metrics
        let watch = Stopwatch()
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
    private static func moveKey(_ call: Call, _ sender: Sender, _ id: String?) throws(Problem) -> MoveKey? {
        let header = try call.request.header("idempotency-key").map { id throws(Problem) in
            try moveKey(sender, id)
        }
        return try id.map { id throws(Problem) in try moveKey(sender, id) } ?? header
    }

    private static func moveKey(_ sender: Sender, _ id: String) throws(Problem) -> MoveKey {
        guard let key = MoveKey(sender: sender, id: id) else {
            throw .invalidValue("A move id is 1–64 visible ASCII characters.")
        }
        return key
    }
}

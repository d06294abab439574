import EventIO
import GameCore
import GameJSON
import GameStore

/// Performs commands for HTTP requests: reads the move id, and answers after the commit.
enum Perform {
    /// Performs `command` and answers with its events, as for an edit.
    static func command(_ command: Command, for call: GameCall, moveID: String? = nil) throws -> Outcome {
        let move = try moveKey(of: call, moveID)
        let board = call.game.committed.hasPrivateBoards ? call.player.seat?.number ?? 0 : nil
        let epoch = call.world.store.epoch
        return try self.command(command, for: call, move: move) { outcome in
            outcome.response(tag: BoardDocument.tag(outcome.sequence, board: board, epoch: epoch))
        }
    }

    /// Performs `command` and answers with `success`; a refusal includes the current cell.
    ///
    /// Leaving is charged and never refused.
    ///
    /// - Throws: `storage-full`; `rate-limited` if the client's address has stored as much as it may, or if the
    ///   client has added as much to the game as a visitor may.
    static func command(
        _ command: Command, for call: GameCall, move: MoveKey? = nil, token: Token? = nil,
        success: @escaping (CommandOutcome) -> HTTPResponse
    ) throws(Problem) -> Outcome {
        let (game, player) = (call.game, call.player)
        let (pending, metrics, watch) = (call.pending, call.world.metrics, Stopwatch())
        let (limits, client) = (call.world.limits, call.call.client)
        let refusal = call.call.refusal
        let (expected, size) = (command.expectedEvents, call.request.body.count)
        try call.world.dataLimit.requireRoom(for: command, by: player, in: game)
        if !command.isLeaving { try limits.requireData(client) }
        // Charged before the commit, so that concurrent requests do not all find the same room.
        limits.chargeEvents(expected, bytes: size, to: client)
        let settle = { (saved: Int) in
            guard saved != expected else { return }
            limits.chargeEvents(saved - expected, bytes: saved > 0 ? 0 : -size, to: client)
        }
        game.lastAddress = call.address
        let answer = { [weak game] (result: CommandResult) in
            metrics.recordLatency(watch.nanoseconds)
            switch result {
            case .success(let outcome):
                settle(outcome.events.count)
                pending.send(success(outcome))
            case .failure(let found):
                let problem = refusal(found)
                settle(0)
                metrics.countRefusal(problem.kind.code)
                pending.send(problem.response(on: game?.board(of: player)))
            }
        }
        do throws(Problem) {
            try limits.charge(command, to: call.visitor) {
                game.perform(command, by: player, move: move, token: token, answer)
            }
        } catch {
            settle(0)
            throw error
        }
        return .later
    }

    /// The move id in the body, or else in `Idempotency-Key`; if both are given, both must be valid.
    private static func moveKey(of call: GameCall, _ id: String?) throws -> MoveKey? {
        let header = try call.request.header("idempotency-key").map { try moveKey(call.sender, $0) }
        return try id.map { try moveKey(call.sender, $0) } ?? header
    }

    private static func moveKey(_ sender: Sender, _ id: String) throws -> MoveKey {
        guard let key = MoveKey(sender: sender, id: id) else { throw Problem.invalidMoveID }
        return key
    }
}

nonisolated extension Command {
    /// The approximate number of events of the command.
    fileprivate var expectedEvents: Int {
        if case .edit(let edit) = self { edit.entries.count } else { 1 }
    }
}

nonisolated extension CommandOutcome {
    /// The answer to an edit or an action; `tag` is the entity tag of the sender's board.
    ///
    /// Events are not redacted, because senders may always see their own, even if repeated during a pause.
    func response(tag: String) -> HTTPResponse {
        let body = JSONWriter.object { json in
            json.field("sequence", sequence.value)
            json.field("hash", hash.description)
            json.array("events", events) { json, event in event.write(to: &json) }
        }
        return Reply.json(body, headers: [("ETag", tag)])
    }
}

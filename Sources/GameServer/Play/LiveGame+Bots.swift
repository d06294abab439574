import GameCore

/// Bots play like everybody else: by commands, which are applied, saved and announced.
extension LiveGame {
    /// Has every move thought of that the game waits for from a bot; each only once.
    func askBots() {
        for asked in game.awaitedMoves(at: around.time.now) where thoughts.insert(asked.id).inserted {
            around.bots.think(asked) { [self] move in play(move, asked) }
        }
    }

    /// Makes the move; a person may have been quicker, and then it is refused.
    ///
    /// While nothing can be saved, it is thought of again after a while.
    private func play(_ move: BotMove?, _ asked: AwaitedMove) {
        guard let move else { return }
        perform(.botMove(asked.seat, move), by: .spectator) { [weak self] result in
            guard let self else { return }
            thoughts.remove(asked.id)
            guard case .failure(let problem) = result, problem.kind.status == 503 else { return }
            retry = around.loop.timer(after: Settings.storeRetry) { [weak self] in self?.askBots() }
        }
    }
}

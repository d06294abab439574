import GameCore
import GameJSON
import GameStore

/// Bots play like everybody else: by commands, which are applied, saved and announced.
extension LiveGame {
    /// Has every move thought of that the game waits for from a bot; each only once.
    func askBots() {
        guard awaitedMoves.contains(where: { thoughts[$0.id] == nil }) else { return }
        actAlone { [weak self] in
            self?.askBots(under: $0)
        } orElse: { [weak self] in
            guard let self else { return }
            retry = services.loop.timer(after: Settings.leaseRetry) { [weak self] in self?.askBots() }
        }
    }

    private var awaitedMoves: [AwaitedMove] { game.awaitedMoves(at: services.time.now) }

    private func askBots(under lease: Lease?) {
        for asked in awaitedMoves where thoughts[asked.id] == nil {
            questions += 1
            let number = questions
            thoughts[asked.id] = number
            // Weak, for the game dies on the main actor, never on the bots' thread.
            services.bots.think(asked) { [weak self] move in
                // The question may have been taken back meanwhile, with the commit that led to it.
                if let self, thoughts[asked.id] == number { play(move, asked, under: lease) }
            }
        }
    }

    /// Makes the move; a person may have been quicker, and then it is refused.
    ///
    /// What is still awaited after a refusal is thought of again after a while.
    private func play(_ move: BotMove?, _ asked: AwaitedMove, under lease: Lease?) {
        guard let move else { return askAgain(asked) }
        perform(.botMove(asked.seat, move), by: .spectator, under: lease) { [weak self] result in
            if case .failure = result { self?.askAgain(asked) } else { self?.thoughts[asked.id] = nil }
        }
    }

    private func askAgain(_ asked: AwaitedMove) {
        thoughts[asked.id] = nil
        retry = services.loop.timer(after: StoreLimits.retry) { [weak self] in self?.askBots() }
    }
}

import GameCore
import GameJSON
import GameStore

/// The moves of bots, which are commands like those of players.
extension LiveGame {
    /// Requests every bot move that the game awaits and that is not being computed already.
    ///
    /// With a shared store only the node that holds the game's lease does so; the others look again later.
    func requestBotMoves() {
        guard awaitedMoves.contains(where: { requestedMoves[$0.id] == nil }) else { return }
        withLease { [weak self] in
            self?.requestBotMoves(under: $0)
        } otherwise: { [weak self] in
            guard let self else { return }
            botRetry = services.loop.timer(after: Settings.leaseRetry) { [weak self] in
                self?.requestBotMoves()
            }
        }
    }

    private var awaitedMoves: [AwaitedMove] { game.awaitedMoves(at: services.time.now) }

    private func requestBotMoves(under lease: Lease?) {
        for asked in awaitedMoves where requestedMoves[asked.id] == nil {
            moveRequests += 1
            let number = moveRequests
            requestedMoves[asked.id] = number
            prepare(asked) { [weak self] in
                guard let self, requestedMoves[asked.id] == number else { return }
                let (think, cache) = (asked.think, botCache)
                // Weak: the game must be freed on the main actor, not on the bots' thread.
                compute(asked, on: services.workers.bots) {
                    think(cache)
                } _: { [weak self] move in
                    // A roll-back may have cancelled the request.
                    if let self, requestedMoves[asked.id] == number { play(move, asked, under: lease) }
                }
            }
        }
    }

    /// Makes the table that `asked` needs unless it is cached, on a thread that computes no moves.
    private func prepare(_ asked: AwaitedMove, _ done: @escaping () -> Void) {
        let cache = botCache
        guard let table = asked.table, !services.workers.botTables.contains(table) else { return done() }
        compute(asked, on: services.workers.botPreparation) {
            _ = cache.table(table)
        } _: {
            done()
        }
    }

    private var botCache: some BotCache { services.workers.botTables.cache(for: botRequester.client) }

    /// Runs `job` for the bot's move `asked`; if the executor is too busy, requests the move again later.
    private func compute<Answer: Sendable>(
        _ asked: AwaitedMove, on executor: FairExecutor, _ job: @escaping @Sendable () -> Answer,
        _ done: @escaping @MainActor (Answer) -> Void
    ) {
        do throws(Problem) {
            try executor.run(for: botRequester, job, done)
        } catch {
            requestAgainLater(asked)
        }
    }

    /// The address that moved last: its bots wait for one another, not those of other addresses.
    private var botRequester: Requester {
        payer.map { services.limits.requester(.worker, $0) } ?? .game(id)
    }

    /// The client that pays for the bots; nil since a restart until somebody moves.
    private var payer: Client? { lastAddress.map(services.limits.client(at:)) }

    /// Performs the move; after a refusal, as when a player moved first, requests a new one later.
    private func play(_ move: BotMove?, _ asked: AwaitedMove, under lease: Lease?) {
        guard let move else { return requestAgainLater(asked) }
        perform(.botMove(asked.seat, move), by: .spectator, under: lease) { [weak self] result in
            guard let self else { return }
            guard case .success(let outcome) = result else { return requestAgainLater(asked) }
            requestedMoves[asked.id] = nil
            if let payer { services.limits.chargeEvents(outcome.events.count, to: payer) }
        }
    }

    private func requestAgainLater(_ asked: AwaitedMove) {
        requestedMoves[asked.id] = nil
        botRetry = services.loop.timer(after: StoreLimits.retryInterval) { [weak self] in
            self?.requestBotMoves()
        }
    }
}

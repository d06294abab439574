/// What bots do in a word square: their own seats, and those of people who are away or too slow.
extension SquareRules: TimedRules, BotRules {
    /// Plays for whom nobody has said how well.
    private static let standIn = BotLevel.medium

    /// The host, or anybody seated, until the game starts.
    public func maySeatBot(_ player: Player, in game: GameController) throws(RuleViolation) {
        if !player.isHost { try game.requireSeat(player) }
    }

    /// When the present step is over for who is too slow; nil when nobody is waited for, or for ever.
    public func deadline(_ state: GameState, in game: GameController) -> Timestamp? {
        // Without its lexicon nobody could play for who is too slow.
        guard state.phase == .playing, game.scorer != nil, let round = state.round, let step = round.step
        else {
            return nil
        }
        let isWaited = acting(round).contains { !isPlayedByBot($0, state) }
        return isWaited ? clock.limit(step).map { round.began + $0 } : nil
    }

    /// One for each seat that a bot plays and that is to act now; all of them when the time is over.
    public func awaitedMoves(in game: GameController, at time: Timestamp) -> [AwaitedMove] {
        guard game.state.phase == .playing, let round = game.state.round, let step = round.step,
            let scorer = game.scorer
        else { return [] }
        return acting(round).filter { isDue($0, game, round, at: time) }.compactMap { seat in
            guard let board = game.boards.numbered(seat.number) else { return nil }
            let task = SquareTask(
                letter: round.called, isCall: step == .call, board: CodedBoard(board, scorer.lexicon.alphabet)
            )
            let kind = SquareBot.Kind(scorer, endsFree: ending == .freeLast)
            let level = game.state.player(on: seat)?.bot ?? Self.standIn
            let seed = thought(seat, round, game)
            // Of every letter there is a call, then a placing; the last cell comes after all of them.
            let number = 2 * round.letters.count + (step == .call ? 1 : 0) + (step == .last ? 1 : 0)
            return AwaitedMove(seat: seat, number: number) { memory in
                kind.bot(from: memory).move(task, level: level, seed: seed)
            }
        }
    }

    /// Carries out what a bot has thought of, if it is still due.
    public func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation) {
        let round = try game.requireRound()
        guard acting(round).contains(seat), isDue(seat, game, round, at: game.now) else {
            throw RuleViolation(.notAllowed, "It is not for a bot to play there now.")
        }
        let letter = try move.values.text("letter") ?? ""
        switch move.name {
        case "call": try call(letter, by: seat, in: game, asBot: true)
        case "place":
            guard let board = game.boards.numbered(seat.number), let cell = try move.values.cell("cell")
            else {
                return
            }
            try game.change(for: .bot, by: seat) { () throws(RuleViolation) in
                try place(letter, at: cell, of: board, in: game)
            }
        default: throw RuleViolation(.notAllowed, "A word square has no such move.")
        }
    }

    /// Who is to act now.
    private func acting(_ round: SquareRound) -> [Seat] {
        switch round.step {
        case .call: [round.caller].compactMap { $0 }
        case .place, .last: round.placing.sorted()
        case nil: []
        }
    }

    private func isPlayedByBot(_ seat: Seat, _ state: GameState) -> Bool {
        state.left.contains(seat) || state.player(on: seat)?.bot != nil
    }

    private func isDue(
        _ seat: Seat, _ game: GameController, _ round: SquareRound, at time: Timestamp
    ) -> Bool {
        if isPlayedByBot(seat, game.state) { return true }
        return deadline(game.state, in: game).map { $0 <= time } ?? false
    }

    /// A seed of its own for every thought; unless somebody has chosen one, of what nobody is told.
    private func thought(_ seat: Seat, _ round: SquareRound, _ game: GameController) -> UInt64 {
        var random = SeededGenerator(seed: seed ?? game.state.setup.seed)
        for _ in 0..<round.letters.count * Seat.maximum + seat.number { _ = random.next() }
        return random.next()
    }
}

extension GameController {
    /// The round of a game that is being played.
    func requireRound() throws(RuleViolation) -> SquareRound {
        try requirePlaying()
        guard let round = state.round else {
            throw RuleViolation(.gameNotStarted, "The game has not begun yet.")
        }
        return round
    }

    /// Refuses when the owner of board `number` has nothing to place now.
    func requirePlacing(_ number: Int, _ round: SquareRound) throws(RuleViolation) {
        guard round.step != .call else {
            throw RuleViolation(.noLetterCalled, "There is no letter to place yet.")
        }
        guard let seat = Seat(number), round.placing.contains(seat) else {
            throw RuleViolation(.alreadyPlaced, "You have placed this letter already.")
        }
    }

    /// What scores the boards.
    func requireScorer() throws(RuleViolation) -> BoardScorer {
        guard let scorer else {
            throw RuleViolation(.unknownLexicon, "The lexicon of this game is not on this server.")
        }
        return scorer
    }
}

/// Bots play on their own seats, and for players who are away or too slow.
extension SquareRules: TimedRules, BotRules {
    /// The level of a bot that plays for a person.
    private static let substituteLevel = BotLevel.medium

    /// Allows the host and seated players.
    public func maySeatBot(_ player: Player, in game: GameController) throws(RuleViolation) {
        if !player.isHost { try game.requireSeat(player) }
    }

    /// The end of the current step's time limit; nil if there is no limit or the game waits only for bots.
    public func deadline(_ state: GameState, in game: GameController) -> Timestamp? {
        // Without the lexicon no bot could play for a late player.
        guard state.phase == .playing, game.scorer != nil, let round = state.round, let step = round.step
        else {
            return nil
        }
        let awaitsPerson = seatsToAct(in: round).contains { !isPlayedByBot($0, state) }
        return awaitsPerson ? clock.limit(step).map { round.stepStartedAt + $0 } : nil
    }

    /// A move for each seat that has to act and is played by a bot, or has run out of time.
    public func awaitedMoves(in game: GameController, at time: Timestamp) -> [AwaitedMove] {
        guard game.state.phase == .playing, let round = game.state.round, let step = round.step,
            let scorer = game.scorer
        else { return [] }
        return seatsToAct(in: round).filter { isDue($0, game, round, at: time) }.compactMap { seat in
            guard let board = game.boards.numbered(seat.number) else { return nil }
            let task = SquareTask(
                letter: round.calledLetter, isCall: step == .call,
                board: CodedBoard(board, scorer.lexicon.alphabet)
            )
            let level = game.state.player(on: seat)?.bot ?? Self.substituteLevel
            let kind = SquareBot.Kind(scorer, hasFreeLast: ending == .freeLast, level: level)
            // For letter n the call is move 2n - 1 and the placement move 2n. The last cell is the move
            // after.
            let number = 2 * round.letters.count + (step == .call ? 1 : 0) + (step == .last ? 1 : 0)
            let seed = BotSeed.of(seed ?? game.state.setup.seed, seat, move: number)
            return AwaitedMove(seat: seat, number: number, using: kind) { cache in
                cache.table(kind).move(task, level: level, seed: seed)
            }
        }
    }

    /// Carries out the call or placement of a bot.
    public func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation) {
        let round = try game.requireRound()
        guard seatsToAct(in: round).contains(seat), isDue(seat, game, round, at: game.now) else {
            throw RuleViolation(.notAllowed, "No bot may play on that seat now.")
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

    private func seatsToAct(in round: SquareRound) -> [Seat] {
        switch round.step {
        case .call: [round.caller].compactMap { $0 }
        case .place, .last: round.seatsToPlace.sorted()
        case nil: []
        }
    }

    private func isPlayedByBot(_ seat: Seat, _ state: GameState) -> Bool {
        state.awaySeats.contains(seat) || state.player(on: seat)?.bot != nil
    }

    private func isDue(
        _ seat: Seat, _ game: GameController, _ round: SquareRound, at time: Timestamp
    ) -> Bool {
        if isPlayedByBot(seat, game.state) { return true }
        return deadline(game.state, in: game).map { $0 <= time } ?? false
    }
}

extension GameController {
    func requireRound() throws(RuleViolation) -> SquareRound {
        try requirePlaying()
        guard let round = state.round else {
            throw RuleViolation(.gameNotStarted, "The game has not started yet.")
        }
        return round
    }

    /// Throws unless the owner of board `number` has a letter to place.
    func requirePlacing(_ number: Int, _ round: SquareRound) throws(RuleViolation) {
        guard round.step != .call else {
            throw RuleViolation(.noLetterCalled, "There is no letter to place yet.")
        }
        guard let seat = Seat(number), round.seatsToPlace.contains(seat) else {
            throw RuleViolation(.alreadyPlaced, "You have placed this letter already.")
        }
    }

    func requireScorer() throws(RuleViolation) -> BoardScorer {
        guard let scorer else {
            throw RuleViolation(.unknownLexicon, "This server does not have the lexicon of this game.")
        }
        return scorer
    }
}

/// What bots do in a word square: their own seats, and those of people who are away or too slow.
extension SquareRules {
    /// Plays for whom nobody has said how well.
    private static let standIn = BotLevel.medium

    /// When the present step is over for who is too slow; nil when nobody is waited for, or for ever.
    public func deadline(_ state: GameState, in game: GameController) -> Timestamp? {
        // Without its lexicon nobody could play for who is too slow.
        guard state.phase == .playing, game.scorer != nil, let round = state.round, let step = round.step
        else {
            return nil
        }
        let isWaited = acting(round).contains { !isPlayedByBot($0, state, round) }
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
                letter: round.called, isCall: step == .call,
                board: CodedBoard(board, scorer.lexicon.alphabet), endsFree: end == .freeLast, scorer: scorer)
            // Of every letter there is a call, then a placing; the last cell comes after all of them.
            let number = 2 * round.letters.count + (step == .call ? 1 : 0) + (step == .last ? 1 : 0)
            return AwaitedMove(
                seat: seat, number: number, level: game.state.player(on: seat)?.bot ?? Self.standIn,
                seed: thought(seat, round, game), task: .square(task))
        }
    }

    /// Carries out what a bot has thought of, if it is still due.
    public func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation) {
        let round = try game.requireRound()
        guard acting(round).contains(seat), isDue(seat, game, round, at: game.now) else {
            throw RuleViolation(.notAllowed, "It is not for a bot to play there now.")
        }
        switch move {
        case .call(let letter): try call(letter.text, by: seat, in: game, asBot: true)
        case .guess: throw RuleViolation(.notAllowed, "There is nothing to guess in a word square.")
        case .place(let letter, let cell):
            guard let board = game.boards.numbered(seat.number) else { return }
            try game.change(for: .bot, by: seat) { () throws(RuleViolation) in
                try place(letter.text, at: cell, of: board, in: game)
            }
        }
    }

    /// Who is to act now.
    private func acting(_ round: CalledRound) -> [Seat] {
        switch round.step {
        case .call: [round.caller].compactMap { $0 }
        case .place, .last: round.placing.sorted()
        case nil: []
        }
    }

    private func isPlayedByBot(_ seat: Seat, _ state: GameState, _ round: CalledRound) -> Bool {
        round.away.contains(seat) || state.player(on: seat)?.bot != nil
    }

    private func isDue(
        _ seat: Seat, _ game: GameController, _ round: CalledRound, at time: Timestamp
    ) -> Bool {
        if isPlayedByBot(seat, game.state, round) { return true }
        return deadline(game.state, in: game).map { $0 <= time } ?? false
    }

    /// A seed of its own for every thought; unless somebody has chosen one, of what nobody is told.
    private func thought(_ seat: Seat, _ round: CalledRound, _ game: GameController) -> UInt64 {
        var random = SeededGenerator(seed: seed ?? game.setup.seed)
        for _ in 0..<round.letters.count * Seat.maximum + seat.number { _ = random.next() }
        return random.next()
    }
}

extension GameController {
    /// The round of a game that is being played.
    func requireRound() throws(RuleViolation) -> CalledRound {
        try requirePlaying()
        guard let round = state.round else {
            throw RuleViolation(.gameNotStarted, "The game has not begun yet.")
        }
        return round
    }

    /// Refuses when the owner of board `number` has nothing to place now.
    func requirePlacing(_ number: Int, _ round: CalledRound) throws(RuleViolation) {
        guard round.step != .call else {
            throw RuleViolation(.noLetterCalled, "There is no letter to place yet.")
        }
        guard let seat = Seat(number), round.placing.contains(seat) else {
            throw RuleViolation(.alreadyPlaced, "You have placed this letter already.")
        }
    }

    /// The words of the game.
    func requireLexicon() throws(RuleViolation) -> Lexicon {
        guard let lexicon else {
            throw RuleViolation(.unknownLexicon, "The lexicon of this game is not on this server.")
        }
        return lexicon
    }

    /// What scores the boards.
    func requireScorer() throws(RuleViolation) -> BoardScorer {
        guard let scorer else {
            throw RuleViolation(.unknownLexicon, "The lexicon of this game is not on this server.")
        }
        return scorer
    }

    /// The letter of the lexicon that `text` is.
    func requireLetter(_ text: String) throws(RuleViolation) -> Letter {
        let alphabet = try requireLexicon().alphabet
        guard let letter = Letter(text), let known = alphabet.letter(alphabet.code(of: letter)) else {
            throw RuleViolation(.notALetter, "That is not one letter of the game's alphabet.")
        }
        return known
    }
}

/// The next round with the same people in the same seats, when all of them want it.
enum Rematch {
    static let purpose = "rematch"

    /// Sets the action `rematch`.
    static func setAction(on game: GameController) {
        game.actions.set(
            "rematch",
            isAllowed: { $0.seat != nil && $1.phase == .finished && $1.next == nil && $1.prompts.isEmpty }
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try askForRematch(game, call.player)
        }
    }

    /// All have agreed.
    static func agreed(in game: GameController) {
        guard game.state.phase == .finished, game.state.next == nil, !lacksWords(game) else { return }
        game.startRematch()
    }

    /// Whether the next round could not be played, because the lexicon is not there any more.
    private static func lacksWords(_ game: GameController) -> Bool {
        game.rules.needsLexicon && game.lexicon == nil
    }

    private static func askForRematch(_ game: GameController, _ player: Player) throws(RuleViolation) {
        try game.requireSeat(player)
        guard game.state.phase == .finished else {
            throw RuleViolation(.gameNotFinished, "This round is not over yet.")
        }
        if lacksWords(game) { _ = try game.requireLexicon() }
        guard player.seat.map({ !game.state.gone.contains($0) }) ?? true else {
            throw RuleViolation(.notAllowed, "You are not part of this game any more.")
        }
        guard game.state.next == nil else {
            throw RuleViolation(.alreadyAsked, "The next round has begun already.")
        }
        let others = game.state.seats.filter { $0.bot == nil }.map(\.seat).filter {
            $0 != player.seat && !game.state.left.contains($0)
        }
        let question = Consent.Question(
            purpose: purpose, title: "Play again?", wish: "play another round", buttons: ["No", "Play again"])
        if try Consent.isGiven(question, by: player, others, in: game) { game.startRematch() }
    }
}

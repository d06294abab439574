/// What several people at one board decide together.
enum Consent {
    /// What the others are asked.
    struct Question {
        /// The name under which the rules know what to do when they agree.
        let purpose: String
        let title: String
        /// What somebody would like to do.
        let wish: String
        /// The first one changes nothing.
        let buttons: [String]
    }

    /// Whether `player` may do it at once, because nobody else is there; else asks the others.
    ///
    /// - Throws: `already-asked`.
    static func isGiven(
        _ question: Question, by player: Player, in game: GameController
    ) throws(RuleViolation) -> Bool {
        let others = game.state.seats.filter { $0.bot == nil && $0.seat != player.seat }.map(\.seat)
        return try isGiven(question, by: player, others, in: game)
    }

    /// The same when only `others` are asked.
    static func isGiven(
        _ question: Question, by player: Player, _ others: [Seat], in game: GameController
    ) throws(RuleViolation) -> Bool {
        guard !game.state.prompts.contains(where: { $0.purpose == question.purpose }) else {
            throw RuleViolation(.alreadyAsked, "The others have been asked already.")
        }
        guard !others.isEmpty else { return true }
        let asker = player.seat.flatMap { game.state.player(on: $0)?.name.text } ?? "Somebody"
        game.ask(
            question.purpose, title: question.title, message: "\(asker) would like to \(question.wish).",
            buttons: question.buttons, deciders: others)
        return false
    }
}

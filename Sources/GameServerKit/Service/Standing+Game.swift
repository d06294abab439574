import GameCore
import GameJSON
import GameStore

extension Standing {
    /// The standings of a finished game: one for a ranked game of the day, else none.
    ///
    /// A game is ranked when it was created here, on its day, with the options of the day.
    nonisolated static func all(of state: GameState) -> [Standing] {
        let setup = state.setup
        guard let day = setup.dayUnlessImported, Day(of: setup.created) == day,
            let rules = state.rules as? any DailyRules, type(of: rules).isDaily(setup.options, of: day),
            let player = state.seats.first, state.seats.count == 1, let score = rules.dailyScore(state)
        else { return [] }
        return [
            Standing(
                rules: setup.rules, day: day, name: player.name, game: setup.id, isSolved: score.isSolved,
                isAssisted: score.isAssisted, elapsed: score.elapsed, score: score.score,
                guesses: score.tries)
        ]
    }
}

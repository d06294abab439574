import GameCore
import GameJSON
import GameStore

extension Standing {
    /// How everybody did in a game that has ended so; none unless all had the same task.
    ///
    /// That is so in the game of a day that was made on that day, here, and as everybody gets it.
    nonisolated static func all(of state: GameState) -> [Standing] {
        let setup = state.setup
        guard let day = setup.dayHere, Day(of: setup.created) == day,
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

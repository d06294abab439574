import GameCore
import GameJSON
import GameStore

extension Standing {
    /// The standing of a game of the day that a player has begun; it counts even if the game is abandoned.
    nonisolated static func beginning(of state: GameState) -> [Standing] {
        holder(of: state).map { day, player in
            Standing(rules: state.setup.leaderboard, day: day, player: player, game: state.setup.id)
        }.map { [$0] } ?? []
    }

    /// The standings of a finished game: one for a ranked game of the day, else none.
    nonisolated static func all(of state: GameState) -> [Standing] {
        guard let (day, player) = holder(of: state), let rules = state.rules as? any DailyRules,
            let score = rules.dailyScore(state)
        else { return [] }
        return [
            Standing(
                rules: state.setup.leaderboard, day: day, player: player, game: state.setup.id,
                isSolved: score.isSolved, isAssisted: score.isAssisted, elapsed: score.elapsed,
                score: score.score, guesses: score.tries)
        ]
    }

    /// The day and the player of a ranked game.
    ///
    /// A game is ranked when a player with a key has made it as their own game of the day, while the day was
    /// today's somewhere.
    private nonisolated static func holder(of state: GameState) -> (Day, PlayerID)? {
        let setup = state.setup
        guard setup.isPersonal, let host = setup.host, let day = setup.dayUnlessImported,
            Day.current(at: setup.created).contains(day), let rules = state.rules as? any DailyRules,
            type(of: rules).isDaily(setup.options.without(["lexicon"]), of: day), state.seats.count == 1,
            state.seats.first?.player == host
        else { return nil }
        return (day, host)
    }
}

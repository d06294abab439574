import GameCore
import GameJSON
import GameStore

/// The game of a day: the same task for everybody, on every server.
nonisolated enum DailyGame {
    /// The rules of which there is one.
    static let rules = [SquareRules.name, MiniRules.name, GuessRules.name]

    /// Its options, by which it is told from games that somebody has made to their own liking.
    static func options(_ rules: String, of day: Day) -> Parameters {
        let text = Parameters.Value.text(day.description)
        return switch rules {
        case SquareRules.name: Parameters(["day": text, "clock": .null])
        case GuessRules.name: Parameters(["day": text, "mode": .text(PlayMode.daily.rawValue)])
        default:
            Parameters([
                "day": text, "difficulty": .text(Difficulty.ofWeekday(day.weekday).rawValue),
            ])
        }
    }

    /// What people call it.
    static func title(_ rules: String, of day: Day) throws(RuleViolation) -> GameTitle {
        try GameTitle("\(rules.prefix(1).uppercased())\(rules.dropFirst()) of \(day)")
    }
}

extension Standing {
    /// How everybody did in a game that has ended so; none unless all had the same task.
    ///
    /// That is so in the game of a day that was made on that day, here, and as everybody gets it.
    nonisolated static func all(of game: GamePicture) -> [Standing] {
        let setup = game.setup
        guard let day = setup.dayHere, Day(of: setup.created) == day,
            setup.options.without(["hard"]) == DailyGame.options(setup.rules, of: day),
            let result = game.state.result, let player = game.state.seats.first, game.state.seats.count == 1
        else { return [] }
        if result.answer == nil {
            guard let score = result.scores.first, game.state.round?.helped.isEmpty == true else {
                return []
            }
            return [
                Standing(
                    rules: setup.rules, day: day, name: player.name, game: setup.id, isSolved: true,
                    isAssisted: false, elapsed: result.elapsed, score: score.points, guesses: nil)
            ]
        }
        let solve = result.solves.first
        return [
            Standing(
                rules: setup.rules, day: day, name: player.name, game: setup.id, isSolved: solve != nil,
                isAssisted: solve?.isAssisted ?? false, elapsed: solve?.elapsed ?? result.elapsed, score: nil,
                guesses: solve?.guesses)
        ]
    }
}

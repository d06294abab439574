import GameCore

/// How somebody did in the game of a day.
///
/// Of each name on each day only the first one is kept.
nonisolated struct Standing: Hashable, Sendable {
    let rules: String
    let day: Day
    let name: PlayerName
    let game: GameID
    /// Whether what was to be found was found; always where nothing was.
    let isSolved: Bool
    let isAssisted: Bool
    let elapsed: Duration
    let score: Int?
    let guesses: Int?

    /// By which names are told apart: without case.
    var key: String { name.text.lowercased() }
}

/// What is asked of the leaderboards.
nonisolated struct LeaderListing: Sendable {
    let rules: String
    /// nil from the beginning.
    let from: Day?
    let to: Day
    let limit: Int
}

/// The best of a time.
nonisolated struct Leaders: Sendable {
    let best: [Leader]
    /// Those who had help, by name.
    let assisted: [Leader]
}

/// How somebody did in the games of some days.
nonisolated struct Leader: Equatable, Sendable {
    /// From 1; those who did equally well share it.
    let rank: Int
    let name: String
    let played: Int
    let solved: Int
    let elapsed: Duration
    let score: Int?
    let guesses: Int?
    /// Days in a row up to the last one, and at most.
    var streak = 0
    var longest = 0
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

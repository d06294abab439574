import GameCore

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

/// Who has played the game of a day before, known by a token.
nonisolated struct DailyPerson: Sendable {
    let name: PlayerName
    let colour: Colour
    /// The game of the day that was asked for, if this person has it already.
    let game: GameID?
}

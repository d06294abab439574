/// From where chance comes when something is hidden: a day, a number that somebody has chosen, or neither.
///
/// The three never meet, so that nobody gets the word of tomorrow by choosing a number.
public enum HiddenSeed {
    /// The numbers that can be chosen.
    public static let choices = 0...(1 << 53 - 1)

    /// Reads `seed`; `day` takes its place, and without either it is the secret one of `setup`.
    static func read(_ options: Parameters, day: Day?, of setup: GameSetup) throws(RuleViolation) -> UInt64 {
        let chosen = try options.number("seed", in: choices)
        guard let day else { return chosen.map { of($0, rules: setup.rules) } ?? setup.seed }
        guard chosen == nil else {
            throw RuleViolation(.invalidValue, "“day” takes the place of “seed”.")
        }
        return of(day, rules: setup.rules)
    }

    /// The seed of a game of `rules` for a `number` that somebody has chosen.
    public static func of(_ number: Int, rules: String) -> UInt64 {
        FNV1a64.value(of: "\(rules) number \(number)")
    }

    /// The seed of the game of a `day` by `rules`.
    public static func of(_ day: Day, rules: String) -> UInt64 {
        FNV1a64.value(of: "\(rules) of \(day)")
    }
}

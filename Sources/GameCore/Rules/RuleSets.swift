/// The rule sets by name.
public enum RuleSets {
    private static var all: [any RuleSet.Type] {
        [FreeRules.self, SquareRules.self, MiniRules.self, GuessRules.self]
    }

    /// The names that a game can ask for.
    public static var names: [String] { all.map { $0.name } }

    /// Whether something is to be found in a game of `setup`.
    public static func hidesAnswer(_ setup: GameSetup) -> Bool {
        (try? type(for: setup)) is any SolvingRules.Type
    }

    /// `setup` with what is to be found in its game, where something is.
    ///
    /// - Throws: `unknown-rules`; what the rule set says of its options, or has nothing to choose from.
    public static func complete(_ setup: GameSetup, from library: any Library) throws(RuleViolation)
        -> GameSetup
    {
        setup.with(try type(for: setup).answer(for: setup, from: library))
    }

    /// The rules that `setup` asks for.
    ///
    /// - Throws: `unknown-rules`; what the rule set says of its options.
    static func rules(for setup: GameSetup) throws(RuleViolation) -> any RuleSet {
        guard setup.answer == nil || hidesAnswer(setup) else {
            throw RuleViolation(.invalidValue, "There is nothing to be found in games of these rules.")
        }
        return try type(for: setup).init(setup)
    }

    private static func type(for setup: GameSetup) throws(RuleViolation) -> any RuleSet.Type {
        guard let type = all.first(where: { $0.name == setup.rules }) else {
            let known = names.joined(separator: ", ")
            throw RuleViolation(.unknownRules, "There are no rules of that name; known are: \(known).")
        }
        return type
    }
}

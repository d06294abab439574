/// The rule sets by name.
public enum RuleSets {
    private static var all: [any RuleSet.Type] { [FreeRules.self, SquareRules.self] }

    /// The names that a game can ask for.
    public static var names: [String] { all.map { $0.name } }

    /// The rules that `setup` asks for.
    ///
    /// - Throws: `unknown-rules`; what the rule set says of its options.
    static func rules(for setup: GameSetup) throws(RuleViolation) -> any RuleSet {
        guard let type = all.first(where: { $0.name == setup.rules }) else {
            let known = names.joined(separator: ", ")
            throw RuleViolation(.unknownRules, "There are no rules of that name; known are: \(known).")
        }
        return try type.init(options: setup.options)
    }
}

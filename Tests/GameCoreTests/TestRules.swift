import GameCore

/// Every game that the project comes with.
let allRules = RuleCatalog(FreeRules.self, SquareRules.self, MiniRules.self, GuessRules.self)

extension Game {
    /// A new game of `setup`.
    convenience init(_ setup: GameSetup, lexicons: Lexicons = .none) throws(RuleViolation) {
        self.init(try allRules.newGame(setup), lexicons: lexicons)
    }
}

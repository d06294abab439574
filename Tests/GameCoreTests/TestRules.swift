import GameCore

/// The rules of all games.
let allRules = RuleCatalog(
    FreeRules.self, SquareRules.self, MiniRules.self, GuessRules.self, LatticeRules.self)

extension Game {
    convenience init(_ setup: GameSetup, lexicons: Lexicons = .none) throws(RuleViolation) {
        self.init(try allRules.newGame(setup), lexicons: lexicons)
    }
}

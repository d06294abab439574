import GameCore

@testable import GameServer

/// The rules that the program registers.
nonisolated let allRules = RuleCatalog.registered

nonisolated extension Game {
    /// A new game of `setup`.
    convenience init(_ setup: GameSetup, lexicons: Lexicons = .none) throws(RuleViolation) {
        self.init(try allRules.newGame(setup), lexicons: lexicons)
    }
}

import GameCore

@testable import GameServer

nonisolated let allRules = RuleCatalog.registered

nonisolated extension Game {
    convenience init(_ setup: GameSetup, lexicons: Lexicons = .none) throws(RuleViolation) {
        self.init(try allRules.newGame(setup), lexicons: lexicons)
    }
}

import GameCore
import GameServerCommands

nonisolated extension RuleCatalog {
    /// The rule sets that this server plays; register a new one here.
    static let registered = RuleCatalog(
        FreeRules.self, SquareRules.self, MiniRules.self, GuessRules.self, LatticeRules.self)
}

@main
enum GameServer {
    static func main() { Program.main(.registered) }
}

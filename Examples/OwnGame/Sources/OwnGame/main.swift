import GameCore
import GameServerCommands

// FreeRules run the board at /board, which every server has.
Program.main(RuleCatalog(ApartRules.self, DigRules.self, FreeRules.self))

import GameCore
import GameServerKit

// FreeRules run the board at /board, which every server has.
Server.main(RuleCatalog(ApartRules.self, FreeRules.self))

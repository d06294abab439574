import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

nonisolated extension RuleCatalog {
    /// The games that this server knows: to add one, name it here.
    static let registered = RuleCatalog(
        FreeRules.self, SquareRules.self, MiniRules.self, GuessRules.self)
}

/// The program: `GameServer` alone serves.
@main
struct GameServer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "GameServer",
        abstract: "FiveByFive: word games on a 5x5 board, for browsers and curl.",
        subcommands: [
            Serve.self, Verify.self, Backup.self, Export.self, Import.self, Stats.self,
            Generate.self, Migrate.self,
        ],
        defaultSubcommand: Serve.self)
}

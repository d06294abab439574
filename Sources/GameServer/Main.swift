import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

nonisolated extension RuleCatalog {
    /// The rule sets that this server plays; register a new one here.
    static let registered = RuleCatalog(
        FreeRules.self, SquareRules.self, MiniRules.self, GuessRules.self, LatticeRules.self)
}

/// The program, which runs `serve` when no subcommand is given.
@main
struct GameServer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "GameServer",
        abstract: "FiveByFive: word games on a 5x5 grid, in the browser or with curl.",
        discussion: EnvironmentOptions.help,
        version: "FiveByFive \(Version.current)",
        subcommands: [
            Serve.self, Verify.self, Backup.self, Restore.self, Export.self, Import.self, Stats.self,
            Generate.self, PackCommand.self, Migrate.self, Admin.self,
        ],
        defaultSubcommand: Serve.self)

    /// Runs the command, with the options that the command line leaves out taken from the environment.
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if let unknown = unknownCommand(arguments.first) { exit(withError: ValidationError(unknown)) }
        // Help takes no options.
        if arguments.first == "help" { return main(Array(arguments)) }
        let command = configuration.subcommands.first { $0._commandName == arguments.first } ?? Serve.self
        main(EnvironmentOptions(of: command).completed(arguments, checkedBy: Self.self))
    }

    /// The error for a first argument that is an unknown command; nil for a command or an option.
    private static func unknownCommand(_ argument: String?) -> String? {
        let names = configuration.subcommands.map { $0._commandName } + ["help"]
        guard let argument, !argument.hasPrefix("-"), !names.contains(argument) else { return nil }
        let shown = argument.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return
            "There is no command “\(String(String.UnicodeScalarView(shown)))”. The commands are \(names.joined(separator: ", "))."
    }
}

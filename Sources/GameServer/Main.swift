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
        if let unknown = unknownCommand(arguments) { exit(withError: ValidationError(unknown)) }
        // Help takes no options.
        if arguments.first == "help" { return main(Array(arguments)) }
        let command = configuration.subcommands.first { $0._commandName == arguments.first } ?? Serve.self
        main(EnvironmentOptions(of: command).completed(arguments, checkedBy: Self.self))
    }

    /// The error for an argument that should name a command and does not; nil if all do.
    private static func unknownCommand(_ arguments: some Sequence<String>) -> String? {
        var (command, path): (any ParsableCommand.Type, [String]) = (Self.self, [])
        for argument in arguments {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !argument.hasPrefix("-") else { return nil }
            if path.isEmpty, argument == "help" { return nil }
            guard let next = commands.first(where: { $0._commandName == argument }) else {
                let shown = argument.unicodeScalars.filter { $0.properties.generalCategory != .control }
                let name = (path + [String(String.UnicodeScalarView(shown))]).joined(separator: " ")
                let names = commands.map { $0._commandName } + (path.isEmpty ? ["help"] : [])
                let known = (["The commands"] + path.suffix(1).map { "of \($0)" }).joined(separator: " ")
                return "There is no command “\(name)”. \(known) are \(names.joined(separator: ", "))."
            }
            (command, path) = (next, path + [argument])
        }
        return nil
    }
}

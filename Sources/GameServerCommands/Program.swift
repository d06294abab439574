import ArgumentParser
import Foundation
public import GameCore
import GameServerKit
import Synchronization

/// A server of word games with its commands, for any rules; the article “Write a game” shows such a program.
public enum Program {
    private nonisolated static let registered = Mutex(RuleCatalog(FreeRules.self))

    /// The games of the program; the free board alone before ``main(_:)``.
    nonisolated static var rules: RuleCatalog { registered.withLock(\.self) }

    nonisolated static func register(_ rules: RuleCatalog) { registered.withLock { $0 = rules } }

    /// Runs the command line of a program that plays `rules`, the first of them where a request names none.
    ///
    /// Options that the command line leaves out are taken from the environment. Ends the process. Main thread.
    public static func main(_ rules: RuleCatalog) {
        register(rules)
        CommandLineTool.run(CommandLine.arguments.dropFirst())
    }
}

/// The commands, of which `serve` runs when none is named.
struct CommandLineTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: URL(filePath: CommandLine.arguments[0]).lastPathComponent,
        abstract: "FiveByFive: word games on a 5x5 grid, in the browser or with curl.",
        discussion: EnvironmentOptions.help,
        version: "FiveByFive \(Version.current)",
        subcommands: [
            Serve.self, Verify.self, Backup.self, Restore.self, Export.self, Import.self, Stats.self,
            Generate.self, PackCommand.self, Migrate.self, Admin.self,
        ],
        defaultSubcommand: Serve.self)

    /// Runs a command, with the options that `arguments` leave out taken from the environment.
    static func run(_ arguments: ArraySlice<String>) {
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

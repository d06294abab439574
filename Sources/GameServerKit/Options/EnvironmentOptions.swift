package import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameStore

/// The options of a command as environment variables: `FIVEBYFIVE_IO_THREADS=2` means `--io-threads 2`.
///
/// The variables follow from the names of the options, so every option has one.
package nonisolated struct EnvironmentOptions {
    /// What `--help` says about the variables.
    package static let help = """
        Each option is also an environment variable, such as FIVEBYFIVE_IO_THREADS for --io-threads; the \
        command line wins. A flag is true or false; values of a repeated option are separated by commas.
        """

    private static let prefix = "FIVEBYFIVE_"

    private struct Option {
        let name: String
        let isFlag: Bool
        let isRepeated: Bool

        var variable: String {
            EnvironmentOptions.prefix + name.uppercased().replacingOccurrences(of: "-", with: "_")
        }

        func isGiven(in arguments: [String]) -> Bool {
            arguments.contains { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") }
        }

        /// The arguments that mean `value`.
        func arguments(for value: String) throws(ValidationError) -> [String] {
            guard isFlag else {
                let values = isRepeated ? value.split(separator: ",").map(String.init) : [value]
                return values.map { "--\(name)=\($0)" }
            }
            switch value.lowercased() {
            case "true", "yes", "on", "1": return ["--\(name)"]
            case "false", "no", "off", "0": return []
            default: throw ValidationError("\(variable) must be true or false.")
            }
        }
    }

    private let command: any ParsableArguments.Type

    package init(of command: any ParsableArguments.Type) {
        self.command = command
    }

    private var options: [Option] {
        let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
        return (dump?.command.arguments ?? []).compactMap { argument in
            guard argument.kind != "positional", let name = argument.preferredName?.name,
                !["help", "version"].contains(name)
            else { return nil }
            return Option(name: name, isFlag: argument.kind == "flag", isRepeated: argument.isRepeating)
        }
    }

    /// The arguments, preceded by those of each variable that is set and whose option is absent.
    ///
    /// Exits with an error that names the variable if its value is malformed.
    ///
    /// - Parameter arguments: May begin with the name of a subcommand.
    /// - Parameter root: Parses the arguments.
    package func completed<Root: ParsableArguments>(
        _ arguments: some Sequence<String>, checkedBy root: Root.Type = ServerOptions.self
    ) -> [String] {
        let given = Array(arguments)
        var added: Added = []
        let environment = ProcessInfo.processInfo.environment
        // Most servers have no such variable, and listing the options takes 5 % of a start.
        guard environment.keys.contains(where: { $0.hasPrefix(Self.prefix) }) else { return given }
        do {
            for option in options where !option.isGiven(in: given) {
                // Deployment tools set a variable to nothing when they mean that it is absent.
                guard let value = environment[option.variable], !value.isEmpty else { continue }
                added.append((option.variable, try option.arguments(for: value)))
            }
        } catch { root.exit(withError: error) }
        let completed = Self.joined(added, given)
        if !added.isEmpty { Self.check(completed, added, given, root) }
        return completed
    }

    private typealias Added = [(variable: String, arguments: [String])]

    /// The added arguments, after the name of the subcommand if there is one.
    private static func joined(_ added: Added, _ given: [String]) -> [String] {
        let start = given.first?.hasPrefix("-") == false ? 1 : 0
        return given[..<start] + added.flatMap(\.arguments) + given[start...]
    }

    /// Exits with an error that names the variable without which the arguments could be parsed.
    private static func check(
        _ completed: [String], _ added: Added, _ given: [String], _ root: any ParsableArguments.Type
    ) {
        do { try parse(root, completed) } catch {
            guard root.exitCode(for: error) != .success else { root.exit(withError: error) }
            let culprits = added.indices.filter { index in
                var others = added
                others.remove(at: index)
                return (try? parse(root, joined(others, given))) != nil
            }
            let names = (culprits.isEmpty ? Array(added.indices) : culprits).map { added[$0].variable }
            // The help of the option says its unit and range.
            let lines = root.fullMessage(for: error).split(separator: "\n")
            let help = lines.first { $0.hasPrefix("Help:") }.map { "\n\($0)" } ?? ""
            let message = root.message(for: error) + help
            root.exit(withError: ValidationError("\(names.joined(separator: ", ")): \(message)"))
        }
    }

    private static func parse(_ root: any ParsableArguments.Type, _ arguments: [String]) throws {
        if let command = root as? any ParsableCommand.Type {
            _ = try command.parseAsRoot(arguments)
        } else {
            _ = try root.parse(arguments)
        }
    }

    /// The part of swift-argument-parser's description of a command that names its options.
    private struct Dump: Decodable {
        struct Command: Decodable { let arguments: [Argument]? }
        struct Name: Decodable { let name: String }
        struct Argument: Decodable {
            let kind: String
            let isRepeating: Bool
            let preferredName: Name?
        }

        let command: Command
    }
}

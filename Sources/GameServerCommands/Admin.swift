import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// The commands on a running server, through the control socket in its data folder.
struct Admin: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look at a running server and change what it stores.",
        discussion: """
            Each command prints a table, or JSON with --json, and adds a line to audit.log in the data \
            folder. What is deleted is gone from the database at once; backups keep it.
            """,
        subcommands: [
            Status.self, Games.self, Rooms.self, Challenges.self, Puzzles.self, Players.self, Leaders.self,
            Ban.self,
            Lobby.self,
            LogLevel.self,
        ])

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show how the server is doing.")
        @OptionGroup var socket: AdminSocket

        func run() throws { try socket.send("status") }
    }

    struct LogLevel: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "loglevel", abstract: "Show or set the lowest level of messages to log.")
        @Argument(help: "trace, debug, info, notice, warning, error or critical.") var level: String?
        @OptionGroup var socket: AdminSocket

        func run() throws { try socket.send("loglevel", ["level": level]) }
    }
}

/// The options that all commands on a running server share.
struct AdminSocket: ParsableArguments {
    @OptionGroup var data: DataOptions
    @Flag(help: "Print JSON.")
    var json = false

    /// Sends a command with its arguments, and prints the answer.
    ///
    /// - Throws: `StoreRefusal` with the server's refusal, or if no server runs.
    func send(_ command: String, _ arguments: [String: Any?] = [:]) throws {
        guard let client = try data.runningServer else {
            throw StoreRefusal("No server is running in the data folder “\(data.folder)”.")
        }
        let path = "/admin/" + command.replacingOccurrences(of: " ", with: "/")
        let body = try JSONSerialization.data(withJSONObject: arguments.compactMapValues { $0 })
        let (status, answer) = try client.post(
            path, Array(body), accepting: json ? "application/json" : "text/plain")
        guard status == 200 else { throw StoreRefusal(Self.detail(of: answer)) }
        print(answer.hasSuffix("\n") ? String(answer.dropLast()) : answer)
    }

    private static func detail(of problem: String) -> String {
        guard case .object(let json) = JSONValue(parsing: problem), case .text(let detail) = json["detail"]
        else { return problem }
        return detail
    }
}

/// The options of a list.
struct PageOptions: ParsableArguments {
    @Option(help: "The number of rows.") var limit = 50
    @Option(help: "Go on after this cursor, which the page before has printed.") var after: String?
}

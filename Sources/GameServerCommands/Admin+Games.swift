import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

extension Admin {
    struct Games: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List, show, hide, close and delete games.",
            subcommands: [List.self, Details.self, Show.self, Hide.self, Close.self, Delete.self])

        struct List: ParsableCommand {
            static let configuration = CommandConfiguration(abstract: "List games, private ones too.")
            @Option(help: "Only games of these rules.") var rules: String?
            @Option(help: "Only games that are waiting, playing or finished.") var state: String?
            @Option(help: "Only games with this text in the id, the title or a player's name.")
            var search: String?
            @OptionGroup var page: PageOptions
            @OptionGroup var socket: AdminSocket

            func run() throws {
                try socket.send(
                    "games list",
                    [
                        "rules": rules, "state": state, "search": search, "limit": page.limit,
                        "after": page.after,
                    ])
            }
        }

        struct Details: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Print everything about a game but its letters.")
            @OptionGroup var game: GameArgument

            func run() throws { try game.send("games details") }
        }

        struct Show: ParsableCommand {
            static let configuration = CommandConfiguration(abstract: "Add a game to the public list.")
            @OptionGroup var game: GameArgument

            func run() throws { try game.send("games show") }
        }

        struct Hide: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Remove a game from the public list; its link goes on working.")
            @OptionGroup var game: GameArgument

            func run() throws { try game.send("games hide") }
        }

        struct Close: ParsableCommand {
            static let configuration = CommandConfiguration(abstract: "End a game, as its host can.")
            @OptionGroup var game: GameArgument

            func run() throws { try game.send("games close") }
        }

        struct Delete: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Delete a game with its letters and leaderboard rows.")
            @OptionGroup var game: GameArgument

            func run() throws { try game.send("games delete") }
        }
    }

    struct Rooms: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List and delete rooms.", subcommands: [List.self, Delete.self])

        struct List: ParsableCommand {
            static let configuration = CommandConfiguration(abstract: "List rooms, unlisted ones too.")
            @OptionGroup var page: PageOptions
            @OptionGroup var socket: AdminSocket

            func run() throws {
                try socket.send("rooms list", ["limit": page.limit, "after": page.after])
            }
        }

        struct Delete: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Delete a room with its history and standings; its games stay.")
            @Argument(help: "The name of the room.") var room: String
            @OptionGroup var socket: AdminSocket

            func run() throws { try socket.send("rooms delete", ["room": room]) }
        }
    }

    struct Challenges: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List and delete challenges.", subcommands: [List.self, Delete.self])

        struct List: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "List challenges with their makers and titles, not their answers.")
            @OptionGroup var page: PageOptions
            @OptionGroup var socket: AdminSocket

            func run() throws {
                try socket.send("challenges list", ["limit": page.limit, "after": page.after])
            }
        }

        struct Delete: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Delete a challenge with its results; the games of its players stay.")
            @Argument(help: "The id of the challenge.") var challenge: String
            @OptionGroup var socket: AdminSocket

            func run() throws { try socket.send("challenges delete", ["challenge": challenge]) }
        }
    }

    struct Puzzles: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List and delete uploaded and generated puzzles.",
            subcommands: [List.self, Delete.self])

        struct List: ParsableCommand {
            static let configuration = CommandConfiguration(abstract: "List puzzles, private ones too.")
            @OptionGroup var page: PageOptions
            @OptionGroup var socket: AdminSocket

            func run() throws {
                try socket.send("puzzles list", ["limit": page.limit, "after": page.after])
            }
        }

        struct Delete: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Delete a puzzle; games made from it stay.")
            @Argument(help: "The id of the puzzle.") var puzzle: String
            @OptionGroup var socket: AdminSocket

            func run() throws { try socket.send("puzzles delete", ["puzzle": puzzle]) }
        }
    }

    struct Lobby: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Clear the board that always exists.", subcommands: [Clear.self])

        struct Clear: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Clear the lobby's letters and free its seats.")
            @OptionGroup var socket: AdminSocket

            func run() throws { try socket.send("lobby clear") }
        }
    }
}

/// A game's id, and the options of the socket.
struct GameArgument: ParsableArguments {
    @Argument(help: "The id of the game.") var game: String
    @OptionGroup var socket: AdminSocket

    func send(_ command: String) throws { try socket.send(command, ["game": game]) }
}

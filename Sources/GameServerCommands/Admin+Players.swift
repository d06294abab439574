import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

extension Admin {
    struct Players: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List, rename and delete the names of players.",
            discussion: """
                A name is that of players without a key, compared without regard to case. A player with a \
                key is named by the id (p…) that the seats of “games details” and the leaderboards show.
                """,
            subcommands: [List.self, Rename.self, Delete.self])

        struct List: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "List the names in seats, with their number of games.")
            @Option(help: "Only names with this text.") var search: String?
            @OptionGroup var socket: AdminSocket

            func run() throws { try socket.send("players list", ["search": search]) }
        }

        struct Rename: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Give a player another name, or replace a name in all games.")
            @Argument(help: "The name now, or the id of a player with a key.") var name: String
            @Argument(help: "The new name.") var to: String
            @OptionGroup var socket: AdminSocket

            func run() throws { try socket.send("players rename", ["name": name, "to": to]) }
        }

        struct Delete: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Delete a player, or a name from all games; the letters stay.")
            @Argument(help: "The name, or the id of a player with a key.") var name: String
            @OptionGroup var socket: AdminSocket

            func run() throws { try socket.send("players delete", ["name": name]) }
        }
    }

    struct Leaders: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove rows of the leaderboards.", subcommands: [Remove.self])

        struct Remove: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Remove a player's results from the leaderboards.")
            @Argument(help: "The id of the player.") var player: String
            @Option(help: "Only results of these rules.") var rules: String?
            @Option(help: "Only the result of this day, such as 2026-11-21.") var day: String?
            @OptionGroup var socket: AdminSocket

            func run() throws {
                try socket.send("leaders remove", ["name": player, "rules": rules, "day": day])
            }
        }
    }

    struct Ban: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ban addresses and networks, which get 403 for every request.",
            subcommands: [List.self, Add.self, Remove.self])

        struct List: ParsableCommand {
            static let configuration = CommandConfiguration(abstract: "List the bans.")
            @OptionGroup var socket: AdminSocket

            func run() throws { try socket.send("ban list") }
        }

        struct Add: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Ban an address or a network, and end its streams.")
            @Argument(help: "192.0.2.7, 192.0.2.0/24 or 2001:db8::/48.") var address: String
            @OptionGroup var socket: AdminSocket

            func run() throws { try socket.send("ban add", ["address": address]) }
        }

        struct Remove: ParsableCommand {
            static let configuration = CommandConfiguration(abstract: "Lift a ban.")
            @Argument(help: "The address or network of the ban.") var address: String
            @OptionGroup var socket: AdminSocket

            func run() throws { try socket.send("ban remove", ["address": address]) }
        }
    }
}

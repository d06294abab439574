import ArgumentParser
import Foundation
import GameCore
import GameJSON
import GameServerKit
import GameStore
import Logging
import RedisStore

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the web page and the HTTP API.",
        discussion: """
            Open the printed link in a browser, or try: curl -d A localhost:8080/board/cells/12

            On SIGTERM or Ctrl-C the server finishes the requests in progress, for at most 10 s, and exits \
            with 0; a second signal stops it at once.

            \(EnvironmentOptions.help)
            """)

    @OptionGroup var server: ServerOptions
    @Option(
        help: """
            Where games are kept: \(StoreKind.names). Games in memory end with the server. Several servers \
            can share one Redis; --data then has nothing but the socket of `admin`.
            """)
    var store = "sqlite"
    @OptionGroup var redis: RedisOptions
    @Flag(help: "Accept a Redis that may lose moves that it has acknowledged.")
    var allowWeakDurability = false

    func validate() throws {
        _ = try storeKind
    }

    /// The parsed `--store`; errors do not repeat a value that may hold a password.
    private var storeKind: StoreKind {
        get throws {
            do {
                if let kind = try StoreKind(store) { return kind }
            } catch { throw ValidationError("--store: \(error).") }
            let written = store.contains("@") ? "" : ", not “\(store)”"
            throw ValidationError("--store must be \(StoreKind.names)\(written).")
        }
    }

    func run() throws {
        let (settings, log, folder) = (try server.settings, server.log, server.dataFolder)
        let (store, allowsWeakDurability) = (try redis.completed(storeKind), allowWeakDurability)
        if RedisOptions.showsPassword(in: self.store) { log.warning("\(RedisOptions.warning)") }
        try onMainActor {
            let server = try Server(settings, Program.rules, log: log) { loop in
                try store.open(
                    folder: folder, Program.rules, loop: loop, allowsWeakDurability: allowsWeakDurability
                ) { log.warning("\($0)") }
            }
            try server.run()
            // The store has closed. Work on other threads may still hold parts of the server, which must not
            // be released there, so that the program ends here.
            withExtendedLifetime(server) { Foundation.exit(0) }
        }
    }
}

public import ArgumentParser
import EventIO
import GameCore
import GameJSON
import GameServerKit
import GameStore
public import Logging
import RedisStore

/// `GameServer serve`: what can be said on the command line.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the page and the HTTP interface.",
        discussion: """
            Open the printed link in a browser, or: curl -d A localhost:8080/board/cells/12

            On SIGTERM or Ctrl-C the server finishes what is under way, at most 10 s, and exits with 0; a \
            second signal ends it at once.
            """)

    @Option(help: "The address to listen on; 0.0.0.0 opens the server to the network.")
    var host = "127.0.0.1"
    @Option(help: "The port; 0 picks a free one.")
    var port: UInt16 = 8080
    @Option(name: .customLong("data"), help: "The folder in which games are kept; it is made if need be.")
    var dataFolder = "data"
    @Option(
        help: """
            Where games are kept: \(StoreKind.names). In memory they end with the server; in Redis several \
            servers share them, and --data is not used.
            """)
    var store = "sqlite"
    @Flag(help: "Accept a Redis that may forget moves which it has acknowledged.")
    var allowWeakDurability = false
    @Option(
        name: .customLong("listen-fd"),
        help: "Serve a listening socket that is already open under this number, as systemd hands it over.")
    var listenDescriptor: Int32?
    @Option(help: "Megabytes that games may take in memory; the longest idle leave it first.")
    var gameMemory = 40
    @Option(
        name: .customLong("static"),
        help: "The folder of the page. (default: static, here or beside the program)")
    var staticFolder: String?
    @Option(
        name: .customLong("lexicon"),
        help: ArgumentHelp(
            "A list of words, one a line in UTF-8; may be given several times.", valueName: "name=path"))
    var lexicons: [String] = []
    @Option(help: "The name of a lexicon whose accents are dropped; may be given several times.")
    var foldAccents: [String] = []
    @Option(
        help:
            "Event loops, each with its own thread; the first also runs the games. One a core, but one."
    )
    var ioThreads = Settings.usualIOThreads
    @Flag(
        name: .customLong("no-address-limits"),
        help: "No limits by address: for benchmarks and trusted networks.")
    var noAddressLimits = false
    @Option(help: "A name under which people reach this server; may be given several times.")
    var publicHost: [String] = []
    @Option(
        help: """
            The address or network of a proxy whose Forwarded and X-Forwarded-For are believed; may be given \
            several times.
            """)
    var trustedProxy: [String] = []
    @Option(
        name: .customLong("tls-cert"),
        help: "Speak HTTPS with the certificate in this file, in PEM with its chain; SIGHUP reads it again.")
    var certificate: String?
    @Option(name: .customLong("tls-key"), help: "The file with the key of the certificate, in PEM.")
    var key: String?
    @Option(help: "How many may watch one game without a seat.")
    var spectators = 2000
    @Option(help: "How much is logged to standard error: \(Logger.Level.names).")
    var logLevel: Logger.Level = .info

    func validate() throws {
        guard (1...Settings.mostIOThreads).contains(ioThreads) else {
            throw ValidationError("--io-threads is 1 to \(Settings.mostIOThreads).")
        }
        guard (1...1_048_576).contains(gameMemory) else {
            throw ValidationError("--game-memory is 1 or more.")
        }
        _ = try lexiconSources
        _ = try storeKind
        guard trustedProxy.allSatisfy({ AddressBlock($0) != nil }) else {
            throw ValidationError("--trusted-proxy is an address, or a network such as 10.0.0.0/8.")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--tls-cert and --tls-key go together.")
        }
        guard publicHost.allSatisfy({ !$0.isEmpty && !$0.contains("/") && !$0.contains(" ") }) else {
            throw ValidationError("--public-host is a host name, without scheme and path.")
        }
    }

    /// What `--lexicon` and `--fold-accents` say together.
    private var lexiconSources: [LexiconSource] {
        get throws {
            let sources = try lexicons.map { argument in
                guard let source = LexiconSource(argument, folding: foldAccents) else {
                    throw ValidationError("--lexicon is NAME=PATH, the name of letters, digits, - or _.")
                }
                return source
            }
            for name in foldAccents where !sources.contains(where: { $0.name == name }) {
                throw ValidationError("--fold-accents: there is no --lexicon of the name “\(name)”.")
            }
            guard Set(sources.map(\.name)).count == sources.count else {
                throw ValidationError("--lexicon names each lexicon once.")
            }
            return sources
        }
    }

    /// What `--store` says; it is not repeated in errors where it may hold a password.
    private var storeKind: StoreKind {
        get throws {
            do {
                if let kind = try StoreKind(store) { return kind }
            } catch { throw ValidationError("--store: \(error).") }
            let written = store.contains("@") ? "" : ", not “\(store)”"
            throw ValidationError("--store is \(StoreKind.names)\(written).")
        }
    }

    private var tls: TLSContext? {
        get throws {
            guard let certificate, let key else { return nil }
            return try TLSContext(certificate: certificate, key: key)
        }
    }

    func run() throws {
        var log = Logger(label: "fivebyfive") { StreamLogHandler.standardError(label: $0) }
        log.logLevel = logLevel
        let lexicons = try lexiconSources
        let tls = try tls
        let store = try storeKind
        try onMainActor { [log] in
            var settings = settings
            settings.lexicons = lexicons
            settings.tls = tls
            try ServerProgram(settings, .registered, log: log) { loop in
                try store.open(
                    folder: dataFolder, .registered, loop: loop, allowsWeakDurability: allowWeakDurability
                ) { log.warning("\($0)") }
            }.run()
        }
    }

    @MainActor private var settings: Settings {
        var settings = Settings()
        settings.host = host
        settings.port = port
        settings.staticFolder = staticFolder
        settings.ioThreads = ioThreads
        settings.listenDescriptor = listenDescriptor ?? ListeningSockets.inherited
        settings.gameMemory = gameMemory << 20
        settings.addressLimits = !noAddressLimits
        settings.publicHosts = Set(publicHost)
        settings.trustedProxies = trustedProxy.compactMap(AddressBlock.init(_:))
        settings.spectatorsPerGame = spectators
        return settings
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {
    nonisolated fileprivate static var names: String {
        allCases.map(\.rawValue).joined(separator: ", ")
    }
}

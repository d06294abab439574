public import ArgumentParser
import EventIO
import GameCore
import GameJSON
import GameServerKit
import GameStore
public import Logging
import RedisStore

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the web page and the HTTP API.",
        discussion: """
            Open the printed link in a browser, or try: curl -d A localhost:8080/board/cells/12

            On SIGTERM or Ctrl-C the server finishes the requests in progress, for at most 10 s, and exits \
            with 0; a second signal stops it at once.
            """)

    @Option(help: "The address to listen on; 0.0.0.0 opens the server to the network.")
    var host = "127.0.0.1"
    @Option(help: "The port to listen on; 0 picks a free port.")
    var port: UInt16 = 8080
    @Option(name: .customLong("data"), help: "The data folder, which is created if it does not exist.")
    var dataFolder = "data"
    @Option(
        help: """
            Where games are kept: \(StoreKind.names). Games in memory end with the server. Several servers \
            can share one Redis; --data is then ignored.
            """)
    var store = "sqlite"
    @Flag(help: "Accept a Redis that may lose moves that it has acknowledged.")
    var allowWeakDurability = false
    @Option(
        name: .customLong("listen-fd"),
        help: "Serve on an open listening socket with this descriptor, as systemd passes it.")
    var listenDescriptor: Int32?
    @Option(help: "The memory for games, in megabytes; the games idle longest are evicted first.")
    var gameMemory = 40
    @Option(
        name: .customLong("static"),
        help: "The folder with the web page. (default: ./static, or static beside the program)")
    var staticFolder: String?
    @Option(
        name: .customLong("lexicon"),
        help: ArgumentHelp(
            "A word list in UTF-8 with one word per line; may be repeated.", valueName: "name=path"))
    var lexicons: [String] = []
    @Option(help: "The name of a --lexicon whose accents are removed; may be repeated.")
    var foldAccents: [String] = []
    @Option(
        help: """
            The number of event loops, each with its own thread; the first one also runs the games. One less \
            than the number of cores unless given.
            """)
    var ioThreads = Settings.defaultIOThreads
    @Flag(
        name: .customLong("no-address-limits"),
        help: "Disable the limits per address, for benchmarks and trusted networks.")
    var noAddressLimits = false
    @Option(help: "A host name by which clients reach this server; may be repeated.")
    var publicHost: [String] = []
    @Option(
        help: """
            The address or network of a proxy whose Forwarded and X-Forwarded-For headers are trusted; may \
            be repeated.
            """)
    var trustedProxy: [String] = []
    @Option(
        name: .customLong("tls-cert"),
        help: "Serve HTTPS with the certificate and chain in this PEM file; SIGHUP reloads it.")
    var certificate: String?
    @Option(name: .customLong("tls-key"), help: "The PEM file with the private key of the certificate.")
    var key: String?
    @Option(help: "The most spectators that one game admits.")
    var spectators = 2000
    @Option(help: "The lowest level of messages to log, on standard error.")
    var logLevel: Logger.Level = .info

    func validate() throws {
        guard (1...Settings.maximumIOThreads).contains(ioThreads) else {
            throw ValidationError("--io-threads must be between 1 and \(Settings.maximumIOThreads).")
        }
        guard (1...1_048_576).contains(gameMemory) else {
            throw ValidationError("--game-memory must be between 1 and 1048576.")
        }
        _ = try lexiconSources
        _ = try storeKind
        guard trustedProxy.allSatisfy({ AddressBlock($0) != nil }) else {
            throw ValidationError("--trusted-proxy must be an address or a network such as 10.0.0.0/8.")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--tls-cert and --tls-key must be given together.")
        }
        guard publicHost.allSatisfy({ !$0.isEmpty && !$0.contains("/") && !$0.contains(" ") }) else {
            throw ValidationError("--public-host must be a host name without a scheme or path.")
        }
    }

    private var lexiconSources: [LexiconSource] {
        get throws {
            let sources = try lexicons.map { argument in
                guard let source = LexiconSource(argument, folding: foldAccents) else {
                    throw ValidationError("--lexicon must be NAME=PATH; a name has letters, digits, - or _.")
                }
                return source
            }
            for name in foldAccents where !sources.contains(where: { $0.name == name }) {
                throw ValidationError("--fold-accents: no --lexicon is named “\(name)”.")
            }
            guard Set(sources.map(\.name)).count == sources.count else {
                throw ValidationError("--lexicon: each name may be used only once.")
            }
            return sources
        }
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

extension Logger.Level: @retroactive ExpressibleByArgument {}

public import ArgumentParser
import EventIO
import Foundation
package import Logging

/// The options of a server on the command line, except how games are stored.
package struct ServerOptions: ParsableArguments {
    /// Options with their defaults.
    package init() {}

    @Option(help: "The address to listen on; 0.0.0.0 opens the server to the network.")
    var host = "127.0.0.1"
    @Option(help: "The port to listen on, 1 to 65535; 0 picks a free port.")
    var port: UInt16 = 8080
    @Option(name: .customLong("data"), help: "The data folder, which is created if it does not exist.")
    package var dataFolder = "data"
    @Option(
        name: .customLong("listen-fd"),
        help: "Serve on an open listening socket with this descriptor, as systemd passes it.")
    var listenDescriptor: Int32?
    @Option(help: "The memory for games, in megabytes; the games idle longest are evicted first.")
    var gameMemory = 40
    @Option(
        name: .customLong("static"),
        help: """
            The folder with the web page, or one that adds files to it, such as the page's module of a game; may be \
            repeated. (default: static here, beside the program or in its package)
            """)
    var staticFolders: [String] = []
    @Flag(help: "Serve /styleguide, which shows every part of the page in every state.")
    var dev = false
    @Option(
        name: .customLong("lexicon"),
        help: ArgumentHelp(
            "A word list in UTF-8 with one word per line; may be repeated.", valueName: "name=path"))
    var lexicons: [String] = []
    @Option(
        name: .customLong("pack"),
        help: ArgumentHelp(
            "The folder of a language pack, or the name of a shipped one: de or ko; may be repeated.",
            valueName: "folder"))
    var packs: [String] = []
    @Option(help: "The name of a --lexicon whose accents are removed; may be repeated.")
    var foldAccents: [String] = []
    @Option(
        help: ArgumentHelp(
            """
            The words of a --lexicon, the commonest first, one per line, perhaps with a count; hidden words are \
            taken from the commonest, without inflected forms. May be repeated.
            """, valueName: "name=path"))
    var lexiconFrequency: [String] = []
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
        help: "The address or network of a proxy that reports the addresses of clients; may be repeated.")
    var trustedProxy: [String] = []
    @Option(
        help: ArgumentHelp(
            "The only header in which trusted proxies report the address of a client.", valueName: "name"))
    var proxyHeader = "X-Forwarded-For"
    @Option(
        help: ArgumentHelp(
            "The path of a larger site under which a proxy shows this server, such as /five.",
            valueName: "path"))
    var basePath: String?
    @Option(
        help: ArgumentHelp(
            "Let pages of this origin use the API; may be repeated.", valueName: "origin"))
    var cors: [String] = []
    @Option(
        help: ArgumentHelp(
            "Let pages of this origin embed the page in a frame; may be repeated.", valueName: "origin"))
    var frameAncestors: [String] = []
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
    @Option(help: "The format of log lines.")
    var logFormat = LogFormat.logfmt
    @Option(
        help: ArgumentHelp(
            "Write a line for each request to this file, or to standard output for -; SIGHUP reopens it.",
            valueName: "file"))
    var accessLog: String?
    @Option(
        help: ArgumentHelp(
            "Log the requests that take longer, with where the time went: a number with ms or s, such as 50ms.",
            valueName: "duration"))
    var slow: Duration?

    @Option(
        help: """
            The most events of a game; then it can only be closed. The lobby, free boards and rooms go on: \
            their oldest events are deleted.
            """)
    var gameEvents = 10_000
    @Option(
        help: ArgumentHelp(
            "How often old events are looked for.", valueName: "duration", visibility: .private))
    var trimEvery = Duration.seconds(60)
    @Option(
        help: ArgumentHelp(
            "How long a member of a room must have been there to vote.", valueName: "duration",
            visibility: .private))
    var voteAfter = Duration.seconds(60)
    @Option(
        help: ArgumentHelp(
            """
            The most data that is stored: a number with MB or GB, or unlimited. From 90 % on new games and puzzles \
            are refused, from 100 % edits by people without a seat.
            """, valueName: "size"))
    var maxData = DataSize.gigabytes(10)
    @Option(
        help: ArgumentHelp(
            "How long finished games are kept: a number with h or d, such as 90d, or forever.",
            valueName: "duration"))
    var keepFinished = Retention.days(365)
    @Option(
        help: ArgumentHelp(
            "How long unfinished games are kept in which nothing happens: a number with h or d, or forever.",
            valueName: "duration"))
    var keepIdle = Retention.days(30)
    @Option(
        help: ArgumentHelp(
            "The time zone of the daily games of those who do not tell their date.", valueName: "zone"))
    var timeZone = "UTC"
    @Option(
        help: ArgumentHelp(
            """
            A host to which rooms may post their days, such as discord.com; HTTPS unless it begins with http://. May \
            be repeated; without it, rooms post nowhere.
            """, valueName: "host"))
    var webhookHost: [String] = []
    @Option(
        help: ArgumentHelp(
            "The same for a host inside your own network; may be repeated.", valueName: "host"))
    var webhookPrivateHost: [String] = []
    @Option(
        help: ArgumentHelp(
            "How long after a first failure a day is posted again.", valueName: "duration",
            visibility: .private))
    var webhookRetry = Duration.seconds(30)
    @Option(
        help: ArgumentHelp(
            """
            A file with a secret that the daily games depend on. Without it they are the same on every \
            server, and anybody who reads the source can work out tomorrow's.
            """, valueName: "file"))
    var dailySecret: String?
    @Option(
        help: ArgumentHelp(
            "Back up all games at this interval: a number with m, h or d, such as 6h.", valueName: "duration")
    )
    var backupEvery: Duration?
    @Option(help: "The number of backups to keep.")
    var backupKeep = 14
    @Option(
        help: ArgumentHelp("The folder of the backups, which is created if necessary.", valueName: "folder"))
    var backupDir: String?

    /// Refuses options that contradict each other.
    package func validate() throws {
        guard (1...Settings.maximumIOThreads).contains(ioThreads) else {
            throw ValidationError("--io-threads must be between 1 and \(Settings.maximumIOThreads).")
        }
        guard (1...1_048_576).contains(gameMemory) else {
            throw ValidationError("--game-memory must be between 1 and 1048576.")
        }
        guard gameEvents >= 1 else { throw ValidationError("--game-events must be at least 1.") }
        _ = try lexiconSources
        guard trustedProxy.allSatisfy({ AddressBlock($0) != nil }) else {
            throw ValidationError("--trusted-proxy must be an address or a network such as 10.0.0.0/8.")
        }
        guard TrustedProxies.isHeaderName(proxyHeader) else {
            throw ValidationError("--proxy-header must be the name of a header such as X-Forwarded-For.")
        }
        guard basePath.map({ BasePath($0) != nil }) ?? true else {
            throw ValidationError("--base-path must be a path such as /five, without a slash at its end.")
        }
        for (option, origins) in [("--cors", cors), ("--frame-ancestors", frameAncestors)]
        where origins.contains(where: { CrossOrigin.origin($0) == nil }) {
            throw ValidationError("\(option) must be an origin such as https://example.org.")
        }
        guard (backupEvery == nil) == (backupDir == nil) else {
            throw ValidationError("--backup-every and --backup-dir must be given together.")
        }
        guard backupEvery.map({ $0 >= .seconds(1) }) ?? true, backupKeep >= 1 else {
            throw ValidationError("--backup-every must be at least 1s, and --backup-keep at least 1.")
        }
        guard TimeZone(identifier: timeZone) != nil else {
            throw ValidationError(
                "--time-zone must be a name such as Europe/Berlin, and the package tzdata installed.")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--tls-cert and --tls-key must be given together.")
        }
        for (option, hosts) in [
            ("--webhook-host", webhookHost), ("--webhook-private-host", webhookPrivateHost),
        ] where hosts.contains(where: { OutgoingTarget.Origin($0) == nil }) {
            throw ValidationError("\(option) must be a host such as discord.com or http://10.0.0.7:8008.")
        }
        guard publicHost.allSatisfy({ !$0.isEmpty && !$0.contains("/") && !$0.contains(" ") }) else {
            throw ValidationError("--public-host must be a host name without a scheme or path.")
        }
        guard publicHost.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else {
            throw ValidationError("--public-host must be in ASCII, as in xn--bcher-kva.example.")
        }
    }

    private var lexiconSources: [LexiconSource] {
        get throws {
            var sources = try lexicons.map { argument in
                guard let source = LexiconSource(argument, folding: foldAccents) else {
                    throw ValidationError("--lexicon must be NAME=PATH; a name has letters, digits, - or _.")
                }
                return source
            }
            for argument in lexiconFrequency {
                guard let frequencies = LexiconSource(argument) else {
                    throw ValidationError(
                        "--lexicon-frequency must be NAME=PATH, with the name of a --lexicon.")
                }
                guard let place = sources.firstIndex(where: { $0.name == frequencies.name }) else {
                    throw ValidationError(
                        "--lexicon-frequency: no --lexicon is named “\(frequencies.name)”.")
                }
                sources[place].frequencies = frequencies.path
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

    private var tls: TLSContext? {
        get throws {
            guard let certificate, let key else { return nil }
            return try TLSContext(certificate: certificate, key: key)
        }
    }

    /// The settings of a server.
    ///
    /// - Throws: if the certificate or the secret of the days cannot be read.
    package var settings: Settings {
        get throws {
            var settings = Settings()
            settings.host = host
            settings.port = port
            settings.staticFolders = staticFolders
            settings.isDevelopment = dev
            settings.ioThreads = ioThreads
            settings.listenDescriptor = listenDescriptor ?? ListeningSockets.inherited
            settings.gameMemory = gameMemory << 20
            settings.addressLimits = !noAddressLimits
            settings.publicHosts = Set(publicHost)
            settings.trustedProxies = trustedProxy.compactMap(AddressBlock.init(_:))
            settings.proxyHeader = proxyHeader.lowercased()
            settings.basePath = basePath.flatMap(BasePath.init(_:)) ?? .root
            settings.crossOrigins = Set(cors.compactMap(CrossOrigin.origin))
            settings.frameAncestors = frameAncestors.compactMap(CrossOrigin.origin)
            if let backupEvery, let backupDir {
                settings.backups = ScheduledBackups.Schedule(
                    interval: backupEvery, count: backupKeep, folder: backupDir)
            }
            settings.timeZone = TimeZone(identifier: timeZone) ?? .gmt
            settings.dailySecret = try dailySecret.map(DailySecret.init(file:))
            settings.eventsPerGame = gameEvents
            settings.trimmingInterval = trimEvery
            settings.votingMembership = voteAfter
            settings.webhookHosts = WebhookHosts(webhookHost, private: webhookPrivateHost)
            settings.webhookRetry = WebhookRetry(first: webhookRetry)
            settings.maxData = maxData.bytes
            settings.dataFolder = dataFolder
            settings.keepFinished = keepFinished.duration
            settings.keepIdle = keepIdle.duration
            settings.spectatorsPerGame = spectators
            settings.logFormat = logFormat
            settings.accessLog = accessLog
            settings.slow = slow
            settings.lexicons = try lexiconSources
            settings.packs = packs
            settings.tls = try tls
            return settings
        }
    }

    /// The program's log, on standard error.
    package var log: Logger {
        let format = logFormat
        var log = Logger(label: "fivebyfive") { _ in LineLogHandler(format) }
        log.logLevel = logLevel
        return log
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

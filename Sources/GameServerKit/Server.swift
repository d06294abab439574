import ArgumentParser
import EventIO
import Foundation
package import GameCore
import GameJSON
package import GameStore
package import Logging

/// A server that plays games by given rules.
///
/// It composes the parts, serves until a signal arrives, and shuts down in order. Main thread.
package final class Server {
    private let settings: Settings
    private let log: Logger
    private let main: MainLoop
    private let store: any EventStore
    private var control: ControlSocket?
    /// The data folder of a store that has none itself, for the control socket.
    private var folder: DataFolder?
    private let bans: Bans
    private let world: World
    private let application: Application
    private let requests: RequestLog?
    private let clients = ClientLoads()
    private var connections: HTTPServerSettings
    private let server: HTTPServer
    private var otherLoops: [IOThread] = []
    private var signals: [SignalSource] = []
    private var stopDeadline: LoopTimer?
    private var isStopping = false

    /// Creates the server, without listening yet.
    ///
    /// - Throws: ``CatalogError`` for rules that cannot be played.
    /// - Parameter openStore: Opens the store on the main loop.
    package init(
        _ settings: Settings, _ rules: RuleCatalog, log: Logger,
        openStore: (MainLoop) throws -> any EventStore
    ) throws {
        try rules.check()
        try CommonFields.check(rules)
        self.settings = settings
        self.log = log
        main = MainLoop(loop: try EventLoop())
        store = try openStore(main)
        let loaded = try LexiconLoader.load(settings, log)
        let lexicons = loaded.lexicons
        let generators = PuzzleGenerators(lexicons, folders: loaded.folders, log: log)
        world = try World(
            settings: settings, rules: rules, loop: main, store: store, lexicons: lexicons,
            generators: generators, log: log)
        if let schedule = settings.backups {
            guard let store = store as? SQLiteEventStore else {
                throw StoreRefusal("--backup-every backs up a data folder only, not this store.")
            }
            world.backups = try ScheduledBackups(
                schedule, of: store, loop: main, metrics: world.metrics, log: log)
        }
        let page = try Self.page(settings, rules, log)
        page?.publish(in: world.published)
        world.servesPage = page != nil
        world.rulesDocument = rules.json(modules: page?.modules ?? [])
        let door = FrontDoor(world: world, routes: RouteTable.all + (page?.routes ?? Pages.missing))
        let requests = try RequestLog(settings, log: log)
        if store.administration != nil, !(store is SQLiteEventStore) {
            folder = Self.folder(at: settings.dataFolder, log)
        }
        let hasFolder = folder != nil || store is SQLiteEventStore
        let bans = try Bans(folder: hasFolder ? settings.dataFolder : nil, proxies: settings.proxies)
        self.bans = bans
        self.requests = requests
        application = Application(
            main: main, door: door, published: world.published, metrics: world.metrics,
            crossOrigin: settings.crossOrigin, requests: requests, bans: bans,
            base: settings.basePath)
        connections = settings.connections
        if let requests { connections.onAnswer = { requests.record($0) } }
        server = HTTPServer(loop: main.loop, settings: connections, clients: clients, handler: application)
    }

    /// Listens, prints the address, and serves until SIGTERM or SIGINT.
    package func run() throws {
        let address = try listen()
        signals = [SIGTERM, SIGINT].map { number in
            main.onSignal(number) { [weak self] in self?.stop() }
        }
        signals.append(main.onSignal(SIGHUP) { [weak self] in self?.reload() })
        openControlSocket()
        printStartup(address)
        main.loop.run()
        log.info("stopped")
    }

    private func listen() throws -> SocketAddress {
        if let inherited = settings.listenDescriptor {
            let address = try server.listen(descriptor: inherited)
            // Each loop needs its own descriptor of the shared socket.
            for _ in 1..<settings.ioThreads {
                try addLoop(.inherited(fcntl(inherited, F_DUPFD_CLOEXEC, 0)))
            }
            return address
        }
        let sharesPort = settings.ioThreads > 1
        if sharesPort { try HTTPServer.requireFree(host: settings.host, port: settings.port) }
        let address = try server.listen(host: settings.host, port: settings.port, sharesPort: sharesPort)
        for _ in 1..<settings.ioThreads { try addLoop(.shared(address)) }
        return address
    }

    private func addLoop(_ source: IOThread.Source) throws {
        otherLoops.append(try IOThread(source, connections, clients, application))
    }

    /// Opens the control socket; if that fails, the server runs without `admin` and online backups.
    private func openControlSocket() {
        let database = store as? SQLiteEventStore
        guard let store = store.administration, database != nil || folder != nil else { return }
        do {
            let administration = Administration(store, bans: bans, folder: settings.dataFolder)
            control = try ControlSocket(
                DataFolder.control(in: settings.dataFolder), main: main, world: world,
                routes: administration.routes + [database.map(Backups.route)].compactMap(\.self))
        } catch {
            log.warning("admin and online backups are not available: \(error)")
        }
    }

    /// The data folder beside a store without one; nil if it cannot be used, for example by a second node.
    private static func folder(at path: String, _ log: Logger) -> DataFolder? {
        do { return try DataFolder(path, createIfMissing: true) } catch {
            log.warning("admin is not available; give each server a folder with --data: \(error)")
            return nil
        }
    }

    /// Reloads the certificate and reopens the access log, on SIGHUP.
    private func reload() {
        if settings.tls == nil, settings.accessLog == nil {
            return log.notice("SIGHUP ignored: there is no certificate and no access log to reload")
        }
        settings.tls?.reloadCertificate(log)
        do { try requests?.reopen() } catch { log.error("\(error)") }
    }

    private func printStartup(_ address: SocketAddress) {
        let scheme = settings.scheme
        print("listening on \(scheme)://\(address)/")
        let base = settings.basePath.text
        if !base.isEmpty { print("the page: \(scheme)://\(address)\(base)/") }
        if address.host == "0.0.0.0" || address.host == "::" {
            print("this device: \(scheme)://localhost:\(address.port)\(base)/")
            for link in NetworkLinks.links(scheme: scheme, port: address.port, path: base) {
                print("other devices: \(link)")
            }
        }
        fflush(nil)
        log.info("FiveByFive \(Version.current)")
        for pack in world.lexicons.packs {
            let size = "\(pack.lexicon.count) words of \(pack.lexicon.alphabet.count) letters"
            log.info("lexicon \(pack.id): \(size), \(pack.lexicon.footprint / 1000) kB")
        }
        settings.tls?.warnIfExpiring(log)
        log.info("libevent \(EventLoop.libeventVersion), \(settings.ioThreads) event loop(s)")
    }

    /// Shuts down in order on the first signal, and exits immediately on the second.
    private func stop() {
        guard !isStopping else { _exit(1) }
        isStopping = true
        log.info("stopping: \(world.hub.streams.count) streams, \(world.hub.polls.count) parked polls")
        world.webhooks?.stop()
        world.hub.drain()
        control?.close()
        var remaining = 1 + otherLoops.count
        let (main, store, world) = (main, store, world)
        let drained: @MainActor () -> Void = {
            remaining -= 1
            guard remaining == 0 else { return }
            world.games.publishDeparture()
            store.close { main.loop.stop() }
        }
        // A deadline for the shutdown. Nothing is lost: every acknowledged change is already on disk.
        stopDeadline = main.timer(after: Settings.stopTimeout) { [log] in
            log.error("the store did not close in time")
            _exit(1)
        }
        server.drain(within: Settings.drainTimeout) { main.enter(drained) }
        for other in otherLoops {
            other.drain(within: Settings.drainTimeout) { main.enter(drained) }
        }
    }

    private static func page(
        _ settings: Settings, _ rules: RuleCatalog, _ log: Logger
    ) throws -> StaticFiles? {
        guard let folders = StaticFiles.folders(named: settings.staticFolders) else {
            if let name = settings.staticFolders.first {
                throw StaticFolderError(path: name, reason: "has no index.html")
            }
            log.warning(
                """
                the folder “static” with the page and the word list is neither here nor near the program, so there \
                is no page and no game that needs words; name it with --static
                """)
            return nil
        }
        return try StaticFiles(
            folders: folders, rules: rules, base: settings.basePath, frameAncestors: settings.frameAncestors,
            hasStyleGuide: settings.isDevelopment)
    }
}

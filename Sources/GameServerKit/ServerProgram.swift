import EventIO
import Foundation
package import GameCore
import GameJSON
package import GameStore
package import Logging

/// The server: composes the parts, serves until a signal arrives, and shuts down in order.
package final class ServerProgram {
    private let settings: Settings
    private let log: Logger
    private let main: MainLoop
    private let store: any EventStore
    private var control: ControlSocket?
    private let world: World
    private let application: Application
    private let clients = ClientLoads()
    private let server: HTTPServer
    private var otherLoops: [IOThread] = []
    private var signals: [SignalSource] = []
    private var stopDeadline: LoopTimer?
    private var isStopping = false

    /// Creates the server, without listening yet.
    ///
    /// - Parameter openStore: Opens the store on the main loop.
    package init(
        _ settings: Settings, _ rules: RuleCatalog, log: Logger,
        openStore: (MainLoop) throws -> any EventStore
    ) throws {
        self.settings = settings
        self.log = log
        main = MainLoop(loop: try EventLoop())
        store = try openStore(main)
        let lexicons = try LexiconLoader.load(settings, log)
        let generators = PuzzleGenerators(lexicons, staticFolder: settings.staticFolder)
        world = try World(
            settings: settings, rules: rules, loop: main, store: store, lexicons: lexicons,
            generators: generators, log: log)
        let page = try Self.page(settings, log)
        page?.publish(in: world.published)
        let door = FrontDoor(world: world, routes: RouteTable.all + (page?.routes ?? []))
        application = Application(
            main: main, door: door, published: world.published, metrics: world.metrics)
        server = HTTPServer(
            loop: main.loop, settings: settings.connections, clients: clients, handler: application)
    }

    /// Listens, prints the address, and serves until SIGTERM or SIGINT.
    package func run() throws {
        let address = try listen()
        signals = [SIGTERM, SIGINT].map { number in
            main.onSignal(number) { [weak self] in self?.stop() }
        }
        signals.append(main.onSignal(SIGHUP) { [weak self] in self?.reloadCertificate() })
        printStartup(address)
        openControlSocket()
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
        otherLoops.append(try IOThread(source, settings.connections, clients, application))
    }

    /// Opens the control socket; if that fails, the server runs without online backups.
    private func openControlSocket() {
        guard let store = store as? SQLiteEventStore else { return }
        do {
            control = try ControlSocket(store.controlPath, main: main, world: world, store: store)
        } catch {
            log.warning("online backups are not available: \(error)")
        }
    }

    /// Handles SIGHUP.
    private func reloadCertificate() {
        guard let tls = settings.tls else {
            return log.notice("SIGHUP ignored: there is no certificate to reload")
        }
        tls.reloadCertificate(log)
    }

    private func printStartup(_ address: SocketAddress) {
        let scheme = settings.scheme
        print("listening on \(scheme)://\(address)/")
        if address.host == "0.0.0.0" || address.host == "::" {
            print("this device: \(scheme)://localhost:\(address.port)/")
            for link in NetworkLinks.links(scheme: scheme, port: address.port) {
                print("other devices: \(link)")
            }
        }
        fflush(nil)
        for lexicon in world.lexicons.all {
            let size = "\(lexicon.count) words of \(lexicon.alphabet.count) letters"
            log.info("lexicon \(lexicon.name): \(size), \(lexicon.footprint / 1000) kB")
        }
        settings.tls?.warnIfExpiring(log)
        log.info("libevent \(EventLoop.libeventVersion), \(settings.ioThreads) event loop(s)")
    }

    /// Shuts down in order on the first signal, and exits immediately on the second.
    private func stop() {
        guard !isStopping else { _exit(1) }
        isStopping = true
        log.info("stopping: \(world.hub.streams.count) streams, \(world.hub.polls.count) parked polls")
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

    private static func page(_ settings: Settings, _ log: Logger) throws -> StaticFiles? {
        guard let folder = StaticFiles.folder(named: settings.staticFolder) else {
            if let name = settings.staticFolder {
                throw StaticFolderError(path: name, reason: "has no index.html")
            }
            log.warning("the folder “static” was not found; the page is not served; see --static")
            return nil
        }
        return try StaticFiles(folder: folder)
    }
}

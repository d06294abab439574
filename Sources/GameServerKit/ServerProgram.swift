import EventIO
import Foundation
package import GameCore
import GameJSON
package import GameStore
package import Logging

/// The running server: it puts the parts together, serves until a signal, and stops in order.
package final class ServerProgram {
    private let settings: Settings
    private let log: Logger
    private let main: MainLoop
    private let store: any EventStore
    private var control: ControlSocket?
    private let world: World
    private let application: Application
    private let clients = ClientCount()
    private let server: HTTPServer
    private var otherLoops: [IOThread] = []
    private var signals: [SignalSource] = []
    private var lastResort: LoopTimer?
    private var isStopping = false

    /// Makes the parts around the store that `openStore` opens on the main loop; nothing listens yet.
    package init(
        _ settings: Settings, _ rules: RuleCatalog, log: Logger,
        openStore: (MainLoop) throws -> any EventStore
    ) throws {
        self.settings = settings
        self.log = log
        main = MainLoop(loop: try EventLoop())
        store = try openStore(main)
        let lexicons = try LexiconShelf.read(settings, log)
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

    /// Listens, says so, and serves until a signal ends it.
    package func run() throws {
        let address = try listen()
        signals = [SIGTERM, SIGINT].map { number in
            main.onSignal(number) { [weak self] in self?.stop() }
        }
        signals.append(main.onSignal(SIGHUP) { [weak self] in self?.renew() })
        announce(address)
        openControl()
        main.loop.run()
        log.info("stopped")
    }

    private func listen() throws -> SocketAddress {
        if let inherited = settings.listenDescriptor {
            let address = try server.listen(descriptor: inherited)
            // Each loop has its own descriptor of the one socket.
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

    /// Without it there are no backups while the server runs, which is no reason not to run.
    private func openControl() {
        guard let store = store as? SQLiteEventStore else { return }
        do {
            control = try ControlSocket(store.controlPath, main: main, world: world, store: store)
        } catch {
            log.warning("no backups while the server runs: \(error)")
        }
    }

    /// A hangup asks for what has changed in the files; without a certificate that is nothing.
    private func renew() {
        guard let tls = settings.tls else {
            return log.notice("SIGHUP: there is no certificate to read again")
        }
        tls.renew(log)
    }

    private func announce(_ address: SocketAddress) {
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
        settings.tls?.tellEnd(log)
        log.info("libevent \(EventLoop.libeventVersion), \(settings.ioThreads) event loop(s)")
    }

    /// The first signal finishes what is under way; the second ends the program at once.
    private func stop() {
        guard !isStopping else { _exit(1) }
        isStopping = true
        log.info("stopping: \(world.hub.streams.count) streams, \(world.hub.polls.count) parked polls")
        world.hub.drain()
        control?.close()
        var open = 1 + otherLoops.count
        let (main, store, world) = (main, store, world)
        let drained: @MainActor () -> Void = {
            open -= 1
            guard open == 0 else { return }
            world.games.takeLeave()
            store.close { main.loop.stop() }
        }
        // What could not be finished by then must not keep anybody waiting; all that was answered is saved.
        lastResort = main.timer(after: Settings.stop) { [log] in
            log.error("the store did not finish in time")
            _exit(1)
        }
        server.drain(within: Settings.drain) { main.enter(drained) }
        for other in otherLoops {
            other.drain(within: Settings.drain) { main.enter(drained) }
        }
    }

    private static func page(_ settings: Settings, _ log: Logger) throws -> StaticFiles? {
        guard let folder = StaticFiles.folder(named: settings.staticFolder) else {
            if let name = settings.staticFolder {
                throw StaticFolderError(path: name, reason: "has no index.html")
            }
            log.warning("no folder “static” found: the page is not served; see --static")
            return nil
        }
        return try StaticFiles(folder: folder)
    }
}

import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// The game world of one process: everything that a route may need, made once, on the main actor.
final class World {
    let settings: Settings
    /// The games that can be played.
    let rules: RuleCatalog
    let loop: MainLoop
    let store: any EventStore
    let commits: GroupCommit
    /// What loops answer by themselves.
    let published = PublishedDocuments()
    let games: GameRegistry
    let lexicons: Lexicons
    let generators: PuzzleGenerators
    let bots: BotExecutor
    /// Who asks for the game of a day.
    let days = KeyedSerialQueue()
    let hub: EventHub
    let limits: Limits
    let metrics: ServerMetrics
    let prometheus: PrometheusRegistry
    let log: Logger
    private let time: SystemClock
    private let uptime = ClockModel(started: .systemNow())
    private let uptimeView: ClockViewModel
    private var houseKeeping: LoopTimer?

    /// A world with the house board in it, whose events go to `store`.
    ///
    /// - Throws: when the house board cannot be read or made.
    init(
        settings: Settings, rules: RuleCatalog, loop: MainLoop, store: any EventStore,
        lexicons: Lexicons = .none,
        generators: PuzzleGenerators? = nil, log: Logger
    ) throws {
        self.settings = settings
        self.rules = rules
        self.loop = loop
        self.store = store
        self.log = log
        let registry = PrometheusRegistry()
        let metrics = ServerMetrics(registry)
        prometheus = registry
        self.metrics = metrics
        limits = Limits(limitsAddresses: settings.addressLimits)
        hub = EventHub(loop: loop, limitsAddresses: settings.addressLimits)
        commits = GroupCommit(store: store, loop: loop, metrics: metrics) { trouble in
            metrics.gauge("store_in_trouble", trouble == nil ? 0 : 1)
            if let trouble {
                log.error("nothing can be saved: \(trouble.detail ?? trouble.reason)")
            } else {
                log.notice("saving works again")
            }
        }
        time = SystemClock(away: store.away)
        self.lexicons = lexicons
        let generators = generators ?? PuzzleGenerators(lexicons, folder: nil)
        self.generators = generators
        bots = BotExecutor(main: loop)
        let services = GameServices(
            rules: rules, store: store, lexicons: lexicons, generators: generators, bots: bots,
            commits: commits, hub: hub,
            published: published, loop: loop, time: time, log: log)
        games = try GameRegistry(services, budget: settings.gameMemory)
        uptimeView = ClockViewModel(uptime)
        uptimeView.didChange = { [metrics] in metrics.gauge("uptime_seconds", Int($0.seconds)) }
        houseKeeping = loop.timer(after: Settings.seatSweep, repeating: true) { [weak self] in
            self?.freeSilentSeats()
        }
    }

    /// The present moment, as it enters the games.
    var now: Timestamp { time.now }

    /// Brings the gauges up to date, for who reads them now.
    func gauge() {
        uptime.tell(.systemNow())
        games.measure()
        metrics.gauge("games", games.count)
        metrics.gauge("game_bytes", games.footprint)
        metrics.gauge("seats", games.all.reduce(0) { $0 + $1.shown.seats.count })
        metrics.gauge("streams", hub.streams.count)
        metrics.gauge("parked_polls", hub.polls.count)
        metrics.gauge("store_queue_events", commits.queueDepth)
        metrics.gauge("resident_bytes", ResidentMemory.bytes)
    }

    /// At the house board people come and go: a seat that has been silent for long is for others.
    private func freeSilentSeats() {
        let lobby = games.lobby
        for seat in lobby.presence.silentSeats(since: now + (.zero - Settings.houseSeatIdle)) {
            lobby.perform(.leaveSeat(seat), by: Player(seat: seat)) { _ in }
        }
    }
}

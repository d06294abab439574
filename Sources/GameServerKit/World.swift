import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// The game world of one process: everything that a route needs, on the main actor.
final class World {
    let settings: Settings
    let rules: RuleCatalog
    let loop: MainLoop
    let store: any EventStore
    let commits: GroupCommit
    let published = PublishedDocuments()
    let games: GameRegistry
    let lexicons: Lexicons
    let generators: PuzzleGenerators
    let bots: BotExecutor
    /// Serializes requests for a player's daily game.
    let dailyQueue = KeyedSerialQueue()
    let hub: EventHub
    let limits: Limits
    let metrics: ServerMetrics
    let prometheus: PrometheusRegistry
    let log: Logger
    private let time: SystemClock
    private let uptime = ClockModel(started: .systemNow())
    private let uptimeView: ClockViewModel
    private var idleSeatSweep: LoopTimer?

    /// Creates a world whose events go to `store`, and loads or creates the lobby.
    ///
    /// - Throws: An error if the lobby cannot be read or created.
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
            metrics.setGauge("store_in_trouble", trouble == nil ? 0 : 1)
            if let trouble {
                log.error("events cannot be saved: \(trouble.detail ?? trouble.reason)")
            } else {
                log.notice("events can be saved again")
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
        uptimeView.didChange = { [metrics] in metrics.setGauge("uptime_seconds", Int($0.seconds)) }
        idleSeatSweep = loop.timer(after: Settings.seatSweep, repeating: true) { [weak self] in
            self?.freeIdleLobbySeats()
        }
    }

    /// The current time, as the games see it.
    var now: Timestamp { time.now }

    /// Updates the gauges before they are read.
    func updateGauges() {
        uptime.advance(to: .systemNow())
        games.updateFootprint()
        metrics.setGauge("games", games.count)
        metrics.setGauge("game_bytes", games.footprint)
        metrics.setGauge("seats", games.all.reduce(0) { $0 + $1.committed.seats.count })
        metrics.setGauge("streams", hub.streams.count)
        metrics.setGauge("parked_polls", hub.polls.count)
        metrics.setGauge("store_queue_events", commits.queueDepth)
        metrics.setGauge("resident_bytes", ResidentMemory.bytes)
    }

    /// Frees lobby seats whose players have been idle for `Settings.lobbySeatTimeout`.
    private func freeIdleLobbySeats() {
        let lobby = games.lobby
        for seat in lobby.presence.inactiveSeats(since: now + (.zero - Settings.lobbySeatTimeout)) {
            lobby.perform(.leaveSeat(seat), by: Player(seat: seat)) { _ in }
        }
    }
}

import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore
import Logging

/// The game world of one process: everything that a route needs, on the main actor.
final class World {
    let settings: Settings
    let rules: RuleCatalog
    /// The answer to `/rules`.
    lazy var rulesDocument = rules.json(modules: [])
    let loop: MainLoop
    let store: any EventStore
    let commits: GroupCommit
    let published = PublishedDocuments()
    let games: GameRegistry
    let rooms: Rooms
    let challenges: Challenges
    let reviews = Reviews()
    let lexicons: Lexicons
    let generators: PuzzleGenerators
    let workers: Workers
    /// Serializes requests for a player's daily game.
    let dailyQueue = KeyedSerialQueue()
    /// Serializes changes and erasures, by player.
    let playerQueue = KeyedSerialQueue()
    /// Serializes requests that are charged by a count, by client address.
    let countingQueue = KeyedSerialQueue()
    let hub: EventHub
    let players: PlayerBook
    let limits: Limits
    let dataLimit: DataLimit
    let removed = RemovedPlayers()
    let metrics: ServerMetrics
    /// Whether the server serves the web page too.
    var servesPage = false
    let prometheus: PrometheusRegistry
    let log: Logger
    /// Nil unless the settings ask for backups.
    var backups: ScheduledBackups?
    private let time: SystemClock
    private let uptime: ClockModel
    private let uptimeView: ClockViewModel
    private var idleSeatSweep: LoopTimer?
    private var pruning: Pruning?
    /// The checks of the names of players whom other nodes have changed.
    private var nameChecks: [PlayerID: LoopTimer] = [:]
    private var trimming: JournalTrimming?
    /// Nil if the settings admit no host for them.
    private(set) var webhooks: Webhooks?

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
        limits = Limits(settings)
        hub = EventHub(loop: loop, limitsAddresses: settings.addressLimits)
        players = PlayerBook(store.players, hub: hub)
        commits = GroupCommit(store: store, loop: loop, metrics: metrics) { trouble in
            metrics.setGauge("store_in_trouble", trouble == nil ? 0 : 1)
            if let trouble {
                log.error("events cannot be saved: \(trouble.detail ?? trouble.reason)")
            } else {
                log.notice("events can be saved again")
            }
        }
        dataLimit = DataLimit(settings.maxData, of: store, loop: loop, log: log)
        time = store.clock
        uptime = ClockModel(started: time.now)
        self.lexicons = lexicons
        let generators = generators ?? PuzzleGenerators(lexicons, log: log)
        self.generators = generators
        workers = Workers(main: loop)
        let services = GameServices(
            rules: rules, store: store, lexicons: lexicons, generators: generators,
            days: Locked(settings.dailySecret.map { DayTasks(hash: $0.seed(of:)) } ?? DayTasks()),
            workers: workers,
            limits: limits, commits: commits, hub: hub, published: published, removed: removed, loop: loop,
            time: time, log: log, dailySecret: settings.dailySecret, eventsPerGame: settings.eventsPerGame)
        games = try GameRegistry(services, budget: settings.gameMemory)
        store.sharing?.onLoss = { [games] id in
            metrics.countGamesWithLosses(1)
            games.withdraw(id) { $0() }
        }
        rooms = Rooms(games, services, votingMembership: settings.votingMembership)
        challenges = Challenges(games, services)
        uptimeView = ClockViewModel(uptime)
        // Alerts need these before they change for the first time.
        for name in ["store_in_trouble", "uptime_seconds"] { metrics.setGauge(name, 0) }
        metrics.countGamesWithLosses(0)
        uptimeView.didChange = { [metrics] in metrics.setGauge("uptime_seconds", Int($0.seconds)) }
        idleSeatSweep = loop.timer(after: Settings.seatSweep, repeating: true) { [weak self] in
            self?.freeIdleLobbySeats()
        }
        players.didChange = { [weak self] in self?.checkNamesLater(of: $0) }
        pruning = Pruning(self)
        trimming = JournalTrimming(self)
        webhooks = try Webhooks(self)
    }

    /// Reads games again that show another name of `player` than the stored one.
    ///
    /// Waits first, because the node that renames the player also renames the seats in unfinished games.
    private func checkNamesLater(of player: PlayerID) {
        nameChecks[player] = loop.timer(after: Settings.nameCheck) { [weak self] in
            guard let self else { return }
            nameChecks[player] = nil
            players.store.record(of: player) { [games] found in
                if case .success(let record?) = found { games.reload(misnaming: record) }
            }
        }
    }

    /// The seconds since the server started.
    var uptimeSeconds: Int { Int(uptimeView.seconds) }

    /// The current time, as the games see it.
    var now: Timestamp { time.now }

    /// Today where the server is, in the time zone of the settings.
    var today: Day {
        let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
        return Day(of: now, ahead: .seconds(settings.timeZone.secondsFromGMT(for: date)))
    }

    /// Updates the gauges before they are read.
    func updateGauges() {
        uptime.advance(to: now)
        games.updateFootprint()
        metrics.setGauge("games", games.count)
        metrics.setGauge("game_bytes", games.footprint)
        metrics.setGauge("seats", games.all.reduce(0) { $0 + $1.committed.seats.count })
        metrics.setGauge("streams", hub.streams.count)
        metrics.setGauge("parked_polls", hub.polls.count)
        metrics.setGauge("store_queue_events", commits.queueDepth)
        metrics.setGauge("resident_bytes", ResidentMemory.bytes)
        for kind in WorkKind.allCases { metrics.setWork(kind, seconds: limits.seconds(of: kind)) }
        metrics.setGauge("data_bytes", dataLimit.used)
        if let limit = dataLimit.limit { metrics.setGauge("data_limit_bytes", limit) }
        if let usage = (store as? SQLiteEventStore)?.diskUsage {
            metrics.setGauge("disk_free_bytes", usage.free)
        }
        if let age = backups?.age { metrics.setGauge("backup_age_seconds", age) }
    }

    /// Frees lobby seats whose players have been idle for `Settings.lobbySeatTimeout`.
    private func freeIdleLobbySeats() {
        let lobby = games.lobby
        for seat in lobby.presence.inactiveSeats(since: now + (.zero - Settings.lobbySeatTimeout)) {
            lobby.perform(.leaveSeat(seat), by: Player(seat: seat)) { _ in }
        }
    }
}

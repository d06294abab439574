import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// Posts the tables of rooms' days to the webhooks that their hosts have set.
///
/// Once a day is over, it searches the store for rooms with a webhook, and decides for each which day to post
/// next, and when. The room's journal records what was posted, so a restarted server and the other nodes
/// continue from there. All nodes keep the same schedule, and the node whose event is committed first posts.
/// The main actor and requests never wait for the network.
final class Webhooks {
    private let hosts: WebhookHosts
    private let retry: WebhookRetry
    private let client: HTTPClient
    private unowned let world: World
    private var timer: LoopTimer?
    /// The last day for which the rooms were searched.
    private var searched: Day?
    private var isSearching = false
    /// Rooms whose webhooks were set here; a store without an inventory does not find them.
    private var known: Set<GameID> = []
    /// When each room is checked next: milliseconds since 1970.
    private var due: [GameID: Int64] = [:]
    /// The rooms that are being checked or posted.
    private var busy: Set<GameID> = []
    /// The origin to which each room posts, as of its last check.
    private var origins: [GameID: OutgoingTarget.Origin] = [:]
    private var busyOrigins: Set<OutgoingTarget.Origin> = []
    private var isStopped = false

    /// Begins to follow the days; nil if the settings admit no host.
    ///
    /// - Throws: ``EventIOError`` if OpenSSL cannot be used.
    init?(_ world: World) throws {
        hosts = world.settings.webhookHosts
        guard !hosts.isEmpty else { return nil }
        retry = world.settings.webhookRetry
        client = try HTTPClient(loop: world.loop.loop)
        self.world = world
        timer = world.loop.timer(after: Settings.webhookInterval, repeating: true) { [weak self] in
            self?.tick()
        }
    }

    private var now: Int64 { world.now.milliseconds }
    private var yesterday: Day { Day(number: world.today.number - 1) }

    /// Begins no further post; posts under way end by themselves, or with the process.
    func stop() {
        isStopped = true
        timer = nil
    }

    /// Checks `room` soon, after its host has changed its webhook.
    func didChange(_ room: GameID) {
        known.insert(room)
        schedule(room, at: now)
    }

    private func schedule(_ room: GameID, at time: Int64) {
        guard due[room] != nil || due.count < Settings.webhookRooms else {
            return world.log.warning("more than \(Settings.webhookRooms) rooms wait for their webhooks")
        }
        due[room] = time
    }

    private func tick() {
        guard !isStopped else { return }
        if searched != yesterday, !isSearching { search(for: yesterday, after: nil) }
        let now = now
        guard busy.count < Settings.webhooksAtOnce else { return }
        for (room, _) in due.filter({ $0.value <= now }).sorted(by: { $0.value < $1.value }) {
            guard busy.count < Settings.webhooksAtOnce else { break }
            if busy.contains(room) || origins[room].map(busyOrigins.contains) == true { continue }
            due[room] = nil
            busy.insert(room)
            look(at: room)
        }
    }

    // MARK: Finding rooms

    /// Finds the rooms that may have to post `day`, a page of the store's inventory at a time.
    private func search(for day: Day, after cursor: String?) {
        isSearching = true
        let finish = { [self] in
            for room in known { schedule(room, at: now) }
            (searched, isSearching) = (day, false)
        }
        guard let store = world.store.administration else { return finish() }
        store.inventory(after: cursor, limit: Settings.pruningStep) { [weak self] found in
            guard let self else { return }
            guard case .success(let page) = found else { return searchLater(day, cursor) }
            for row in page.rows where row.setup.hasWebhook { schedule(row.setup.id, at: now) }
            if page.next == nil { finish() } else { searchLater(day, page.next) }
        }
    }

    private func searchLater(_ day: Day, _ cursor: String?) {
        searchTimer = world.loop.timer(after: Settings.pruningInterval) { [weak self] in
            self?.search(for: day, after: cursor)
        }
    }

    private var searchTimer: LoopTimer?

    // MARK: One room

    /// Brings `room` up to date, and posts its next day if that is due.
    private func look(at id: GameID) {
        world.games.wake(id, for: .server) { [weak self] found in
            guard let self else { return }
            guard case .success(let room) = found else { return finish(id, again: StoreLimits.retryInterval) }
            guard let room else { return finish(id) }
            room.bringUpToDate { [weak self] isCurrent in
                isCurrent ? self?.goOn(room) : self?.finish(id, again: StoreLimits.retryInterval)
            }
        }
    }

    /// Ends the work for a room; checks it again after `wait`, unless that is nil.
    private func finish(_ room: GameID, again wait: Duration? = nil) {
        busy.remove(room)
        if let wait { schedule(room, at: now + wait.wholeMilliseconds) } else { origins[room] = nil }
    }

    private func goOn(_ room: LiveGame) {
        guard !isStopped, let webhook = room.committed.room?.webhook,
            let target = OutgoingTarget(webhook.target.url), hosts.admits(target.origin)
        else { return finish(room.id) }
        origins[room.id] = target.origin
        if let telling = webhook.telling {
            // Another node is posting, or a server has ended while it was.
            let end = Int64(telling.time) + Settings.webhookClaim.wholeMilliseconds
            guard now >= end else { return finish(room.id, again: .milliseconds(end - now)) }
            return settle(telling, of: webhook, room)
        }
        if let pending = webhook.pending, Int64(pending.next) > now {
            return finish(room.id, again: .milliseconds(Int64(pending.next) - now))
        }
        guard webhook.settled < yesterday, !busyOrigins.contains(target.origin) else {
            return finish(room.id, again: webhook.settled < yesterday ? .zero : nil)
        }
        busyOrigins.insert(target.origin)
        readTable(of: room, webhook) { [weak self] day, message in
            guard let self else { return }
            let isOfMatrix = webhook.target.shape == .matrix
            guard let day,
                let request = message?.request(
                    to: webhook.target, transaction: isOfMatrix ? room.transaction(of: day) : "")
            else {
                busyOrigins.remove(target.origin)
                return finish(room.id)
            }
            tell(WebhookAttempt(room: room, webhook: webhook, origin: target.origin, day: day), request)
        }
    }

    /// Settles a request whose sender ended before it received the answer.
    private func settle(_ telling: RoomWebhook.Telling, of webhook: RoomWebhook, _ room: LiveGame) {
        let reason = "the server ended before it heard the answer"
        let attempt = WebhookAttempt(room: room, webhook: webhook, origin: nil, day: telling.day)
        attempt.claim = telling.time
        // Matrix accepts a repeated message only once.
        record(
            webhook.target.shape == .matrix
                ? .tryAgain(reason: reason, after: nil) : .settled(.unknown, reason: reason), attempt)
    }

    /// Reads the next day to post and its message; nil if there is no such day.
    ///
    /// A day without results adds no event to the room, so that an idle room is pruned. Results that players
    /// west of here add to it later are in the table of the next day.
    private func readTable(
        of room: LiveGame, _ webhook: RoomWebhook, _ done: @escaping (Day?, WebhookMessage?) -> Void
    ) {
        let (world, yesterday) = (world, yesterday)
        let daily = world.rules.withGameOfTheDay
        let oldest = max(webhook.settled.number + 1, yesterday.number - Settings.webhookDays + 1)
        // The results of the pending day may be gone, with a member who has left.
        let first = webhook.pending?.day.number ?? oldest
        let title = room.committed.setup.title?.text ?? room.id.room?.text ?? ""
        DayResults.read(
            yesterday, of: room.committed, daily: daily, in: world.players.store, for: .server
        ) { [weak self] found in
            guard case .success(let results) = found else {
                self?.schedule(
                    room.id, at: world.now.milliseconds + StoreLimits.retryInterval.wholeMilliseconds)
                return done(nil, nil)
            }
            let days = (first...max(first, yesterday.number)).map(Day.init)
            for day in days where day <= yesterday {
                let table = results.upTo(day, daily: daily)
                let message = WebhookMessage(table, room: title) { world.rules.title(of: $0) }
                if let message { return done(day, message) }
            }
            done(nil, nil)
        }
    }

    // MARK: One attempt

    private func tell(_ attempt: WebhookAttempt, _ request: HTTPClient.Request) {
        let (hosts, main, origin) = (hosts, world.loop, request.target.origin)
        attempt.request = client.connect(for: request) { address in
            hosts.admits(address, of: origin)
        } connected: { [weak self] in
            main.enter { self?.claim(attempt) }
        } done: { [weak self] result in
            main.enter { self?.didEnd(attempt, result) }
        }
    }

    /// Records that the request is about to be sent, then sends it.
    private func claim(_ attempt: WebhookAttempt) {
        attempt.isClaiming = true
        let values: [String: Parameters.Value] = [
            "day": .number(attempt.day.number), "since": .number(attempt.webhook.since),
        ]
        attempt.room.perform(.act("tell", Parameters(values)), by: .roomKeeper) { [weak self] result in
            guard let self else { return }
            attempt.isClaiming = false
            attempt.claim = (try? result.get())?.events.last.map { Int($0.time.milliseconds) }
            guard attempt.claim != nil else {
                // Another node was faster, the host has changed the webhook, or the store fails.
                attempt.request?.cancel()
                return end(attempt, again: Settings.webhookInterval)
            }
            if let result = attempt.result { didEnd(attempt, result) } else { attempt.request?.proceed() }
        }
    }

    private func didEnd(_ attempt: WebhookAttempt, _ result: Result<HTTPClient.Answer, HTTPClient.Failure>) {
        attempt.result = result
        guard !attempt.isClaiming else { return }
        record(WebhookVerdict(result, attempt.webhook.target.shape, at: world.now), attempt)
    }

    private func end(_ attempt: WebhookAttempt, again wait: Duration?) {
        if let origin = attempt.origin { busyOrigins.remove(origin) }
        attempt.request = nil
        finish(attempt.room.id, again: wait)
    }

    // MARK: Recording

    private func record(_ verdict: WebhookVerdict, _ attempt: WebhookAttempt) {
        let (name, values) = action(verdict, attempt)
        var all = values.merging(Parameters(["day": .number(attempt.day.number)]))
        if let claim = attempt.claim { all = all.merging(Parameters(["claim": .number(claim)])) }
        perform(name, all, attempt, tries: Settings.webhookRecordings)
    }

    /// The action of the room that records `verdict`.
    private func action(
        _ verdict: WebhookVerdict, _ attempt: WebhookAttempt
    ) -> (name: String, values: Parameters) {
        let host = attempt.origin?.host ?? "the host"
        let room = attempt.room.id.room?.text ?? ""
        let log = world.log
        switch verdict {
        case .settled(let outcome, let reason):
            if outcome == .told {
                log.info("told \(host) the day \(attempt.day) of the room \(room)")
            } else {
                log.warning(
                    "\(host) and the day \(attempt.day) of the room \(room): \(outcome.rawValue), \(reason)")
            }
            return (
                "told", RoomWebhook.Report(day: attempt.day, outcome: outcome, reason: reason).values
            )
        case .tryAgain(let reason, let asked):
            let attempts = attempt.webhook.attempts(of: attempt.day) + 1
            let begun = attempts == 1 ? now : attempt.webhook.pending.map { Int64($0.begun) } ?? now
            let next = retry.next(
                after: attempts, begun: begun, now: now, asked: asked, jitter: .random(in: 0...1))
            guard let next else { return action(.settled(.gaveUp, reason: reason), attempt) }
            let pending = RoomWebhook.Pending(
                day: attempt.day, attempts: attempts, begun: Int(begun), next: Int(next), reason: reason)
            return ("untold", pending.values)
        }
    }

    /// Performs an action of the room; tries again while the store fails.
    private func perform(_ name: String, _ values: Parameters, _ attempt: WebhookAttempt, tries: Int) {
        let action = Command.act(name, values.without(["time"]))
        attempt.room.perform(action, by: .roomKeeper) { [weak self] result in
            guard let self else { return }
            guard case .failure = result, tries > 1, !isStopped else {
                // Checked again for the next day, or for the next attempt.
                return end(attempt, again: .zero)
            }
            attempt.recording = world.loop.timer(after: StoreLimits.retryInterval) { [weak self] in
                self?.perform(name, values, attempt, tries: tries - 1)
            }
        }
    }
}

/// One attempt to post a day of a room.
private final class WebhookAttempt {
    let room: LiveGame
    let webhook: RoomWebhook
    /// The origin that is busy with the attempt; nil for an attempt of a server that has ended.
    let origin: OutgoingTarget.Origin?
    let day: Day
    var request: OutgoingRequest?
    /// Whether the event that precedes the request is being committed.
    var isClaiming = false
    /// The time of that event: milliseconds since 1970.
    var claim: Int?
    /// The result, if it has come before that event was committed.
    var result: Result<HTTPClient.Answer, HTTPClient.Failure>?
    /// The next try to record the outcome.
    var recording: LoopTimer?

    init(room: LiveGame, webhook: RoomWebhook, origin: OutgoingTarget.Origin?, day: Day) {
        (self.room, self.webhook, self.origin, self.day) = (room, webhook, origin, day)
    }
}

extension GameSetup {
    /// Whether this is a room that has a webhook, or had one.
    fileprivate var hasWebhook: Bool {
        ((try? options.flag(RoomWebhook.option)) ?? nil) ?? false
    }
}

extension LiveGame {
    /// A name for a day of this room, different from that of any other room and day.
    fileprivate func transaction(of day: Day) -> String {
        "fivebyfive-\(id.room?.text ?? "")-\(setup.created.milliseconds)-\(day)"
    }
}

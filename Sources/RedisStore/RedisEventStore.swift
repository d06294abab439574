import DequeModule
package import GameCore
import GameJSON
package import GameStore

/// An event store in Redis, shared by any number of nodes; as durable as Redis is configured to be.
///
/// Any node may write any game: Redis serialises the writes and rejects those that do not build on the latest
/// events. A batch is sent again under the same name until its outcome is known.
package final class RedisEventStore: EventStore {
    package let away: Int64
    package var onFailureChange: (StoreFailure?) -> Void = { _ in }
    package var sharing: (any SharedStore)? { self }

    private let address: RedisAddress
    private let loop: any RedisLoop
    let node: RedisNode
    let clock: SystemClock
    let connection: RedisConnection
    /// Logs a warning for the operator.
    private let warn: (String) -> Void
    private let standings: StandingTable
    /// The last entry of the standings stream that is in the table.
    private var lastStanding = "0"
    private var queuedQueries: Deque<@MainActor (RedisConnection) -> Void> = []
    private var queriesInFlight = 0

    private let rules: RuleCatalog
    private let requirements: RedisRequirements
    private let started = ContinuousClock.now
    private(set) lazy var followed = FollowedGames(
        address, node: node, loop: loop, warn: warn
    ) { [weak self] in self?.fetchNews(of: $0, after: $1, $2) }
    /// The batch in flight.
    private var batch: RedisBatch?
    /// The number of batches so far, which names the next one.
    private var attempts = 0
    private var isSending = false
    private var retryTimer: AnyObject?
    private var heartbeatTimer: AnyObject?
    private var comparisonTimer: AnyObject?
    private var currentFailure: StoreFailure? {
        didSet { if currentFailure != oldValue { onFailureChange(currentFailure) } }
    }

    /// Opens the store; blocks until Redis replies, for a few seconds at most.
    ///
    /// - Throws: `StoreFailure` when Redis cannot be reached or could lose acknowledged writes.
    package init(
        _ address: RedisAddress, _ rules: RuleCatalog, loop: any RedisLoop,
        allowsWeakDurability: Bool = false,
        warn: @escaping (String) -> Void
    ) throws {
        (self.address, self.rules) = (address, rules)
        self.loop = loop
        self.warn = warn
        node = RedisNode(name: RandomText.make(length: 12), database: address.database)
        requirements = RedisRequirements(allowsWeakDurability: allowsWeakDurability)
        let requirements = requirements
        away = try Self.endDowntime(address, requirements, loop)
        for warning in requirements.warnings { warn(warning) }
        clock = SystemClock(away: away)
        standings = try StandingTable()
        connection = RedisConnection(address, loop: loop, handshake: requirements.check)
        connection.onChange = { [weak self] in self?.connectionDidChange($0) }
        connection.open()
        followed.onSubscription = { [weak self] in self?.queryAttendance(of: $0) }
        heartbeatTimer = loop.timer(after: StoreLimits.heartbeatInterval, repeating: true) { [weak self] in
            self?.sendHeartbeat()
        }
        comparisonTimer = loop.timer(after: RedisLimits.comparisonInterval, repeating: true) { [weak self] in
            self?.compareVersions()
            self?.enterPendingStandings()
        }
    }

    /// Sends the first heartbeat, which ends the time without nodes, and returns the total of such times.
    private static func endDowntime(
        _ address: RedisAddress, _ requirements: RedisRequirements, _ loop: any RedisLoop
    ) throws(StoreFailure) -> Int64 {
        let client = try BlockingRedisClient(address, requirements, like: loop)
        defer { client.close() }
        let isUnfinished = try client.run { connection, done in
            connection.execute(RedisCommand("EXISTS", RedisKeys.unfinished), done) { $0.number != 0 }
        }
        guard !isUnfinished else {
            throw StoreFailure(reason: address.unfinished, isDefinite: true)
        }
        return try client.run { connection, done in
            connection.execute(Self.heartbeat(uptime: .zero), done) { reply in
                guard let away = reply.number else { throw RedisFailure.malformed }
                return Int64(away)
            }
        }
    }

    private static func heartbeat(uptime: Duration) -> RedisCommand {
        var command = FunctionLibrary.call("beat", keys: [RedisKeys.clock])
        command.add(uptime.wholeMilliseconds)
        return command
    }

    private func sendHeartbeat() {
        guard connection.isReady else { return }
        let heartbeat = Self.heartbeat(uptime: ContinuousClock.now - started)
        connection.executeAll([heartbeat]) { [weak self] answers in
            if answers.first?.failure?.lacksFunctions == true { self?.connection.reconnect() }
        }
    }

    private func connectionDidChange(_ failure: StoreFailure?) {
        guard failure == nil else { return currentFailure = failure }
        // First, so that another node does not count the lost connection as time without nodes.
        sendHeartbeat()
        if batch == nil { currentFailure = nil } else { sendBatch() }
        runQueries()
    }

    // MARK: Writing

    package func start(_ setup: GameSetup) throws(StoreFailure) -> StoredGame {
        let (rules, node, now) = (rules, node, clock.now)
        let client = try BlockingRedisClient(address, requirements, like: loop)
        defer { client.close() }
        let found = try client.run { connection, done in
            connection.game(setup.id, rules, at: now) { found in
                guard case .success(nil) = found else { return done(found.flatMap(Self.required)) }
                Self.create(setup, rules, node, on: connection, at: now) { _ in
                    // On a conflict the game of the other node is read.
                    connection.game(setup.id, rules, at: now) { done($0.flatMap(Self.required)) }
                }
            }
        }
        followed.didRead(setup.id, found.version)
        return found.game
    }

    private static func required(_ game: VersionedGame?) -> Result<VersionedGame, RedisFailure> {
        game.map(Result.success) ?? .failure(.malformed)
    }

    private static func create(
        _ setup: GameSetup, _ rules: RuleCatalog, _ node: RedisNode, on connection: RedisConnection,
        at now: Timestamp,
        _ done: @escaping @MainActor (RedisFailure?) -> Void
    ) {
        do {
            let entry = JournalEntry(opening: setup, to: try rules.newGame(setup))
            try RedisBatch(
                EventBatch(entries: [entry]), node, attempt: "\(node.name)-0", at: now, saved: { _, _ in }
            ) { _ in done(nil) }.send(on: connection) { done($0) }
        } catch { done(RedisFailure(error)) }
    }

    package func append(_ batch: EventBatch, _ done: @escaping @MainActor (AppendResult) -> Void) {
        attempts += 1
        do {
            let attempt = "\(node.name)-\(attempts)"
            let games = Set(batch.entries.map(\.game))
            let ready = try RedisBatch(batch, node, attempt: attempt, at: clock.now) {
                [weak self] append, edition in
                self?.followed.didSave(
                    append.game, append.events.last?.sequence, edition: edition, isNew: append.setup != nil)
            } done: { [weak self] result in
                self?.didSettle(result, Array(games), done)
            }
            followed.willAppend(Array(games))
            self.batch = ready
            sendBatch()
        } catch { done(.failed(StoreFailure(error))) }
    }

    private func sendBatch() {
        guard let batch, !isSending else { return }
        retryTimer = nil
        isSending = true
        batch.send(on: connection) { [weak self] failure in self?.scheduleRetry(after: failure) }
    }

    /// Sends the batch again with the next connection, or on this one a little later.
    private func scheduleRetry(after failure: RedisFailure) {
        isSending = false
        if failure != .lost || connection.isReady { currentFailure = StoreFailure(failure) }
        guard connection.isReady else { return }
        if failure.lacksFunctions { return connection.reconnect() }
        retryTimer = loop.timer(after: StoreLimits.retryInterval) { [weak self] in self?.sendBatch() }
    }

    private func didSettle(
        _ result: AppendResult, _ games: [GameID], _ done: @MainActor (AppendResult) -> Void
    ) {
        batch = nil
        isSending = false
        currentFailure = nil
        if case .saved(let rejections) = result {
            for case .overtaken(let news) in rejections.values { followed.didDeliver(news) }
        }
        done(result)
        followed.didAppend(games)
    }

    /// Games that the batch in flight creates: hidden from queries until they are committed.
    private var hidden: Set<GameID> { batch?.newGames ?? [] }

    // MARK: Reading

    package func game(_ id: GameID, _ done: @escaping StoreAnswer<StoredGame?>) {
        guard !hidden.contains(id) else { return done(.failure(.unavailable)) }
        let (rules, now, followed) = (rules, clock.now, followed)
        read(done) { connection, answer in
            let answer: RedisAnswer<VersionedGame?> = { found in
                if case .success(let game?) = found { followed.didRead(id, game.version) }
                answer(found.map { $0?.game })
            }
            followed.whenSubscribed(id) { connection.game(id, rules, at: now, answer) }
        }
    }

    package func state(
        of game: GameID, at sequence: SequenceNumber, _ done: @escaping StoreAnswer<GameState?>
    ) {
        let rules = rules
        read(done) { $0.state(of: game, at: sequence, rules, $1) }
    }

    package func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int,
        _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        read(done) { $0.journal(of: game, after: sequence, limit: limit, $1) }
    }

    package func list(_ wanted: GameListQuery, _ done: @escaping StoreAnswer<[GameSummary]>) {
        let (rules, hidden) = (rules, hidden)
        let query = StoreQuery(loop, done)
        read(query) { connection, answer in
            connection.list(wanted, rules, while: { query.isOpen }) {
                answer($0.map { $0.filter { !hidden.contains($0.setup.id) } })
            }
        }
    }

    package func puzzle(_ id: String, _ done: @escaping StoreAnswer<StoredPuzzle?>) {
        read(done) { $0.puzzle(id, $1) }
    }

    package func dailyPerson(
        _ token: Digest, rules: String, day: Day, _ done: @escaping StoreAnswer<DailyPerson?>
    ) {
        let (catalog, now) = (self.rules, clock.now)
        read(done) { $0.dailyPerson(token, rules: rules, day: day, catalog, at: now, $1) }
    }

    /// Brings the table in memory up to date, then queries it.
    ///
    /// - Complexity: O(new standings) to update the table, and a few milliseconds for 10,000 standings.
    package func leaders(_ wanted: LeaderboardQuery, _ done: @escaping StoreAnswer<Leaders>) {
        read(done) { [self] connection, answer in
            catchUpStandings(on: connection) { [standings] caughtUp in
                answer(
                    Result {
                        try caughtUp.get()
                        return try standings.leaders(wanted)
                    }.mapError(RedisFailure.init))
            }
        }
    }

    private func catchUpStandings(on connection: RedisConnection, _ done: @escaping RedisAnswer<Void>) {
        connection.standings(after: lastStanding) { [self] found in
            do {
                let page = try found.get()
                try standings.add(page.standings)
                lastStanding = page.last
                page.isLastPage ? done(.success(())) : catchUpStandings(on: connection, done)
            } catch { done(.failure(RedisFailure(error))) }
        }
    }

    /// Queues `work` until the connection is ready; fails with `.unavailable` when that takes too long.
    func read<Value: Sendable>(
        _ done: @escaping StoreAnswer<Value>,
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) {
        read(StoreQuery(loop, done), work)
    }

    private func read<Value: Sendable>(
        _ query: StoreQuery<Value>,
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) {
        guard queuedQueries.count < StoreLimits.queuedQueries else {
            return query.answer(.failure(.unavailable))
        }
        enqueue(query, work)
    }

    private func enqueue<Value: Sendable>(
        _ query: StoreQuery<Value>,
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) {
        queuedQueries.append { [weak self] connection in
            guard query.isOpen else { return }
            self?.queriesInFlight += 1
            work(connection) { found in
                self?.queriesInFlight -= 1
                // Every query is safe to repeat.
                if found.failure == .lost {
                    self?.enqueue(query, work)
                } else {
                    query.answer(found.mapError(StoreFailure.init))
                }
                self?.runQueries()
            }
        }
        runQueries()
    }

    /// Starts queued queries up to a limit, so that a commit waits for a few of them at most.
    private func runQueries() {
        while connection.isReady, queriesInFlight < RedisLimits.concurrentQueries,
            let run = queuedQueries.popFirst()
        {
            run(connection)
        }
    }

    // MARK: Closing

    package func close(_ done: @escaping @MainActor () -> Void) {
        (heartbeatTimer, comparisonTimer, retryTimer) = (nil, nil, nil)
        let end: @MainActor () -> Void = { [self] in
            // Closing the connection is not a failure to report.
            connection.onChange = { _ in }
            followed.close()
            connection.close()
            done()
        }
        guard connection.isReady else { return end() }
        // If this is the last node, the time without nodes begins here.
        connection.send(Self.heartbeat(uptime: ContinuousClock.now - started)) { _ in end() }
    }
}

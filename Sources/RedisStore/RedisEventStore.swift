package import GameCore
import GameJSON
package import GameStore

/// An event store in Redis, shared by any number of nodes; as durable as Redis is configured to be.
///
/// Any node may write any game: Redis serialises the writes and rejects those that do not build on the latest
/// events. A batch is sent again under the same name until its outcome is known.
package final class RedisEventStore: EventStore {
    package let clock: SystemClock
    package var onFailureChange: (StoreFailure?) -> Void = { _ in }
    package var onWithdrawal: (GameID) -> Void = { _ in }
    package var onLoss: (GameID) -> Void = { _ in }
    package var onPlayerChange: (PlayerID?) -> Void = { _ in }
    /// The purges that wait for the next rewrite of the append-only file.
    var waitingPurges: [StoreAnswer<Void>] = []
    var isPurging = false
    var purgeTimer: AnyObject?
    /// The generation of each followed game that this node's state includes, see
    /// ``VersionedGame/generation``.
    var generations: [GameID: Int] = [:]
    package var sharing: (any SharedStore)? { self }

    private let address: RedisAddress
    let loop: any RedisLoop
    let node: RedisNode
    let connection: RedisConnection
    /// Logs a warning for the operator.
    let warn: (String) -> Void
    private let standings: StandingTable
    /// The last entry of the standings stream that is in the table.
    private var lastStanding = "0"
    private var waitingForStandings: [RedisAnswer<Void>] = []
    /// The edition of the standings stream that the table was read from.
    private var standingsEdition = 0
    private lazy var queries = QueryQueue<RedisConnection>(limit: RedisLimits.concurrentQueries) {
        [connection] in connection.isReady ? connection : nil
    }

    let rules: RuleCatalog
    private let requirements: RedisRequirements
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
        clock = try Self.startClock(address, requirements, loop)
        for warning in requirements.warnings { warn(warning) }
        standings = try StandingTable()
        connection = RedisConnection(address, loop: loop, handshake: requirements.check)
        connection.onChange = { [weak self] in self?.connectionDidChange($0) }
        connection.open()
        followed.onSubscription = { [weak self] in self?.queryAttendance(of: $0) }
        followed.onPlayerChange = { [weak self] in self?.onPlayerChange($0) }
        followed.onLoss = { [weak self] in self?.didLose($0, $1, $2) }
        heartbeatTimer = loop.timer(after: StoreLimits.heartbeatInterval, repeating: true) { [weak self] in
            self?.sendHeartbeat()
        }
        comparisonTimer = loop.timer(after: RedisLimits.comparisonInterval, repeating: true) { [weak self] in
            self?.compareVersions()
            self?.enterPendingStandings()
        }
    }

    /// Creates the game clock, which continues where the last node stopped, and sends the first heartbeat.
    private static func startClock(
        _ address: RedisAddress, _ requirements: RedisRequirements, _ loop: any RedisLoop
    ) throws(StoreFailure) -> SystemClock {
        let client = try BlockingRedisClient(address, requirements, like: loop)
        defer { client.close() }
        do {
            if let reason = try client.refusal(at: address) {
                throw StoreFailure(reason: reason, isDefinite: true)
            }
            // Before the first heartbeat: a clock with a heartbeat but no version counts as one of version
            // 1.0.
            _ = try client.execute(
                RedisCommand("HSETNX", RedisKeys.clock, RedisKeys.versionField, RedisKeys.version))
        } catch { throw StoreFailure(error) }
        let last = try client.run { connection, done in
            let read = RedisCommand("HMGET", RedisKeys.clock, "alive", "away")
            connection.execute(read, done) { Timestamp(clock: $0.elements.map(\.number)) }
        }
        let clock = SystemClock(after: last)
        let moment = try client.run { connection, done in
            connection.execute(heartbeat(clock.now), done) { reply in
                guard let moment = reply.number else { throw RedisFailure.malformed }
                return moment
            }
        }
        clock.advance(toGameClock: Int64(moment))
        return clock
    }

    private static func heartbeat(_ now: Timestamp) -> RedisCommand {
        var command = FunctionLibrary.call("beat", keys: [RedisKeys.clock])
        command.add(now.milliseconds)
        command.add(now.away)
        return command
    }

    /// Sends this node's game clock to Redis, and advances it to the latest clock of all nodes.
    private func sendHeartbeat() {
        guard connection.isReady else { return }
        connection.executeAll([Self.heartbeat(clock.now)]) { [weak self] answers in
            guard let self, let answer = answers.first else { return }
            if answer.failure?.lacksFunctions == true { return connection.reconnect() }
            if case .success(let reply) = answer, let moment = reply.number {
                clock.advance(toGameClock: Int64(moment))
            }
        }
    }

    private func connectionDidChange(_ failure: StoreFailure?) {
        guard failure == nil else { return currentFailure = failure }
        sendHeartbeat()
        // The connection may lead to another primary, which lacks the last writes of the old one.
        compareVersions()
        if batch == nil { currentFailure = nil } else { sendBatch() }
        queries.startNext()
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
        generations[setup.id] = found.generation
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
            let ready = try RedisBatch(
                batch, node, attempt: attempt, at: clock.now,
                hash: { [followed] in followed.hash(of: $0, after: $1) }
            ) { [weak self] append, edition in
                if append.setup != nil { self?.generations[append.game] = 1 }
                self?.followed.didSave(
                    append.game, append.events.last, edition: edition, isNew: append.setup != nil)
            } lost: { [weak self] game, last in
                self?.followed.lose(game, to: last)
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

    package func game(_ id: GameID, for requester: Requester, _ done: @escaping StoreAnswer<StoredGame?>) {
        guard !hidden.contains(id) else { return done(.failure(.unavailable)) }
        let (rules, now, followed) = (rules, clock.now, followed)
        read(for: requester, done) { connection, answer in
            let answer: RedisAnswer<VersionedGame?> = { [weak self] found in
                if case .success(let game?) = found {
                    followed.didRead(id, game.version)
                    self?.generations[id] = game.generation
                }
                answer(found.map { $0?.game })
            }
            followed.whenSubscribed(id) { connection.game(id, rules, at: now, answer) }
        }
    }

    package func state(
        of game: GameID, at sequence: SequenceNumber, for requester: Requester,
        _ done: @escaping StoreAnswer<GameState?>
    ) {
        let rules = rules
        read(for: requester, done) { $0.state(of: game, at: sequence, rules, $1) }
    }

    package func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int, for requester: Requester,
        _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        read(for: requester, done) { $0.journal(of: game, after: sequence, limit: limit, $1) }
    }

    package func list(
        _ wanted: GameListQuery, for requester: Requester, _ done: @escaping StoreAnswer<[GameSummary]>
    ) {
        let (rules, hidden) = (rules, hidden)
        let query = StoreQuery(loop, done)
        read(query, for: requester) { connection, answer in
            connection.list(wanted, rules, while: { query.isOpen && requester.isWaiting() }) {
                answer($0.map { $0.filter { !hidden.contains($0.setup.id) } })
            }
        }
    }

    package func puzzle(_ id: String, for requester: Requester, _ done: @escaping StoreAnswer<StoredPuzzle?>)
    {
        read(for: requester, done) { $0.puzzle(id, $1) }
    }

    package func puzzles(
        _ query: PuzzleListQuery, for requester: Requester, _ done: @escaping StoreAnswer<[PuzzleSummary]>
    ) {
        read(for: requester, done) { $0.puzzles(query, $1) }
    }

    package func dataSize(_ done: @escaping StoreAnswer<Int>) {
        read(for: .server, done) { connection, answer in
            connection.executeAll([RedisCommand("INFO", "memory")]) { replies in
                answer(
                    Result {
                        let text = try replies.first?.get().text ?? ""
                        guard let size = RedisRequirements.field("used_memory", in: text).flatMap({ Int($0) })
                        else { throw RedisFailure.malformed }
                        return size
                    }.mapError(RedisFailure.init))
            }
        }
    }

    /// Brings the table in memory up to date, then queries it, both on the table's own thread.
    ///
    /// - Complexity: O(new standings) to update the table.
    package func leaders(
        _ wanted: LeaderboardQuery, for requester: Requester, _ done: @escaping StoreAnswer<Leaders>
    ) {
        let named: StoreAnswer<Leaders> = { [self] found in
            guard case .success(let leaders) = found, !leaders.players.isEmpty else { return done(found) }
            read(for: requester, { done($0.map(leaders.naming)) }) { $0.names(of: leaders.players, $1) }
        }
        withStandings(for: requester, named) { table, loop, done in table.leaders(wanted, on: loop, done) }
    }

    /// Calls `query` with the table of standings, once it is up to date.
    func withStandings<Value: Sendable>(
        for requester: Requester, _ done: @escaping StoreAnswer<Value>,
        _ query: @escaping (StandingTable, any StoreLoop, @escaping StoreAnswer<Value>) -> Void
    ) {
        read(
            for: requester,
            { [self] (caughtUp: Result<Void, StoreFailure>) in
                guard case .success = caughtUp else {
                    return done(caughtUp.flatMap { .failure(.unavailable) })
                }
                query(standings, loop, done)
            }
        ) { [self] connection, answer in
            catchUpStandings(on: connection, answer)
        }
    }

    /// Reads the new standings; concurrent calls share one read.
    private func catchUpStandings(on connection: RedisConnection, _ done: @escaping RedisAnswer<Void>) {
        waitingForStandings.append(done)
        guard waitingForStandings.count == 1 else { return }
        let finish: RedisAnswer<Void> = { [self] result in
            let waiting = waitingForStandings
            waitingForStandings = []
            for done in waiting { done(result) }
        }
        connection.execute(RedisCommand("GET", RedisKeys.standingsEdition)) {
            [self] (found: Result<Int, RedisFailure>) in
            guard case .success(let edition) = found else { return finish(found.map { _ in }) }
            guard edition != standingsEdition else { return addNewStandings(on: connection, finish) }
            standings.removeAll(on: loop) { [self] _ in
                (lastStanding, standingsEdition) = ("0", edition)
                addNewStandings(on: connection, finish)
            }
        } _: { reply in
            reply.number ?? 0
        }
    }

    private func addNewStandings(on connection: RedisConnection, _ done: @escaping RedisAnswer<Void>) {
        connection.standings(after: lastStanding) { [self] found in
            guard case .success(let page) = found else { return done(found.map { _ in }) }
            if page.isLastPage, page.standings.isEmpty { return done(.success(())) }
            standings.add(page.standings, on: loop) { [self] added in
                if case .failure = added { return done(.failure(.malformed)) }
                lastStanding = page.last
                page.isLastPage ? done(.success(())) : addNewStandings(on: connection, done)
            }
        }
    }

    /// Queues `work` until the connection is ready; fails with `.unavailable` when that takes too long.
    func read<Value: Sendable>(
        for requester: Requester, _ done: @escaping StoreAnswer<Value>,
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) {
        read(StoreQuery(loop, done), for: requester, work)
    }

    private func read<Value: Sendable>(
        _ query: StoreQuery<Value>, for requester: Requester,
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) {
        queries.add(query, for: requester) { connection, finish in
            let began = ContinuousClock.now
            work(connection) { found in
                // Every query is safe to repeat on the next connection.
                guard found.failure != .lost else { return finish(nil) }
                finish((found.mapError(StoreFailure.init), ContinuousClock.now - began))
            }
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
        connection.send(Self.heartbeat(clock.now)) { _ in end() }
    }
}

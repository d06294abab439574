import DequeModule
package import GameCore
import GameJSON
package import GameStore

/// Keeps the games in Redis, which any number of servers share; durably, as far as Redis is set up so.
///
/// Any server may write any game: Redis puts all that comes into one order, and takes nothing that was made
/// in ignorance of what was there already. A batch is sent again, under the same name, until it is certain
/// what has become of it.
package final class RedisEventStore: EventStore {
    package let away: Int64
    package var onTrouble: (StoreFailure?) -> Void = { _ in }
    package var sharing: (any SharedStore)? { self }

    private let address: RedisAddress
    private let loop: any RedisLoop
    let node: RedisNode
    let clock: SystemClock
    let connection: RedisConnection
    /// Told what an operator should know.
    private let warn: (String) -> Void
    private let standings: StandingTable
    /// Up to where the stream of standings is in the table.
    private var lastStanding = "0"
    /// Questions that wait for their turn.
    private var waiting: Deque<@MainActor (RedisConnection) -> Void> = []
    /// Questions that are on their way.
    private var asked = 0

    private let rules: RuleCatalog
    private let requirements: RedisRequirements
    private let began = ContinuousClock.now
    private(set) lazy var followed = FollowedGames(
        address, node: node, loop: loop, warn: warn
    ) { [weak self] in self?.missing($0, $1, $2) }
    /// The batch that is on its way, and what to call it.
    private var batch: RedisBatch?
    private var attempts = 0
    private var isSending = false
    private var retry: AnyObject?
    private var heart: AnyObject?
    private var comparison: AnyObject?
    private var trouble: StoreFailure? {
        didSet { if trouble != oldValue { onTrouble(trouble) } }
    }

    /// Opens the games at `address`, which are of `rules`.
    ///
    /// Waits for Redis, some seconds at most.
    /// - Throws: `StoreFailure` when it cannot be reached or does not keep what it has acknowledged.
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
        away = try Self.away(address, requirements, loop)
        for warning in requirements.warnings { warn(warning) }
        clock = SystemClock(away: away)
        standings = try StandingTable()
        connection = RedisConnection(address, loop: loop, greet: requirements.greet)
        connection.onChange = { [weak self] in self?.changed($0) }
        connection.open()
        followed.onSubscription = { [weak self] in self?.askWhoIs(at: $0) }
        heart = loop.timer(after: StoreLimits.pulse, repeating: true) { [weak self] in self?.beat() }
        comparison = loop.timer(after: RedisLimits.comparison, repeating: true) { [weak self] in
            self?.compare()
            self?.enterPendingStandings()
        }
    }

    /// Asks for how long no server has lived, which ends here.
    private static func away(
        _ address: RedisAddress, _ requirements: RedisRequirements, _ loop: any RedisLoop
    ) throws(StoreFailure) -> Int64 {
        let client = try BlockingRedisClient(address, requirements, like: loop)
        defer { client.close() }
        let isUnfinished = try client.run { connection, done in
            connection.ask(RedisCommand("EXISTS", RedisKeys.unfinished), done) { $0.number != 0 }
        }
        guard !isUnfinished else {
            throw StoreFailure(reason: address.unfinished, isCertain: true)
        }
        return try client.run { connection, done in
            connection.ask(Self.beat(lived: .zero), done) { reply in
                guard let away = reply.number else { throw RedisFailure.malformed }
                return Int64(away)
            }
        }
    }

    private static func beat(lived: Duration) -> RedisCommand {
        var command = FunctionLibrary.call("beat", keys: [RedisKeys.clock])
        command.add(lived.wholeMilliseconds)
        return command
    }

    private func beat() {
        guard connection.isReady else { return }
        connection.askAll([Self.beat(lived: ContinuousClock.now - began)]) { [weak self] answers in
            if answers.first?.failure?.lacksFunctions == true { self?.connection.renew() }
        }
    }

    private func changed(_ failure: StoreFailure?) {
        guard failure == nil else { return trouble = failure }
        // Whoever was not there for a while must say so before somebody counts it as time without servers.
        beat()
        if batch == nil { trouble = nil } else { sendBatch() }
        ask()
    }

    // MARK: Writing

    package func start(_ setup: GameSetup) throws(StoreFailure) -> StoredGame {
        let (rules, node, now) = (rules, node, clock.now)
        let client = try BlockingRedisClient(address, requirements, like: loop)
        defer { client.close() }
        let found = try client.run { connection, done in
            connection.game(setup.id, rules, at: now) { found in
                guard case .success(nil) = found else { return done(found.flatMap(Self.required)) }
                Self.make(setup, rules, node, on: connection, at: now) { _ in
                    // Whoever has made it, it is there now.
                    connection.game(setup.id, rules, at: now) { done($0.flatMap(Self.required)) }
                }
            }
        }
        followed.wasRead(setup.id, found.mark)
        return found.game
    }

    private static func required(_ game: FoundGame?) -> Result<FoundGame, RedisFailure> {
        game.map(Result.success) ?? .failure(.malformed)
    }

    private static func make(
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
                self?.followed.appended(
                    append.game, append.events.last?.sequence, edition: edition, isNew: append.setup != nil)
            } done: { [weak self] result in
                self?.settled(result, Array(games), done)
            }
            followed.willAppend(Array(games))
            self.batch = ready
            sendBatch()
        } catch { done(.failed(StoreFailure(error))) }
    }

    private func sendBatch() {
        guard let batch, !isSending else { return }
        retry = nil
        isSending = true
        batch.send(on: connection) { [weak self] failure in self?.becameUnknown(failure) }
    }

    /// It is sent again: with the next connection, or a little later.
    private func becameUnknown(_ failure: RedisFailure) {
        isSending = false
        if failure != .lost || connection.isReady { trouble = StoreFailure(failure) }
        guard connection.isReady else { return }
        if failure.lacksFunctions { return connection.renew() }
        retry = loop.timer(after: StoreLimits.retry) { [weak self] in self?.sendBatch() }
    }

    private func settled(
        _ result: AppendResult, _ games: [GameID], _ done: @MainActor (AppendResult) -> Void
    ) {
        batch = nil
        isSending = false
        trouble = nil
        if case .saved(let rejections) = result {
            for case .overtaken(let news) in rejections.values { followed.wasTold(news) }
        }
        done(result)
        followed.didAppend(games)
    }

    /// Games that are being made, which nobody finds before that is certain.
    private var hidden: Set<GameID> { batch?.newGames ?? [] }

    // MARK: Reading

    package func game(_ id: GameID, _ done: @escaping StoreAnswer<StoredGame?>) {
        guard !hidden.contains(id) else { return done(.failure(.silent)) }
        let (rules, now, followed) = (rules, clock.now, followed)
        read(done) { connection, answer in
            let answer: RedisAnswer<FoundGame?> = { found in
                if case .success(let game?) = found { followed.wasRead(id, game.mark) }
                answer(found.map { $0?.game })
            }
            followed.whenSubscribed(id) { connection.game(id, rules, at: now, answer) }
        }
    }

    package func state(
        of game: GameID, at moment: SequenceNumber, _ done: @escaping StoreAnswer<GameState?>
    ) {
        let rules = rules
        read(done) { $0.state(of: game, at: moment, rules, $1) }
    }

    package func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int,
        _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        read(done) { $0.journal(of: game, after: sequence, limit: limit, $1) }
    }

    package func list(_ wanted: GameListing, _ done: @escaping StoreAnswer<[GameSummary]>) {
        let (rules, hidden) = (rules, hidden)
        let question = Question(loop, done)
        read(question) { connection, answer in
            connection.list(wanted, rules, while: { question.isOpen }) {
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

    /// From a table in memory, which is brought up to date first.
    ///
    /// - Complexity: O(standings that are new), and a few milliseconds for ten thousand.
    package func leaders(_ wanted: LeaderListing, _ done: @escaping StoreAnswer<Leaders>) {
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
                page.isAll ? done(.success(())) : catchUpStandings(on: connection, done)
            } catch { done(.failure(RedisFailure(error))) }
        }
    }

    /// Asks `work` by the connection, now or when there is one, and answers that the store is silent when
    /// that takes too long.
    func read<Value: Sendable>(
        _ done: @escaping StoreAnswer<Value>,
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) {
        read(Question(loop, done), work)
    }

    private func read<Value: Sendable>(
        _ question: Question<Value>,
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) {
        guard waiting.count < StoreLimits.questions else { return question.answer(.failure(.silent)) }
        put(question, work)
    }

    private func put<Value: Sendable>(
        _ question: Question<Value>,
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) {
        waiting.append { [weak self] connection in
            guard question.isOpen else { return }
            self?.asked += 1
            work(connection) { found in
                self?.asked -= 1
                // To ask again does no harm.
                if found.failure == .lost {
                    self?.put(question, work)
                } else {
                    question.answer(found.mapError(StoreFailure.init))
                }
                self?.ask()
            }
        }
        ask()
    }

    /// Puts questions, a few at a time, so that a commit waits for a few at most.
    private func ask() {
        while connection.isReady, asked < RedisLimits.questionsAtOnce, let question = waiting.popFirst() {
            question(connection)
        }
    }

    // MARK: End

    package func close(_ done: @escaping @MainActor () -> Void) {
        (heart, comparison, retry) = (nil, nil, nil)
        let end: @MainActor () -> Void = { [self] in
            // That nothing more can be saved is no trouble now.
            connection.onChange = { _ in }
            followed.close()
            connection.close()
            done()
        }
        guard connection.isReady else { return end() }
        // The last beat: the time without servers begins here.
        connection.send(Self.beat(lived: ContinuousClock.now - began)) { _ in end() }
    }
}

import EventIO
import GameCore
import GameJSON
import GameStore

/// The games in memory; all others sleep in the store.
///
/// After a start only the lobby is awake. A request that names a sleeping game wakes it: ``wake(_:_:)`` reads
/// it from the store. When the games exceed their memory budget, those that have been idle longest go to
/// sleep; nothing is written for that, because the store has everything that is committed. A game with a
/// listener, an open prompt, a bot move under way or pending entries stays awake, and so does a room or challenge
/// while a game of it is awake, because the end of the game is recorded there. A game with a deadline is woken for it.
/// After a restart that happens only once a request has named the game.
final class GameRegistry {
    private var games: [GameID: LiveGame] = [:]
    /// Games that are out of memory while their data in the store is changed.
    private var withdrawn: Set<GameID> = []
    /// The addresses of the players of withdrawn games, because the limits of seats per address still apply.
    private var addresses: [GameID: [Seat: String]] = [:]
    private let changes = KeyedSerialQueue()
    private var wakeWaiters: [GameID: [(requester: Requester, done: StoreAnswer<LiveGame?>)]] = [:]
    private let services: GameServices
    private let budget: Int
    /// The estimated bytes of all games, as of the last sweep plus the games added since.
    private(set) var footprint = 0
    /// Wakes sleeping games whose deadlines are near.
    private var alarms: [GameID: LoopTimer] = [:]
    private var sweepTimer: LoopTimer?
    private var nextSweep = ContinuousClock.now
    /// How often the games were searched for idle ones.
    private(set) var sweepCount = 0
    /// The board that always exists; it never sleeps.
    private(set) var lobby: LiveGame
    /// Called with each game that enters memory.
    var didAdd: [(LiveGame) -> Void] = []
    /// Makes the entries of a room when a game of it gets a rematch with the given setup.
    var didMakeRematch: ((LiveGame, GameSetup) -> [GroupCommit.Part])?

    /// Creates a registry whose games may take `budget` bytes, and wakes or creates the lobby.
    ///
    /// - Throws: `StoreFailure` or `RuleViolation` when the lobby cannot be read or made.
    init(_ services: GameServices, budget: Int) throws {
        self.services = services
        self.budget = budget
        guard let rules = services.rules.lobby else {
            throw StoreFailure(reason: "No rules are registered for the lobby.")
        }
        let setup = GameSetup(
            id: .lobby, rules: rules.name, options: rules.lobbyOptions,
            title: try GameTitle("The house board"), isPublic: true, created: services.time.now)
        // Subscribes before it reads, here and for every game: no event may fall between the two.
        services.store.sharing?.follow(.lobby)
        lobby = LiveGame(try services.store.start(setup), services)
        add(lobby)
        services.store.sharing?.onNews = { [weak self] in self?.games[$0.game]?.mergeRemote($0) }
        services.store.sharing?.onWithdrawal = { [weak self] id in self?.withdraw(id) { $0() } }
        services.store.sharing?.onAttendance = { [weak self] in self?.games[$0]?.presence.receive($1) }
        sweepTimer = services.loop.timer(after: Settings.memorySweep, repeating: true) { [weak self] in
            self?.updateFootprint()
            self?.evictIdleGames()
        }
    }

    /// The game `id` if it is awake; counts as an access.
    subscript(id: GameID) -> LiveGame? {
        guard let game = games[id] else { return nil }
        game.lastAccess = .now
        return game
    }

    /// How many games are awake.
    var count: Int { games.count }
    var all: some Collection<LiveGame> { games.values }

    /// Tells the other nodes, when the server stops, that no client is connected here.
    func publishDeparture() {
        for game in games.values { game.presence.shared?.publishDeparture() }
    }

    /// The spectators of a game; a sleeping game has none.
    func spectators(of id: GameID) -> Int { games[id]?.presence.summary.spectators ?? 0 }

    /// Calls `done` with the game `id`, read from the store if it sleeps; with nil when it does not exist.
    ///
    /// Concurrent calls for one game share one read, which is dropped when none of them waits any more.
    func wake(_ id: GameID, for requester: Requester, _ done: @escaping StoreAnswer<LiveGame?>) {
        if let game = self[id] { return done(.success(game)) }
        wakeWaiters[id, default: []].append((requester, done))
        if wakeWaiters[id]?.count == 1, !withdrawn.contains(id) { read(id, for: requester) }
    }

    private func read(_ id: GameID, for requester: Requester) {
        services.store.sharing?.follow(id)
        let everybody = Requester(
            client: requester.client,
            isWaiting: { [weak self] in self?.wakeWaiters[id]?.contains { $0.requester.isWaiting() } ?? false
            },
            charge: requester.charge)
        services.store.game(id, for: everybody) { [weak self] found in
            self?.finishWaking(id, found, for: everybody)
        }
    }

    private func finishWaking(
        _ id: GameID, _ found: Result<StoredGame?, StoreFailure>, for requester: Requester
    ) {
        // The stored game is about to change; `restore` reads it again.
        guard !withdrawn.contains(id) else { return }
        if games[id] == nil, (try? found.get()) == nil { services.store.sharing?.unfollow(id) }
        guard case .success(let stored?) = found,
            let parent = stored.state.setup.parents.first(where: { games[$0] == nil })
        else { return answerWaiters(for: id, found) }
        wake(parent, for: requester) { [weak self] foundParent in
            // Read again, because another node may have changed the game in the meantime.
            if case .success(_?) = foundParent {
                self?.read(id, for: requester)
            } else {
                self?.answerWaiters(for: id, foundParent.flatMap { _ in found })
            }
        }
    }

    private func answerWaiters(for id: GameID, _ found: Result<StoredGame?, StoreFailure>) {
        let game = found.flatMap { stored in Result { try stored.map(addWoken) }.mapError(StoreFailure.init) }
        addresses[id] = nil
        for waiter in wakeWaiters.removeValue(forKey: id) ?? [] { waiter.done(game) }
    }

    private func addWoken(_ stored: StoredGame) throws(RuleViolation) -> LiveGame {
        // The game may have been created under this id during the read.
        if let game = games[stored.state.setup.id] { return game }
        let game = LiveGame(stored, services)
        if game.id == .lobby { lobby = game }
        for (seat, address) in addresses[game.id] ?? [:] { game.presence.setAddress(address, of: seat) }
        add(game)
        return game
    }

    // MARK: Changes in the store

    /// Takes `id` out of memory while `work` changes it in the store; `work` must call its `done`.
    ///
    /// Entries that are pending are committed first. Streams end and polls are answered, so that their
    /// clients come back; requests for the game wait until the change is done.
    func withdraw(_ id: GameID, during work: @escaping KeyedSerialQueue.Work) {
        changes.enqueue(id.text) { [self] done in
            withdrawn.insert(id)
            let change = { [self] in
                work { [self] in
                    restore(id)
                    done()
                }
            }
            if let game = games[id] { remove(game, change) } else { change() }
        }
    }

    /// Reads a game in memory again, to get the present names of its people.
    func reload(_ id: GameID) {
        if isInUse(id) { withdraw(id) { $0() } }
    }

    /// Reads again the games in memory that show an old name of `player`.
    ///
    /// A game gets no event for the new name if it has ended, is full, or has had very many.
    func reload(misnaming player: PlayerRecord) {
        let old = games.values.filter { game in
            game.committed.names[.player(player.id)].map { $0 != player.name } ?? false
        }
        for game in old { reload(game.id) }
    }

    /// Whether the game is in memory, is being read, or is withdrawn.
    func isInUse(_ id: GameID) -> Bool {
        games[id] != nil || wakeWaiters[id] != nil || withdrawn.contains(id)
    }

    private func remove(_ game: LiveGame, _ done: @escaping () -> Void) {
        game.isWithdrawn = true
        games[game.id] = nil
        addresses[game.id] = game.presence.addresses
        alarms[game.id] = nil
        footprint -= game.footprint
        settle(game) { [self] in
            game.withdrawDocuments()
            services.hub.endConnections(of: game)
            services.store.sharing?.unfollow(game.id)
            done()
        }
    }

    /// Waits until the pending entries of `game` are committed or have failed.
    private func settle(_ game: LiveGame, _ done: @escaping () -> Void) {
        guard game.pendingEntries > 0 else { return done() }
        services.commits.append(JournalEntry(game: game.id), of: game) { [self] _ in settle(game, done) }
    }

    private func restore(_ id: GameID) {
        withdrawn.remove(id)
        if let waiter = wakeWaiters[id]?.first { return read(id, for: waiter.requester) }
        let hasGame = games.values.contains { $0.setup.parents.contains(id) }
        if id == .lobby || hasGame { return wake(id, for: .server) { _ in } }
        addresses[id] = nil
    }

    // MARK: Creating

    /// Creates a game and calls `answer` after the commit with the game and the host's token.
    ///
    /// - Parameter requester: The client, who is charged for the work of making the game's task.
    func open(
        _ draft: GameDraft, hostToken: Token = .random(), for requester: Requester,
        _ answer: @escaping (Result<(LiveGame, Token), Problem>) -> Void
    ) {
        prepare(draft, for: requester) { [weak self] prepared in
            switch prepared {
            case .failure(let problem): answer(.failure(problem))
            case .success(let setup): self?.open(setup, seating: draft.people, hostToken, answer)
            }
        }
    }

    /// Makes the setup of a game, with its hidden answer if it has one.
    func prepare(
        _ draft: GameDraft, for requester: Requester,
        _ answer: @escaping (Result<GameSetup, Problem>) -> Void
    ) {
        var setup = draft.setup(created: services.time.now, seed: .random(in: 1 ... .max))
        if let challenge = draft.challenge { return complete(setup, from: challenge, for: requester, answer) }
        if let day = setup.day {
            setup = setup.withDaySeed(services.dailySecret?.seed(of: "\(setup.rules) of \(day)"))
        }
        var library = services.library
        let hiding = services.rules[draft.rules] as? any HiddenAnswerRules.Type
        guard let option = hiding?.puzzleOption, case .text(let id) = draft.options.values[option] else {
            return complete(setup, from: library, for: requester, answer)
        }
        services.store.puzzle(id, for: requester) { [weak self] found in
            guard case .success(let stored) = found else { return answer(.failure(.storeUnreadable)) }
            let isPublic = stored?.isPublic == true
            // For everybody but its owner, a private puzzle does not exist.
            if let stored, isPublic || draft.puzzleOwner.map(stored.owner.isSame) == true {
                library.found = stored.puzzle.map { (id, $0) }
            }
            self?.complete(setup, from: library, hiding: isPublic ? nil : option, for: requester, answer)
        }
    }

    /// Completes `setup` with a puzzle or word from `library`.
    ///
    /// To make a puzzle takes milliseconds, so it happens off the main actor.
    ///
    /// - Parameter secret: An option that the game does not keep.
    private func complete(
        _ setup: GameSetup, from library: GameLibrary, hiding secret: String? = nil,
        for requester: Requester, _ answer: @escaping (Result<GameSetup, Problem>) -> Void
    ) {
        let rules = services.rules
        guard rules.hasHiddenAnswer(setup.rules) else {
            return answer(Result { try rules.completing(setup, from: library) }.mapError(Problem.init))
        }
        // Not dropped when the client leaves: the next request for the same daily game waits for the answer.
        do throws(Problem) {
            try services.workers.puzzles.run(for: requester.persistent) {
                Result { () throws(RuleViolation) in
                    let completed = try rules.completing(setup, from: library)
                    return secret.map(completed.withoutOption) ?? completed
                }
            } _: { completed in
                answer(completed.mapError(Problem.init))
            }
        } catch { answer(.failure(error)) }
    }

    private func open(
        _ setup: GameSetup, seating people: GameDraft.People, _ token: Token,
        _ answer: @escaping (Result<(LiveGame, Token), Problem>) -> Void
    ) {
        do throws(RuleViolation) {
            open(setup, after: try seating(people.seated, in: setup), hostToken: token, answer)
        } catch { answer(.failure(Problem(error))) }
    }

    /// The first events of a game, by which `people` sit down.
    func seating(_ people: [SeatedPlayer], in setup: GameSetup) throws(RuleViolation) -> [GameEvent] {
        guard !people.isEmpty else { return [] }
        return try Game(services.rules.newGame(setup)).seatPlayers(people, at: setup.created)
    }

    /// Creates a game that starts with `events`; `answer` gets it and the host's token.
    func open(
        _ setup: GameSetup, after events: [GameEvent], hostToken token: Token = .random(),
        _ answer: @escaping (Result<(LiveGame, Token), Problem>) -> Void
    ) {
        let host = HeldToken(digest: token.digest, player: Player(seat: nil, isHost: true))
        createUnlessRefused(setup, events, [host]) { result in
            answer(result.map { ($0, token) })
        }
    }

    /// Creates a game, or a room, that starts with `events` and is hosted by a player with a key.
    ///
    /// - Parameters:
    ///   - makeOthers: Makes the entries of other games in the same transaction.
    ///   - retry: Called in place of `answer` when another node has changed one of those games.
    func createUnlessRefused(
        _ setup: GameSetup, _ events: [GameEvent], _ tokens: [HeldToken] = [],
        with makeOthers: () throws(RuleViolation) -> [GroupCommit.Part] = { () throws(RuleViolation) in [] },
        retry: (() -> Void)? = nil,
        _ answer: @escaping (Result<LiveGame, Problem>) -> Void
    ) {
        if let refusal = services.commits.refusal { return answer(.failure(refusal)) }
        do throws(RuleViolation) {
            let part = try part(creating: setup, events, tokens)
            let others: [GroupCommit.Part]
            do { others = try makeOthers() } catch {
                part.finish?(false)
                throw error
            }
            services.commits.append(part, with: others, retry: retry) { problem in
                answer(problem.map(Result.failure) ?? .success(part.game))
            }
        } catch {
            answer(.failure(Problem(error)))
        }
    }

    /// A new game as a part of a transaction; the registry has it only after the commit.
    private func part(
        creating setup: GameSetup, _ events: [GameEvent], _ tokens: [HeldToken]
    ) throws(RuleViolation) -> GroupCommit.Part {
        let game = LiveGame(StoredGame(try services.rules.newGame(setup)), services)
        try game.game.requireWords(of: services.lexicons)
        let (entry, news) = game.begin(events, tokens)
        let sharing = services.store.sharing
        sharing?.follow(game.id)
        return GroupCommit.Part(game: game, entry: entry, announcement: news) { [weak self] isSaved in
            if isSaved { self?.add(game) } else { sharing?.unfollow(game.id) }
        }
    }

    /// The rematch of `old` with the same players, seats and tokens, and the entries of their room.
    private func openRematch(of old: LiveGame, as id: GameID) -> [GroupCommit.Part] {
        let options = services.rules.nextRoundOptions(old.setup)
        let next = old.setup.rematch(
            id, options: options, at: services.time.now, seed: .random(in: 1 ... .max))
        let library = services.library
        // Without a new puzzle or word the rematch repeats the old one.
        let setup = (try? services.rules.completing(next, from: library)) ?? next.withAnswer(old.setup.answer)
        let state = old.game.state
        let people = state.seats.filter(old.takesAlong)
        guard let game = (try? services.rules.newGame(setup)).map({ Game($0) }),
            let events = try? game.seatPlayers(people, closingSeats: state.areSeatsClosed, at: setup.created)
        else { return [] }
        var since: [Seat: SequenceNumber] = [:]
        for (person, event) in zip(people, events) { since[person.seat] = event.sequence }
        let tokens = old.tokens.all.compactMap { held -> HeldToken? in
            guard let seat = held.player.seat else { return held }
            // The token of a player who has left is not valid for the seat's next player.
            guard let start = since[seat], held.player.since == state.seatedSince(seat) else { return nil }
            let player = Player(seat: seat, isHost: held.player.isHost, since: start)
            return HeldToken(digest: held.digest, player: player)
        }
        services.removed.copy(from: old.id, to: id)
        guard let part = try? part(creating: setup, events, tokens) else { return [] }
        return [part] + (didMakeRematch?(old, setup) ?? [])
    }

    // MARK: Memory

    private func add(_ game: LiveGame) {
        games[game.id] = game
        alarms[game.id] = nil
        game.findAgain = { [weak self, id = game.id] in self?.wake(id, for: .game(id), $0) }
        game.parentAway = { [weak self, parents = game.setup.parents] in
            parents.first { parent in self.map { $0.games[parent] == nil && $0.isInUse(parent) } ?? false }
        }
        game.findParentAgain = { [weak self] parent, work in
            self?.wake(parent, for: .game(parent)) { _ in work() }
        }
        game.openRematch = { [weak self] old, next in self?.openRematch(of: old, as: next) ?? [] }
        footprint += game.footprint
        for follow in didAdd { follow(game) }
        evictIdleGames()
    }

    func updateFootprint() {
        footprint = games.values.reduce(0) { $0 + $1.footprint }
    }

    /// Evicts the games that have been idle longest when the games exceed their budget.
    ///
    /// Sweeps at most once per `minimumIdleTime`: before that no further game can have become evictable, and
    /// a sweep for each new game would make creating games quadratic.
    private func evictIdleGames() {
        let now = ContinuousClock.now
        guard footprint > budget, now >= nextSweep else { return }
        nextSweep = now + Settings.minimumIdleTime
        sweepCount += 1
        updateFootprint()
        for game in games.values { game.recordPublishedReads() }
        let goal = budget / 100 * Settings.gameMemoryAfterEviction
        let parents = Set(games.values.lazy.flatMap(\.setup.parents))
        let idle = games.values.filter {
            $0.isIdle && $0.id != .lobby && !parents.contains($0.id)
                && now - $0.lastAccess > Settings.minimumIdleTime
        }
        // Places are sorted instead of games, whose references would be counted at every comparison.
        let times = idle.map(\.lastAccess)
        for place in idle.indices.sorted(by: { times[$0] < times[$1] }) where footprint > goal {
            let game = idle[place]
            footprint -= game.footprint
            game.withdrawDocuments()
            services.store.sharing?.unfollow(game.id)
            games[game.id] = nil
            if let wait = game.timeToWake { setAlarm(for: game.id, after: wait) }
        }
    }

    /// Wakes the sleeping game `id` after `wait`; once awake it meets its deadline by itself.
    private func setAlarm(for id: GameID, after wait: Duration) {
        alarms[id] = services.loop.timer(after: wait) { [weak self] in
            self?.wake(id, for: .game(id)) { found in
                if case .failure = found { self?.setAlarm(for: id, after: StoreLimits.retryInterval) }
            }
        }
    }
}

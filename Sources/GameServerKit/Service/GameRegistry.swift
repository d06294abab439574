import EventIO
import GameCore
import GameJSON
import GameStore

/// The games that are awake: those that somebody has asked for lately.
///
/// All others sleep in the store and cost nothing. Who asks for one wakes it; when the memory for games is
/// full, those that have been idle for longest leave it.
final class GameRegistry {
    private var games: [GameID: LiveGame] = [:]
    private var waking: [GameID: [StoreAnswer<LiveGame?>]] = [:]
    private let services: GameServices
    private let budget: Int
    /// Bytes of all games, roughly; exact when it was last looked at.
    private(set) var footprint = 0
    private var sweep: LoopTimer?
    private var nextLook = ContinuousClock.now
    /// How often all games were looked at to find some that may leave.
    private(set) var looks = 0
    /// The house board: a free, open board that always exists.
    let lobby: LiveGame

    /// A house whose games may take `budget` bytes.
    ///
    /// - Throws: `StoreFailure` or `RuleViolation` when the house board cannot be had.
    init(_ services: GameServices, budget: Int) throws {
        self.services = services
        self.budget = budget
        guard let rules = services.rules.house else {
            throw StoreFailure(reason: "No rules are registered for the house board.")
        }
        let setup = GameSetup(
            id: .lobby, rules: rules.name, options: rules.houseOptions,
            title: try GameTitle("The house board"), isPublic: true, created: services.time.now)
        // Before it is read, so that nothing falls between; so it is with every game.
        services.store.sharing?.follow(.lobby)
        lobby = LiveGame(try services.store.start(setup), services)
        add(lobby)
        services.store.sharing?.onNews = { [weak self] in self?.games[$0.game]?.mergeRemote($0) }
        services.store.sharing?.onAttendance = { [weak self] in self?.games[$0]?.presence.hear($1) }
        sweep = services.loop.timer(after: Settings.memorySweep, repeating: true) { [weak self] in
            self?.measure()
            self?.makeRoom()
        }
    }

    /// A game that is awake.
    subscript(id: GameID) -> LiveGame? {
        guard let game = games[id] else { return nil }
        game.touched = .now
        return game
    }

    /// How many games are awake.
    var count: Int { games.count }
    var all: some Collection<LiveGame> { games.values }

    /// The server stops: the others need not wait until they miss who was here.
    func takeLeave() {
        for game in games.values { game.presence.shared?.takeLeave() }
    }

    /// How many watch a game that is awake; nobody watches one that sleeps.
    func spectators(of id: GameID) -> Int { games[id]?.presence.picture.spectators ?? 0 }

    /// Wakes the game `id`: `done` gets nil when there is none.
    func wake(_ id: GameID, _ done: @escaping StoreAnswer<LiveGame?>) {
        if let game = self[id] { return done(.success(game)) }
        waking[id, default: []].append(done)
        guard waking[id]?.count == 1 else { return }
        services.store.sharing?.follow(id)
        services.store.game(id) { [weak self] found in self?.woke(id, found) }
    }

    private func woke(_ id: GameID, _ found: Result<StoredGame?, StoreFailure>) {
        if games[id] == nil, (try? found.get()) == nil { services.store.sharing?.unfollow(id) }
        let game = found.flatMap { stored in Result { try stored.map(awaken) }.mapError(StoreFailure.init) }
        for done in waking.removeValue(forKey: id) ?? [] { done(game) }
    }

    private func awaken(_ stored: StoredGame) throws(RuleViolation) -> LiveGame {
        // It may have been made under this id while the store was looking.
        if let game = games[stored.state.setup.id] { return game }
        let game = LiveGame(stored, services)
        add(game)
        return game
    }

    /// Makes a game for a host, who gets a token, and answers when it is saved; who is known by a token
    /// sits there already.
    func open(
        rules: String, options: Parameters, title: GameTitle?, isPublic: Bool,
        seating person: (DailyPerson, Digest)? = nil,
        _ answer: @escaping (Result<(LiveGame, Token), Problem>) -> Void
    ) {
        let setup = GameSetup(
            id: .random(), rules: rules, options: options, title: title, isPublic: isPublic,
            created: services.time.now, seed: .random(in: 1 ... .max))
        var library = GameLibrary(lexicons: services.lexicons, generators: services.generators)
        let hiding = services.rules[rules] as? any HiddenAnswerRules.Type
        guard let id = hiding?.puzzleID(options) else {
            return open(setup, library, person, answer)
        }
        services.store.puzzle(id) { [weak self] found in
            guard case .success(let stored) = found else { return answer(.failure(.storeSilent)) }
            library.found = stored?.puzzle.map { (id, $0) }
            self?.open(setup, library, person, answer)
        }
    }

    private func open(
        _ setup: GameSetup, _ library: GameLibrary, _ person: (DailyPerson, Digest)?,
        _ answer: @escaping (Result<(LiveGame, Token), Problem>) -> Void
    ) {
        do throws(RuleViolation) {
            let setup = try services.rules.completing(setup, from: library)
            guard let (person, digest) = person else { return open(setup, after: [], answer) }
            let seated = SeatedPlayer(seat: .first, name: person.name, colour: person.colour)
            let events = try Game(services.rules.newGame(setup)).seat([seated], at: setup.created)
            let player = Player(seat: .first, since: events.first?.sequence)
            open(
                setup, after: events, holding: [HeldToken(digest: digest, player: player)], answer)
        } catch {
            answer(.failure(Problem(error)))
        }
    }

    /// Makes a game in which `events` have happened already, and for which people hold `tokens`.
    func open(
        _ setup: GameSetup, after events: [GameEvent], holding tokens: [HeldToken] = [],
        _ answer: @escaping (Result<(LiveGame, Token), Problem>) -> Void
    ) {
        let token = Token.random()
        let host = HeldToken(digest: token.digest, player: Player(seat: nil, isHost: true))
        open(setup, events, [host] + tokens) { result in answer(result.map { ($0, token) }) }
    }

    /// Nobody finds the game before it is saved.
    private func open(
        _ setup: GameSetup, _ events: [GameEvent], _ tokens: [HeldToken],
        _ answer: @escaping (Result<LiveGame, Problem>) -> Void
    ) {
        if let refusal = services.commits.refusal { return answer(.failure(refusal)) }
        make(setup, events, tokens, answer)
    }

    private func make(
        _ setup: GameSetup, _ events: [GameEvent], _ tokens: [HeldToken],
        _ answer: @escaping (Result<LiveGame, Problem>) -> Void
    ) {
        do throws(RuleViolation) {
            let game = LiveGame(StoredGame(try services.rules.newGame(setup)), services)
            if let lexicon = game.game.missingLexicon {
                let known = services.lexicons.all.map(\.name).joined(separator: ", ")
                throw RuleViolation(
                    .unknownLexicon, "There is no lexicon \(Parameters.quoted(lexicon)); known are: \(known)."
                )
            }
            services.store.sharing?.follow(game.id)
            let (entry, news) = game.begin(events, tokens)
            services.commits.append(entry, announcing: news, of: game) { [weak self] problem in
                if problem == nil { self?.add(game) } else { self?.services.store.sharing?.unfollow(game.id) }
                answer(problem.map(Result.failure) ?? .success(game))
            }
        } catch {
            answer(.failure(Problem(error)))
        }
    }

    /// The same people play on in a new game, in the same seats and with the same tokens.
    private func openRematch(of old: LiveGame, as id: GameID) {
        let options = services.rules.nextRoundOptions(old.setup)
        let next = old.setup.rematch(
            id, options: options, at: services.time.now, seed: .random(in: 1 ... .max))
        let library = GameLibrary(lexicons: services.lexicons, generators: services.generators)
        // Where nothing new is to be had, the same once more is better than nothing.
        let setup = (try? services.rules.completing(next, from: library)) ?? next.with(old.setup.answer)
        let state = old.game.state
        let people = state.seats.filter { !state.rules.staysBehind($0.seat, in: state) }
        guard let game = (try? services.rules.newGame(setup)).map({ Game($0) }),
            let events = try? game.seat(people, at: setup.created)
        else {
            return
        }
        var since: [Seat: SequenceNumber] = [:]
        for (person, event) in zip(people, events) { since[person.seat] = event.sequence }
        let tokens = old.tokens.all.compactMap { held -> HeldToken? in
            guard let seat = held.player.seat else { return held }
            // Who has just left keeps nothing, even when somebody sits there again.
            guard let taken = since[seat], held.player.since == old.game.state.taken(seat) else { return nil }
            let player = Player(seat: seat, isHost: held.player.isHost, since: taken)
            return HeldToken(digest: held.digest, player: player)
        }
        // The old game's event waits for the same commit, so this must not be refused any more.
        make(setup, events, tokens) { _ in }
    }

    // MARK: Memory

    private func add(_ game: LiveGame) {
        games[game.id] = game
        game.startNextRound = { [weak self] old, next in self?.openRematch(of: old, as: next) }
        footprint += game.footprint
        makeRoom()
    }

    /// Looks how large the games are by now.
    func measure() {
        footprint = games.values.reduce(0) { $0 + $1.footprint }
    }

    /// Sends to sleep who has been idle for longest, when the memory is full.
    ///
    /// Who stays awake now does so for a moment yet: until then a look at all games would find nobody new,
    /// and one for each new game would cost the more the more there are.
    private func makeRoom() {
        let now = ContinuousClock.now
        guard footprint > budget, now >= nextLook else { return }
        nextLook = now + Settings.wakefulness
        looks += 1
        measure()
        for game in games.values { game.notePublished() }
        let goal = budget / 100 * Settings.gameMemoryAfterLeaving
        let idle = games.values.filter {
            $0.isIdle && $0.id != .lobby && now - $0.touched > Settings.wakefulness
        }
        for game in idle.sorted(by: { $0.touched < $1.touched }) where footprint > goal {
            footprint -= game.footprint
            game.fallAsleep()
            services.store.sharing?.unfollow(game.id)
            games[game.id] = nil
        }
    }
}

import GameCore
import GameJSON
import GameStore

/// The reviews of finished games, computed once for each board.
///
/// The reviews that were asked for longest ago are forgotten first.
final class Reviews {
    struct Key: Hashable {
        let game: GameID
        let board: Int
    }

    enum Entry {
        case underWay
        /// The review as JSON.
        case ready([UInt8])
        /// The rules have found nothing to review.
        case impossible
    }

    private var entries: [Key: Entry] = [:]
    /// Least recently used first.
    private var order: [Key] = []

    /// The review of a board; nil if it is neither ready nor under way.
    subscript(key: Key) -> Entry? {
        guard let entry = entries[key] else { return nil }
        touch(key)
        return entry
    }

    func begin(_ key: Key) { store(.underWay, for: key) }

    /// Forgets a review that could not be begun.
    func cancel(_ key: Key) {
        entries[key] = nil
        order.removeAll { $0 == key }
    }

    /// Keeps a review; nil if the rules have found nothing to review.
    func end(_ key: Key, _ json: [UInt8]?) { store(json.map { .ready($0) } ?? .impossible, for: key) }

    private func store(_ entry: Entry, for key: Key) {
        entries[key] = entry
        touch(key)
        if order.count > Settings.keptReviews { entries[order.removeFirst()] = nil }
    }

    private func touch(_ key: Key) {
        order.removeAll { $0 == key }
        order.append(key)
    }
}

/// Reads a finished game with its events, and games of others with the same task, for a review.
struct ReviewedGames {
    private let world: World
    private let requester: Requester

    init(_ world: World, for requester: Requester) {
        self.world = world
        self.requester = requester
    }

    /// Reads the events of the game in `state`.
    ///
    /// - Parameter isCompared: Whether to read the games of others, too.
    func find(
        _ state: GameState, comparing isCompared: Bool, _ done: @escaping StoreAnswer<FinishedGame>
    ) {
        let lexicon = (state.rules as? any LexiconRules).flatMap {
            world.lexicons[$0.lexicon, for: state.setup.rules]
        }
        let opening = state.setup.opening
        let count = state.sequence.value - (opening.last?.sequence ?? .zero).value
        events(of: state.setup.id, after: opening, limit: count) { found in
            guard case .success(let events) = found, events.last?.sequence == state.sequence else {
                return done(.failure(.unavailable))
            }
            let finish = { (others: [[GameEvent]]) in
                done(.success(FinishedGame(state: state, events: events, lexicon: lexicon, others: others)))
            }
            guard isCompared else { return finish([]) }
            findSolved(state.setup) { games in
                readEvents(of: games.filter { $0 != state.setup.id }, [], finish)
            }
        }
    }

    /// Reads the games of those who have solved a challenge without help.
    func findSolved(_ challenge: ChallengeState, _ done: @escaping ([[GameEvent]]) -> Void) {
        readEvents(of: challenge.solvedGames, [], done)
    }

    private func events(
        of game: GameID, after opening: [GameEvent], limit: Int, _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        world.store.allEvents(
            of: game, after: opening.last?.sequence ?? .zero, limit: limit, for: requester
        ) { found in done(found.map { opening + $0 }) }
    }

    /// The games of those who have solved the same task without help; empty where the store cannot tell.
    private func findSolved(_ setup: GameSetup, _ done: @escaping ([GameID]) -> Void) {
        if let challenge = setup.challenge {
            return world.challenges.find(challenge, for: requester) { found in
                guard case .success(let challenge) = found else { return done([]) }
                done(challenge.committed.challenge?.solvedGames ?? [])
            }
        }
        guard let day = setup.dayUnlessImported else { return done([]) }
        let query = LeaderboardQuery(rules: setup.rules, from: day, to: day, limit: Settings.comparedGames)
        world.store.leaders(query, for: requester) { found in
            guard case .success(let leaders) = found else { return done([]) }
            let players = leaders.best.filter { $0.solved > 0 }.map(\.player)
            findGames(of: players[...], rules: setup.rules, day, [], done)
        }
    }

    private func findGames(
        of players: ArraySlice<PlayerID>, rules: String, _ day: Day, _ games: [GameID],
        _ done: @escaping ([GameID]) -> Void
    ) {
        guard let player = players.first else { return done(games) }
        world.players.store.daily(of: player, rules: rules, day: day, for: requester) { found in
            let game = (try? found.get()).flatMap { $0 }
            findGames(
                of: players.dropFirst(), rules: rules, day, games + [game].compactMap { $0 }, done)
        }
    }

    /// Reads the games one after the other, and leaves out those that cannot be read.
    private func readEvents(
        of games: [GameID], _ read: [[GameEvent]], _ done: @escaping ([[GameEvent]]) -> Void
    ) {
        guard let game = games.first else { return done(read) }
        events(of: game, after: [], limit: Settings.comparedEvents) { found in
            let events = (try? found.get()) ?? []
            readEvents(of: Array(games.dropFirst()), read + (events.isEmpty ? [] : [events]), done)
        }
    }
}

extension ChallengeState {
    /// The best games that were solved without help, each once: a race is the game of several players.
    fileprivate var solvedGames: [GameID] {
        var seen: Set<GameID> = []
        let solved = ranking.filter { $0.result.isSolved && !$0.result.isAssisted }.map(\.attempt.game)
        return Array(solved.filter { seen.insert($0).inserted }.prefix(Settings.comparedGames))
    }
}

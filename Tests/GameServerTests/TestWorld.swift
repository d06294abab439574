import EventIO
import GameCore
import Logging
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

/// The lobby with real parts but without sockets: a loop on the main thread, and a store that can fail.
final class TestWorld {
    let loop: EventLoop
    let store: FlakyEventStore
    let commits: GroupCommit
    let services: GameServices
    let games: GameRegistry
    let game: LiveGame

    /// A world on `backing`, whose games may take `memory` bytes.
    init(memory: Int = 1 << 20, store backing: any EventStore) throws {
        loop = try EventLoop()
        store = FlakyEventStore(backing)
        let metrics = ServerMetrics(PrometheusRegistry())
        commits = GroupCommit(store: store, loop: MainLoop(loop: loop), metrics: metrics) { _ in }
        services = GameServices(
            rules: allRules, store: store, lexicons: .none, generators: PuzzleGenerators(.none, folder: nil),
            bots: BotExecutor(main: MainLoop(loop: loop)), commits: commits,
            hub: EventHub(loop: MainLoop(loop: loop), limitsAddresses: true), published: PublishedDocuments(),
            loop: MainLoop(loop: loop), time: SystemClock(away: 0), log: Logger(label: "test"))
        games = try GameRegistry(services, budget: memory)
        game = games.lobby
    }

    convenience init(memory: Int = 1 << 20) throws {
        try self.init(memory: memory, store: MemoryEventStore(allRules))
    }

    /// Runs one turn of the loop, at whose end the commit is made.
    func takeTurn() {
        loop.perform { [loop] in loop.stop() }
        loop.run()
    }

    /// Types `text` into `cell`; `answer` is called after the commit.
    func type(
        _ text: String, _ cell: String, by player: Player = .spectator, move: MoveKey? = nil,
        _ answer: @escaping (CommandResult) -> Void = { _ in }
    ) throws {
        let cell = try #require(CellIndex(name: cell))
        let edit = BoardEdit(entries: [BoardEdit.Entry(cell: cell, text: text)])
        game.perform(.edit(edit), by: player, move: move, answer)
    }
}

/// Forwards to another store; holds commits while `isHeld`, and fails them while `failure` is set.
final class FlakyEventStore: EventStore {
    var failure: StoreFailure?
    var isHeld = false
    let away: Int64 = 0
    var onFailureChange: (StoreFailure?) -> Void = { _ in }
    private(set) var batches: [EventBatch] = []
    private let backing: any EventStore
    private var held: [() -> Void] = []

    init(_ backing: any EventStore) {
        self.backing = backing
    }

    var sharing: (any SharedStore)? { backing.sharing }

    func start(_ setup: GameSetup) throws(StoreFailure) -> StoredGame { try backing.start(setup) }

    func append(_ batch: EventBatch, _ done: @escaping @MainActor (AppendResult) -> Void) {
        let commit = { [self] in
            if let failure { return done(.failed(failure)) }
            batches.append(batch)
            backing.append(batch, done)
        }
        if isHeld { held.append(commit) } else { commit() }
    }

    func game(_ id: GameID, _ done: @escaping StoreAnswer<StoredGame?>) { backing.game(id, done) }

    func state(of game: GameID, at moment: SequenceNumber, _ done: @escaping StoreAnswer<GameState?>) {
        backing.state(of: game, at: moment, done)
    }

    func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int,
        _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        backing.events(of: game, after: sequence, limit: limit, done)
    }

    func list(_ wanted: GameListQuery, _ done: @escaping StoreAnswer<[GameSummary]>) {
        backing.list(wanted, done)
    }

    func puzzle(_ id: String, _ done: @escaping StoreAnswer<StoredPuzzle?>) { backing.puzzle(id, done) }

    func dailyPerson(
        _ token: Digest, rules: String, day: Day, _ done: @escaping StoreAnswer<DailyPerson?>
    ) {
        backing.dailyPerson(token, rules: rules, day: day, done)
    }

    func leaders(_ wanted: LeaderboardQuery, _ done: @escaping StoreAnswer<Leaders>) {
        backing.leaders(wanted, done)
    }

    func close(_ done: @escaping @MainActor () -> Void) { done() }

    /// The number of events in each commit.
    var batchSizes: [Int] { batches.map(\.count) }

    /// The saved events of the lobby.
    var saved: [GameEvent] {
        var found: [GameEvent] = []
        backing.events(of: .lobby, after: .zero, limit: .max) { found = (try? $0.get()) ?? [] }
        return found
    }

    /// Runs the held commits.
    func release() {
        isHeld = false
        let commits = held
        held = []
        for commit in commits { commit() }
    }
}

extension CommandResult {
    /// The problem code; nil for a success.
    var code: String? {
        if case .failure(let problem) = self { return problem.kind.code }
        return nil
    }

    /// The sequence after the command; nil for a problem.
    var sequence: Int? { (try? get())?.sequence.value }
}

import EventIO
import GameCore
import Logging
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

/// A game with real parts and no sockets: its own loop on the main thread, and a store that can be told to
/// fail.
final class TestWorld {
    let loop: EventLoop
    let store: FlakyEventStore
    let commits: GroupCommit
    let services: GameServices
    let games: GameRegistry
    let game: LiveGame

    /// A world on `kept`, whose games may take `memory` bytes.
    init(memory: Int = 1 << 20, store kept: any EventStore) throws {
        loop = try EventLoop()
        store = FlakyEventStore(kept)
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

    /// A world that keeps its games in kept.
    convenience init(memory: Int = 1 << 20) throws {
        try self.init(memory: memory, store: MemoryEventStore(allRules))
    }

    /// Lets the loop take one turn, at whose end the commit is made.
    func takeTurn() {
        loop.perform { [loop] in loop.stop() }
        loop.run()
    }

    /// Types `text` into `cell`; the answer comes with the commit.
    func type(
        _ text: String, _ cell: String, by player: Player = .spectator, move: MoveKey? = nil,
        _ answer: @escaping (CommandResult) -> Void = { _ in }
    ) throws {
        let cell = try #require(CellIndex(name: cell))
        let edit = BoardEdit(entries: [BoardEdit.Entry(cell: cell, text: text)])
        game.perform(.edit(edit), by: player, move: move, answer)
    }
}

/// Keeps events in another store, later than asked for when `isHeld`, and not at all while `failure` is set.
final class FlakyEventStore: EventStore {
    var failure: StoreFailure?
    var isHeld = false
    let away: Int64 = 0
    var onTrouble: (StoreFailure?) -> Void = { _ in }
    private(set) var batches: [EventBatch] = []
    private let kept: any EventStore
    private var held: [() -> Void] = []

    init(_ kept: any EventStore) {
        self.kept = kept
    }

    var sharing: (any SharedStore)? { kept.sharing }

    func start(_ setup: GameSetup) throws(StoreFailure) -> StoredGame { try kept.start(setup) }

    func append(_ batch: EventBatch, _ done: @escaping @MainActor (AppendResult) -> Void) {
        let commit = { [self] in
            if let failure { return done(.failed(failure)) }
            batches.append(batch)
            kept.append(batch, done)
        }
        if isHeld { held.append(commit) } else { commit() }
    }

    func game(_ id: GameID, _ done: @escaping StoreAnswer<StoredGame?>) { kept.game(id, done) }

    func state(of game: GameID, at moment: SequenceNumber, _ done: @escaping StoreAnswer<GameState?>) {
        kept.state(of: game, at: moment, done)
    }

    func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int,
        _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        kept.events(of: game, after: sequence, limit: limit, done)
    }

    func list(_ wanted: GameListing, _ done: @escaping StoreAnswer<[GameSummary]>) {
        kept.list(wanted, done)
    }

    func puzzle(_ id: String, _ done: @escaping StoreAnswer<StoredPuzzle?>) { kept.puzzle(id, done) }

    func dailyPerson(
        _ token: Digest, rules: String, day: Day, _ done: @escaping StoreAnswer<DailyPerson?>
    ) {
        kept.dailyPerson(token, rules: rules, day: day, done)
    }

    func leaders(_ wanted: LeaderListing, _ done: @escaping StoreAnswer<Leaders>) {
        kept.leaders(wanted, done)
    }

    func close(_ done: @escaping @MainActor () -> Void) { done() }

    /// How many events each commit had.
    var batchSizes: [Int] { batches.map(\.count) }

    /// The saved events of the house board.
    var saved: [GameEvent] {
        var found: [GameEvent] = []
        kept.events(of: .lobby, after: .zero, limit: .max) { found = (try? $0.get()) ?? [] }
        return found
    }

    /// Makes the commits that were held back.
    func release() {
        isHeld = false
        let commits = held
        held = []
        for commit in commits { commit() }
    }
}

extension CommandResult {
    /// The code of the refusal; nil for a success.
    var code: String? {
        if case .failure(let problem) = self { return problem.kind.code }
        return nil
    }

    /// The sequence after the command; nil for a refusal.
    var sequence: Int? { (try? get())?.sequence.value }
}

import EventIO
import GameCore
import Logging
import Testing

@testable import GameServerKit
@testable import GameStore

/// The lobby with real parts but without sockets: a loop on the main thread, and a store that can fail.
final class TestWorld {
    let main: MainLoop
    var loop: EventLoop { main.loop }
    let store: FlakyEventStore
    let commits: GroupCommit
    let services: GameServices
    let games: GameRegistry
    let game: LiveGame

    /// A world on `backing`, whose games may take `memory` bytes.
    init(memory: Int = 1 << 20, store backing: any EventStore) throws {
        main = try MainLoop()
        store = FlakyEventStore(backing)
        commits = GroupCommit(
            store: store, loop: main, metrics: ServerMetrics(PrometheusRegistry())
        ) { _ in }
        services = GameServices(test: store, commits: commits, loop: main)
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

/// A store that forwards to another one; subclasses change some of it.
class ForwardingStore: EventStore {
    let clock: SystemClock
    var onFailureChange: (StoreFailure?) -> Void = { _ in }
    fileprivate let backing: any EventStore

    init(_ backing: any EventStore, clock: SystemClock = SystemClock(after: nil)) {
        (self.backing, self.clock) = (backing, clock)
    }

    var sharing: (any SharedStore)? { backing.sharing }
    var players: any PlayerStore { backing.players }
    var roomCodes: any RoomCodeStore { backing.roomCodes }
    var answers: any AnswerStore { backing.answers }

    func start(_ setup: GameSetup) throws(StoreFailure) -> StoredGame { try backing.start(setup) }

    func append(_ batch: EventBatch, _ done: @escaping @MainActor (AppendResult) -> Void) {
        backing.append(batch, done)
    }

    func game(_ id: GameID, for requester: Requester, _ done: @escaping StoreAnswer<StoredGame?>) {
        backing.game(id, for: requester, done)
    }

    func state(
        of game: GameID, at moment: SequenceNumber, for requester: Requester,
        _ done: @escaping StoreAnswer<GameState?>
    ) {
        backing.state(of: game, at: moment, for: requester, done)
    }

    func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int, for requester: Requester,
        _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        backing.events(of: game, after: sequence, limit: limit, for: requester, done)
    }

    func trim(_ game: GameID, to opening: [GameEvent], _ done: @escaping StoreAnswer<Void>) {
        backing.trim(game, to: opening, done)
    }

    func list(
        _ wanted: GameListQuery, for requester: Requester, _ done: @escaping StoreAnswer<[GameSummary]>
    ) {
        backing.list(wanted, for: requester, done)
    }

    func puzzle(_ id: String, for requester: Requester, _ done: @escaping StoreAnswer<StoredPuzzle?>) {
        backing.puzzle(id, for: requester, done)
    }

    func puzzles(
        _ query: PuzzleListQuery, for requester: Requester, _ done: @escaping StoreAnswer<[PuzzleSummary]>
    ) {
        backing.puzzles(query, for: requester, done)
    }

    func leaders(
        _ wanted: LeaderboardQuery, for requester: Requester, _ done: @escaping StoreAnswer<Leaders>
    ) {
        backing.leaders(wanted, for: requester, done)
    }

    func dataSize(_ done: @escaping StoreAnswer<Int>) { backing.dataSize(done) }

    func close(_ done: @escaping @MainActor () -> Void) { done() }
}

/// Holds commits while `isHeld`, and fails them while `failure` is set.
final class FlakyEventStore: ForwardingStore {
    var failure: StoreFailure?
    var isHeld = false
    private(set) var batches: [EventBatch] = []
    private var held: [() -> Void] = []

    override func append(_ batch: EventBatch, _ done: @escaping @MainActor (AppendResult) -> Void) {
        let commit = { [self] in
            if let failure { return done(.failed(failure)) }
            batches.append(batch)
            backing.append(batch, done)
        }
        if isHeld { held.append(commit) } else { commit() }
    }

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

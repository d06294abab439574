import EventIO
import GameCore
import Logging
import Testing

@testable import GameServer

/// A game with real parts and no sockets: its own loop on the main thread, and a store that can be told to fail.
final class TestWorld {
    let loop: EventLoop
    let store = FlakyEventStore()
    let commits: GroupCommit
    let game: LiveGame

    init(_ options: Parameters = Parameters(["open": .flag(true)])) throws {
        loop = try EventLoop()
        let metrics = ServerMetrics(PrometheusRegistry())
        commits = GroupCommit(store: store, loop: MainLoop(loop: loop), metrics: metrics) { _ in }
        let setup = GameSetup(id: .lobby, rules: "free", options: options, created: .systemNow())
        game = try LiveGame(
            setup, ordinal: 0, commits: commits, loop: MainLoop(loop: loop), log: Logger(label: "test"))
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

/// Keeps events in memory, later than asked for when `isHeld`, and not at all while `failure` is set.
final class FlakyEventStore: EventStore {
    var failure: StoreFailure?
    var isHeld = false
    private(set) var batches: [EventBatch] = []
    private let memory = MemoryEventStore()
    private var held: [() -> Void] = []

    func append(_ batch: EventBatch, _ done: @escaping (StoreFailure?) -> Void) {
        let commit = { [self] in
            if let failure { return done(failure) }
            batches.append(batch)
            memory.append(batch, done)
        }
        if isHeld { held.append(commit) } else { commit() }
    }

    func events(of game: GameID, after sequence: SequenceNumber, limit: Int) -> [GameEvent] {
        memory.events(of: game, after: sequence, limit: limit)
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

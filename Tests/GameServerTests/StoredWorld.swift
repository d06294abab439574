import EventIO
import Foundation
import GameCore
import Logging
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

/// Games on a real SQLite store, with a loop that runs during a test.
final class StoredWorld {
    let loop: EventLoop
    let store: SQLiteEventStore
    let games: GameRegistry
    private var isDone = false

    /// Opens the games in `folder`; those awake may take `memory` bytes.
    init(_ folder: String, memory: Int = 1 << 20) throws {
        loop = try EventLoop()
        let (main, log) = (MainLoop(loop: loop), Logger(label: "test"))
        store = try SQLiteEventStore(DataFolder(folder, createIfMissing: true), allRules, loop: main)
        let metrics = ServerMetrics(PrometheusRegistry())
        let commits = GroupCommit(store: store, loop: main, metrics: metrics) { _ in }
        let services = GameServices(
            rules: allRules, store: store, lexicons: .none, generators: PuzzleGenerators(.none, folder: nil),
            workers: Workers(main: main), work: WorkBudgets(limitsAddresses: true), commits: commits,
            hub: EventHub(loop: main, limitsAddresses: true),
            published: PublishedDocuments(), removed: RemovedPlayers(), loop: main,
            time: store.clock, log: log)
        games = try GameRegistry(services, budget: memory)
    }

    /// Calls `work` with a temporary folder.
    static func inFolder(_ work: (_ folder: String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "games-\(UUID().uuidString)"
        ).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try work(folder)
    }

    /// Runs the loop until `work` calls `done`, which closes the store; fails after 20 s.
    func run(_ work: (_ done: @escaping () -> Void) throws -> Void) throws {
        try work { [self] in
            isDone = true
            store.close { [loop] in loop.stop() }
        }
        let limit = loop.timer(after: .seconds(20)) { [loop] in loop.stop() }
        loop.run()
        limit.cancel()
        #expect(isDone)
    }
}

extension Result {
    /// Whether this is a success with nil.
    func isNothing<Value>() -> Bool where Success == Value? {
        if case .success(nil) = self { true } else { false }
    }
}

/// A game that a test plays without a store, with its events and states.
struct PlayedGame {
    let setup: GameSetup
    private(set) var events: [GameEvent] = []
    /// The state before the first event and after each event.
    private(set) var states: [GameState]
    let game: Game

    init(_ id: String, isPublic: Bool = false) throws {
        setup = GameSetup(
            id: try #require(GameID(id)), rules: "free", options: Parameters(["open": .flag(true)]),
            title: try GameTitle("Sunday “é”"), isPublic: isPublic,
            created: Timestamp(milliseconds: 1_000, away: 7))
        game = try Game(setup)
        states = [game.state]
    }

    @discardableResult
    mutating func apply(_ command: Command, by player: Player = .spectator) throws -> [GameEvent] {
        let time = Timestamp(milliseconds: 2_000 + 10 * Int64(events.count), away: 7)
        let happened = try game.apply(command, by: player, at: time)
        for event in happened {
            var state = states[states.count - 1]
            state.apply(event)
            states.append(state)
        }
        events += happened
        return happened
    }

    mutating func type(_ text: String, _ cell: Int) throws {
        try apply(.edit(BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[cell], text: text)])))
    }

    /// A game with every kind of event.
    static func withEverything(_ id: String) throws -> PlayedGame {
        var played = try PlayedGame(id)
        let (ann, bea) = (Player(seat: Seat(1)), Player(seat: Seat(2)))
        let host = Player(seat: nil, isHost: true)
        try played.apply(.takeSeat(PlayerName("Ann \u{1F600}"), Colour("#ff0000")))
        try played.apply(.takeSeat(PlayerName("“Béa”"), nil))
        try played.type("한", 3)
        try played.type("\u{3AA}\u{301}", 4)
        try played.apply(
            .edit(BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[7], text: "q")])), by: ann)
        try played.apply(.act("undo", .none), by: ann)
        try played.apply(.act("recolour", Parameters(["colour": .text("#00ff00")])), by: bea)
        try played.apply(.act("clear", .none), by: ann)
        try played.apply(.answer(prompt: 1, button: 1), by: bea)
        try played.apply(.act("lock", .none), by: host)
        try played.apply(.act("unlock", .none), by: host)
        try played.apply(.act("clear", .none), by: bea)
        try played.apply(.leaveSeat(#require(Seat(2))), by: bea)
        try played.apply(.act("close", .none), by: host)
        try played.apply(.act("rematch", .none), by: ann)
        return played
    }
}

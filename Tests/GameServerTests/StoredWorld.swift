import EventIO
import Foundation
import GameCore
import Logging
import Testing

@testable import GameServerKit
@testable import GameStore

/// Games on a real SQLite store in a folder.
final class StoredWorld {
    let main: MainLoop
    let store: SQLiteEventStore
    let games: GameRegistry

    /// Opens the games in `folder`; those awake may take `memory` bytes.
    init(_ folder: String, memory: Int = 1 << 20) throws {
        main = try MainLoop()
        store = try SQLiteEventStore(DataFolder(folder, createIfMissing: true), allRules, loop: main)
        games = try GameRegistry(GameServices(test: store, loop: main), budget: memory)
    }

    /// Runs `work` with the games in a new folder.
    static func run(memory: Int = 1 << 20, _ work: (StoredWorld) throws -> Void) throws {
        try inFolder { folder in
            let world = try StoredWorld(folder, memory: memory)
            try work(world)
            try world.close()
        }
    }

    /// Calls `work` with a temporary folder.
    static func inFolder(_ work: (_ folder: String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "games-\(UUID().uuidString)"
        ).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try work(folder)
    }

    /// Opens a game of `free`.
    func openGame(_ options: Parameters = .none) throws -> (game: LiveGame, token: Token) {
        let made = try main.answer {
            games.open(rules: "free", options: options, title: nil, isPublic: false, $0)
        }
        return try made.get()
    }

    /// Performs `command`, and waits for its result.
    func perform(_ command: Command, in game: LiveGame, move: MoveKey? = nil) throws -> CommandResult {
        try main.answer { game.perform(command, by: .spectator, move: move, $0) }
    }

    func close() throws {
        let _: Bool = try main.answer { done in store.close { done(true) } }
    }
}

extension GameServices {
    /// The services of a server on `store`, without lexicons.
    init(test store: any EventStore, commits: GroupCommit? = nil, loop: MainLoop) {
        let metrics = ServerMetrics(PrometheusRegistry())
        self.init(
            rules: allRules, store: store, lexicons: .none,
            generators: PuzzleGenerators(.none, log: Logger(label: "test")),
            days: Locked(DayTasks()),
            workers: Workers(main: loop), limits: Limits(Settings()),
            commits: commits ?? GroupCommit(store: store, loop: loop, metrics: metrics) { _ in },
            hub: EventHub(loop: loop, limitsAddresses: true), published: PublishedDocuments(),
            removed: RemovedPlayers(), loop: loop, time: store.clock, log: Logger(label: "test"))
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

    init(_ id: String, isPublic: Bool = false, countdown: Duration? = nil) throws {
        setup = GameSetup(
            id: try #require(GameID(id)), rules: "free", options: Parameters(["open": .flag(true)]),
            title: try GameTitle("Sunday “é”"), isPublic: isPublic,
            created: Timestamp(milliseconds: 1_000, away: 7)
        ).withCountdown(countdown)
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

extension PlayedGame {
    /// The whole game as one entry.
    var whole: JournalEntry { JournalEntry(opening: setup, events: events, to: game.state) }

    /// An entry with some of the events.
    func entry(_ events: [GameEvent]) -> JournalEntry {
        let (first, last) = ((events.first?.sequence.value ?? 1) - 1, events.last?.sequence.value ?? 0)
        let before = GameEffects.Origin(states[first])
        return JournalEntry(game: setup.id, events: events, from: before, to: states[last])
    }

    /// Types a letter, and returns its entry.
    mutating func letter(_ text: String, _ cell: Int, move: MoveKey? = nil) throws -> JournalEntry {
        let before = game.state.sequence
        let happened = try apply(
            .edit(BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[cell], text: text)])))
        var entry = entry(happened)
        entry.move = move.map { key in
            Move(
                key: key, command: 7, before: before, sequence: game.state.sequence, hash: game.state.hash,
                time: .systemNow())
        }
        return entry
    }
}

extension AppendResult {
    /// Whether all entries are saved.
    var isComplete: Bool {
        if case .saved(let rejections) = self { rejections.isEmpty } else { false }
    }

    /// The news that overtook the entries of `game`; nil if they were not overtaken.
    func news(of game: GameID) -> GameNews? {
        if case .saved(let rejections) = self, case .overtaken(let news) = rejections[game] {
            news
        } else {
            nil
        }
    }
}

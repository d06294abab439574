import Foundation
import GameCore
import Logging
import Testing

@testable import EventIO
@testable import GameJSON
@testable import GameServer
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

/// A real Redis server in a temporary folder.
final class RedisProcess {
    let folder: String
    private let arguments: [String]
    private var process: pid_t = 0

    private struct NotInstalled: Error, CustomStringConvertible {
        let description = "\(program) is not installed. `Scripts/setup.sh test` installs what the tests need."
    }

    nonisolated private static let program = "/usr/bin/redis-server"

    /// Starts a Redis; with the default arguments it loses no acknowledged write.
    init(_ arguments: [String] = ["--appendonly", "yes", "--appendfsync", "always"]) throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program) else { throw NotInstalled() }
        folder =
            FileManager.default.temporaryDirectory.appendingPathComponent("redis-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        self.arguments = arguments
        try start()
    }

    /// Runs `work` with a Redis, then stops and deletes it.
    static func run(_ work: (RedisProcess) throws -> Void) throws {
        let redis = try RedisProcess()
        defer { redis.end() }
        try work(redis)
    }

    var address: RedisAddress { RedisAddress(.socket(path: folder + "/socket")) }

    func start() throws {
        let place = ["--port", "0", "--unixsocket", folder + "/socket", "--dir", folder, "--save", ""]
        process = try Self.spawn([Self.program] + place + arguments, output: folder + "/log")
        while execute("PING") != "PONG" { usleep(10_000) }
    }

    /// Kills the process at once, without a chance to flush its data.
    func kill() {
        Foundation.kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    func end() {
        kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Runs a command with `redis-cli`, and returns its output.
    @discardableResult
    func execute(_ words: String...) -> String {
        let output = folder + "/output"
        let cli = try? Self.spawn(["/usr/bin/redis-cli", "-s", folder + "/socket"] + words, output: output)
        guard let cli else { return "" }
        waitpid(cli, nil, 0)
        let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Starts a process without Foundation's `Process`, which closes a million descriptors and runs other tests
    /// while it waits.
    private static func spawn(_ words: [String], output: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(
                &actions, descriptor, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0 else {
            throw StoreRefusal("\(words[0]) cannot be started")
        }
        return process
    }
}

/// The stores of several nodes on one Redis, with a loop that runs while a test waits.
final class RedisWorld {
    let main: MainLoop
    let redis: RedisProcess

    init(_ redis: RedisProcess) throws {
        self.redis = redis
        main = MainLoop(loop: try EventLoop())
    }

    /// Opens the store of another node.
    func store() throws -> RedisEventStore {
        try RedisEventStore(redis.address, allRules, loop: main) { Logger(label: "test").warning("\($0)") }
    }

    /// Runs the loop until `isOver` returns true; fails after 20 s.
    func serve(until isOver: () -> Bool) {
        var isLate = false
        let limit = main.timer(after: .seconds(20)) { isLate = true }
        let pulse = main.timer(after: .milliseconds(5), repeating: true) {}
        main.loop.serve { isLate || isOver() }
        limit.cancel()
        pulse.cancel()
        #expect(!isLate)
    }

    /// Calls `ask`, and waits for its answer.
    func answer<Value>(_ ask: (@escaping @MainActor (Value) -> Void) throws -> Void) throws -> Value {
        var answer: Value?
        try ask { answer = $0 }
        serve { answer != nil }
        return try #require(answer)
    }

    /// Appends `entries` as one batch, and waits for the result.
    @discardableResult
    func append(_ entries: JournalEntry..., to store: any EventStore) throws -> AppendResult {
        try answer { store.append(EventBatch(entries: entries), $0) }
    }

    func stored(_ id: GameID, in store: any EventStore) throws -> StoredGame {
        try #require(try answer { store.game(id, $0) }.get())
    }

    func close(_ store: any EventStore) throws {
        let _: Bool = try answer { done in store.close { done(true) } }
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

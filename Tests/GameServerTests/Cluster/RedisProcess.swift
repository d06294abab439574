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

/// A real Redis in a folder of its own, which a test starts and ends.
final class RedisProcess {
    let folder: String
    private let arguments: [String]
    private var process: pid_t = 0

    /// Whether there is one on this machine.
    nonisolated static let isInstalled = FileManager.default.isExecutableFile(atPath: program)
    nonisolated private static let program = "/usr/bin/redis-server"

    /// A Redis that keeps what it acknowledges, unless `arguments` say otherwise.
    init(_ arguments: [String] = ["--appendonly", "yes", "--appendfsync", "always"]) throws {
        folder =
            FileManager.default.temporaryDirectory.appendingPathComponent("redis-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        self.arguments = arguments
        try start()
    }

    /// Runs `work` on a Redis that is gone afterwards.
    static func run(_ work: (RedisProcess) throws -> Void) throws {
        let redis = try RedisProcess()
        defer { redis.end() }
        try work(redis)
    }

    var address: RedisAddress { RedisAddress(.socket(path: folder + "/socket")) }

    func start() throws {
        let place = ["--port", "0", "--unixsocket", folder + "/socket", "--dir", folder, "--save", ""]
        process = try Self.spawn([Self.program] + place + arguments, output: folder + "/log")
        while say("PING") != "PONG" { usleep(10_000) }
    }

    /// As a power cut of the process: nothing is finished.
    func kill() {
        Foundation.kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    func end() {
        kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// What `redis-cli` prints.
    @discardableResult
    func say(_ words: String...) -> String {
        let output = folder + "/said"
        let cli = try? Self.spawn(["/usr/bin/redis-cli", "-s", folder + "/socket"] + words, output: output)
        guard let cli else { return "" }
        waitpid(cli, nil, 0)
        let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Not Foundation's `Process`, which closes a million descriptors, and whose waiting runs other tests.
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

/// Servers over one Redis, on one loop that runs while a test waits.
final class RedisWorld {
    let main: MainLoop
    let redis: RedisProcess

    init(_ redis: RedisProcess) throws {
        self.redis = redis
        main = MainLoop(loop: try EventLoop())
    }

    /// One more server's store.
    func store() throws -> RedisEventStore {
        try RedisEventStore(redis.address, allRules, loop: main) { Logger(label: "test").warning("\($0)") }
    }

    /// Lets the loop run until `isOver`, or 20 s are over.
    func serve(until isOver: () -> Bool) {
        var isLate = false
        let limit = main.timer(after: .seconds(20)) { isLate = true }
        let pulse = main.timer(after: .milliseconds(5), repeating: true) {}
        main.loop.serve { isLate || isOver() }
        limit.cancel()
        pulse.cancel()
        #expect(!isLate)
    }

    /// What `ask` is answered.
    func answer<Value>(_ ask: (@escaping @MainActor (Value) -> Void) throws -> Void) throws -> Value {
        var answer: Value?
        try ask { answer = $0 }
        serve { answer != nil }
        return try #require(answer)
    }

    /// What becomes of `entries`.
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
    /// All of it as one entry.
    var whole: JournalEntry { JournalEntry(opening: setup, events: events, to: game.state) }

    /// An entry of some of its events.
    func entry(_ events: [GameEvent]) -> JournalEntry {
        let (first, last) = ((events.first?.sequence.value ?? 1) - 1, events.last?.sequence.value ?? 0)
        let before = GameEffects.Origin(states[first])
        return JournalEntry(game: setup.id, events: events, from: before, to: states[last])
    }

    /// The next letter as an entry of its own, with an id if it has one.
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
    /// Whether all of it is saved.
    var isWhole: Bool {
        if case .saved(let rejections) = self { rejections.isEmpty } else { false }
    }

    /// What others have added to `game`, if they were quicker.
    func news(of game: GameID) -> GameNews? {
        if case .saved(let rejections) = self, case .overtaken(let news) = rejections[game] {
            news
        } else {
            nil
        }
    }
}

import Foundation
import GameCore
import Logging
import Testing

@testable import EventIO
@testable import GameServerCommands
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

    var address: RedisAddress { RedisAddress(.socket(path: folder + "/socket")) }

    func start() throws {
        let place = ["--port", "0", "--unixsocket", folder + "/socket", "--dir", folder, "--save", ""]
        process = try Self.spawn([Self.program] + place + arguments, output: folder + "/log")
        let end = ContinuousClock.now + .seconds(30)
        while execute("PING") != "PONG" {
            guard .now < end else { throw StoreRefusal("Redis does not answer") }
            usleep(10_000)
        }
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

/// The stores of several nodes on one Redis.
final class RedisWorld: StoreWorld {
    let main: MainLoop
    let redis: RedisProcess
    private var openStores: [RedisEventStore] = []

    init(_ redis: RedisProcess) throws {
        self.redis = redis
        main = try MainLoop()
    }

    /// Runs `work` with a Redis, closes the stores that are still open, and deletes the Redis.
    static func run(_ work: (RedisWorld) throws -> Void) throws {
        let redis = try RedisProcess()
        defer { redis.end() }
        let world = try RedisWorld(redis)
        try work(world)
        for store in world.openStores { try world.close(store) }
    }

    /// Opens the store of another node.
    func store() throws -> RedisEventStore {
        let store = try RedisEventStore(redis.address, allRules, loop: main) {
            Logger(label: "test").warning("\($0)")
        }
        openStores.append(store)
        return store
    }

    func openStore() throws -> any EventStore { try store() }

    func close(_ store: any EventStore) throws {
        openStores.removeAll { $0 === store }
        let _: Bool = try main.answer { done in store.close { done(true) } }
    }

    static let ann = PlayerID("paaaaaaaaaa")
    static let bea = PlayerID("pbbbbbbbbbb")

    /// Adds Ann and Bea, whose names the leaderboards show.
    func addPlayers(to store: any EventStore) throws {
        for (id, name) in [(Self.ann, "Ann"), (Self.bea, "Bea")] {
            let player = PlayerRecord(
                id: try #require(id), name: try PlayerName(name), colour: nil,
                created: Timestamp(milliseconds: 5))
            try answer { store.players.add(player, key: Token.random().digest, $0) }.get()
            try answer { store.players.setRecovery(Token.random().digest, of: player.id, $0) }.get()
        }
    }

    /// Runs one turn of the loop.
    func takeTurn() {
        main.loop.perform { [loop = main.loop] in loop.stop() }
        main.loop.run()
    }

    /// Kills Redis, and starts it again with its data.
    func restart() throws {
        redis.kill()
        try redis.start()
    }
}

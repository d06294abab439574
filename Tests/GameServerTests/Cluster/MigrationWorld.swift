import EventIO
import Foundation
import GRDB
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerCommands
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

/// A Redis and data folders to migrate games between.
final class MigrationWorld {
    let world: RedisWorld
    var redis: RedisProcess { world.redis }
    private let root: String

    /// Runs `work` in a new world, then deletes it.
    static func run(_ work: (MigrationWorld) throws -> Void) throws {
        Program.register(allRules)
        try RedisWorld.run { world in
            try StoredWorld.inFolder { root in
                try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
                try work(MigrationWorld(world, root))
            }
        }
    }

    private init(_ world: RedisWorld, _ root: String) {
        (self.world, self.root) = (world, root)
    }

    func folder(_ name: String) -> String { root + "/" + name }

    func sqlite(_ name: String, createIfMissing: Bool = false) throws -> SQLiteArchive {
        try SQLiteArchive(folder(name), allRules, createIfMissing: createIfMissing)
    }

    func inRedis() throws -> RedisArchive {
        try RedisArchive(
            redis.address, allRules, RedisRequirements(allowsWeakDurability: false), loop: MainLoop())
    }

    @discardableResult
    func move(_ source: any GameArchive, _ target: any FillableArchive) throws -> ArchiveCopy.Count {
        var copy = try ArchiveCopy(from: source, to: target, rules: allRules)
        try target.begin()
        try copy.copy { _, _ in }
        try copy.compare { _, _ in }
        try target.finish(at: copy.lastActive)
        return copy.count
    }

    /// Fills a data folder with every kind of record, and with a lobby that was used.
    func fill(_ name: String) throws {
        let store = try SQLiteEventStore(
            DataFolder(folder(name), createIfMissing: true), allRules, loop: world.main)
        var lobby = try PlayedGame("lobby", isPublic: true)
        _ = try store.start(lobby.setup)
        try world.append(lobby.letter("h", 1), to: store)
        for id in ["zoe", "bob", "ann"] {
            try world.append(PlayedGame(id, isPublic: id != "bob").whole, to: store)
        }
        var everything = try PlayedGame.withEverything("every").whole
        everything.tokens = try [token(1, host: true), token(nil, host: true)]
        try world.append(everything, to: store)
        try appendLongGame(to: store)
        try world.addPlayers(to: store)
        try world.append(daily(), to: store)
        let puzzle = StoredPuzzle(
            id: "puz", format: .ipuz, file: [0, 1, 255, 10], content: #"{"cells":[]}"#,
            owner: Token.random().digest, isPublic: true, created: Timestamp(milliseconds: 77))
        try world.append(JournalEntry(game: lobby.setup.id, puzzle: puzzle), to: store)
        try world.close(store)
    }

    /// Makes a data folder with an unused lobby.
    func makeUnusedLobby(_ name: String) throws {
        let store = try SQLiteEventStore(
            DataFolder(folder(name), createIfMissing: true), allRules, loop: world.main)
        _ = try store.start(PlayedGame("lobby", isPublic: true).setup)
        try world.close(store)
    }

    /// Appends a game of several pages, with move ids.
    private func appendLongGame(to store: any EventStore) throws {
        var long = try PlayedGame("long")
        try world.append(long.whole, to: store)
        var entries: [JournalEntry] = []
        for number in 0..<620 {
            let key = try #require(MoveKey(sender: .address("::1"), id: "m\(number)"))
            let letter = String(UnicodeScalar(UInt8(65 + number / 25)))
            entries.append(try long.letter(letter, number % 25, move: key))
        }
        let _: AppendResult = try world.answer { store.append(EventBatch(entries: entries), $0) }
    }

    private func token(_ seat: Int?, host: Bool = false) throws -> HeldToken {
        HeldToken(
            digest: Token.random().digest,
            player: Player(
                seat: seat.flatMap(Seat.init(_:)), isHost: host,
                since: seat.flatMap { _ in SequenceNumber(1) }))
    }

    /// A daily game with a seat, a token and two standings.
    func daily() throws -> JournalEntry {
        let setup = GameSetup(
            id: try #require(GameID("daily")), rules: "square",
            options: SquareRules.dailyOptions(Day(number: 20_000)), created: Timestamp(milliseconds: 5)
        )
        let game = try Game(setup)
        let events = try game.apply(
            .takeSeat(PlayerName("Ann"), nil), by: .spectator, at: Timestamp(milliseconds: 9))
        var entry = JournalEntry(opening: setup, events: events, to: game.state, tokens: [try token(1)])
        entry.standings = try [RedisWorld.ann, RedisWorld.bea].map { player in
            Standing(
                rules: "square", day: Day(number: 20_000), player: try #require(player), game: setup.id,
                isSolved: true, isAssisted: false, elapsed: .milliseconds(1234), score: 40, guesses: nil)
        }
        return entry
    }

    /// The sorted rows of all tables, without the identity of the file.
    func rows(_ name: String) throws -> [String: [String]] {
        let file = try GameDatabase(folder(name) + "/games.sqlite", createIfMissing: false)
        var rows: [String: [String]] = [:]
        let game = "(SELECT id, rules, public, setup, phase, answer FROM game)"
        for table in [game, "event", "move", "token", "seat", "result", "puzzle", "standing"] {
            rows[table] = try file.connection.inDatabase { db in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\($0)" }.sorted()
            }
        }
        return rows
    }
}

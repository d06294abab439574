import Foundation
import GRDB
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("The SQLite store", .serialized)
struct SQLiteEventStoreTests {
    private func batch(_ played: PlayedGame, _ tokens: [HeldToken] = [], _ moves: [Move] = []) -> EventBatch {
        var entries = [played.whole]
        entries[0].tokens = tokens
        entries += moves.map { JournalEntry(game: played.setup.id, move: $0) }
        return EventBatch(entries: entries)
    }

    /// Opens a store in `folder`, saves `batch` and closes it.
    private func save(_ batch: EventBatch, in folder: String) throws {
        let world = try StoredWorld(folder)
        try world.run { done in
            world.store.append(batch) { result in
                #expect(result.failure == nil)
                done()
            }
        }
    }

    @Test("returns what was saved, after it was closed and opened again")
    func everything() throws {
        try StoredWorld.inFolder { folder in
            let played = try PlayedGame.withEverything("abc")
            let token = HeldToken(
                digest: Token.random().digest,
                player: Player(seat: Seat(1), isHost: true, since: SequenceNumber(1)))
            let key = try #require(MoveKey(sender: .address("192.0.2.1"), id: "m1"))
            let move = Move(
                key: key, command: .max, before: .zero, sequence: played.events[2].sequence,
                hash: StateHash(value: .max), time: .systemNow())
            try save(batch(played, [token], [move]), in: folder)
            let world = try StoredWorld(folder)
            try world.run { done in
                world.store.game(played.setup.id) { found in
                    let stored = try? found.get()
                    #expect(stored?.state.setup == played.setup)
                    #expect(stored?.state == played.game.state)
                    #expect(stored?.state.hash == played.game.state.hash)
                    #expect(stored?.recent == played.events)
                    #expect(stored?.tokens == [token])
                    #expect(stored?.moves == [move])
                    done()
                }
            }
        }
    }

    @Test("returns nil for an unknown game")
    func unknown() throws {
        try StoredWorld.inFolder { folder in
            let world = try StoredWorld(folder)
            try world.run { done in
                world.store.game(.random()) { found in
                    #expect(found.isNothing())
                    done()
                }
            }
        }
    }

    @Test("saves all of a batch or nothing, and works after a failure")
    func atomic() throws {
        try StoredWorld.inFolder { folder in
            var played = try PlayedGame("abc")
            try played.type("a", 0)
            let world = try StoredWorld(folder)
            try world.run { [played] done in
                var wrong = batch(played)
                // A second event with the same sequence violates the primary key.
                wrong.entries.append(played.entry(played.events))
                world.store.append(wrong) { result in
                    #expect(result.failure != nil)
                    world.store.game(played.setup.id) { found in
                        #expect(found.isNothing())
                        world.store.append(batch(played)) { result in
                            #expect(result.failure == nil)
                            done()
                        }
                    }
                }
            }
        }
    }

    @Test("returns the state of a long game at every sequence, from the nearest snapshot")
    func moments() throws {
        try StoredWorld.inFolder { folder in
            let world = try StoredWorld(folder)
            let game = world.games.lobby
            var texts: [String] = []
            let binding = game.feed.bind { announcement in
                let missing = announcement.state.sequence.value + 1 - texts.count
                texts += Array(repeating: announcement.state.boards[0].text, count: missing)
            }
            try world.run { done in
                play(game, 0, of: 300) {
                    #expect(Set(texts).count > 250)
                    check(world, moment: 0, texts, done)
                }
            }
            binding.cancel()
        }
    }

    /// Performs `count` edits, one after another.
    private func play(_ game: LiveGame, _ number: Int, of count: Int, _ done: @escaping () -> Void) {
        guard number < count else { return done() }
        let letter = String(UnicodeScalar(UInt8(65 + number / 25)))
        let edit = BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[number % 25], text: letter)])
        game.perform(.edit(edit), by: .spectator) { result in
            #expect(result.sequence == number + 1)
            play(game, number + 1, of: count, done)
        }
    }

    private func check(_ world: StoredWorld, moment: Int, _ texts: [String], _ done: @escaping () -> Void) {
        guard let sequence = SequenceNumber(moment) else { return }
        world.store.state(of: .lobby, at: sequence) { found in
            let state = try? found.get()
            guard moment < texts.count else {
                #expect(found.isNothing())
                return done()
            }
            #expect(state?.boards[0].text == texts[moment])
            check(world, moment: moment + 1, texts, done)
        }
    }

    @Test("accepts an expired move id again, even though its row still exists")
    func forgottenMoves() throws {
        try StoredWorld.inFolder { folder in
            let played = try PlayedGame("abc")
            let key = try #require(MoveKey(sender: .address("192.0.2.1"), id: "daily"))
            let moves = [1, 2].map { day in
                Move(
                    key: key, command: day, before: .zero, sequence: .zero, hash: StateHash(value: 0),
                    time: .systemNow())
            }
            try save(batch(played, [], [moves[0]]), in: folder)
            try save(EventBatch(entries: [JournalEntry(game: played.setup.id, move: moves[1])]), in: folder)
            let world = try StoredWorld(folder)
            try world.run { done in
                world.store.game(played.setup.id) { found in
                    #expect((try? found.get())?.moves.map(\.command) == [2])
                    done()
                }
            }
        }
    }

    @Test("lists public games, newest first, by state and page")
    func list() throws {
        try StoredWorld.inFolder { folder in
            let world = try StoredWorld(folder)
            var entries: [JournalEntry] = []
            for (name, isPublic) in [("one", true), ("two", false), ("three", true)] {
                var played = try PlayedGame(name, isPublic: isPublic)
                try played.apply(.takeSeat(PlayerName("Ann"), nil))
                if name == "three" {
                    try played.apply(.act("close", .none), by: Player(seat: nil, isHost: true))
                }
                entries.append(played.whole)
            }
            try world.run { [entries] done in
                world.store.append(EventBatch(entries: entries)) { result in
                    #expect(result.failure == nil)
                    names(world, limit: 9, phase: nil) {
                        #expect($0 == ["three 2 finished 1", "one 1 playing 1", "lobby 0 playing 0"])
                    }
                    names(world, limit: 1, phase: nil) { #expect($0 == ["three 2 finished 1"]) }
                    names(world, limit: 9, phase: .playing) {
                        #expect($0 == ["one 1 playing 1", "lobby 0 playing 0"])
                    }
                    names(world, limit: 9, cursor: 4, phase: nil) {
                        #expect($0 == ["one 1 playing 1", "lobby 0 playing 0"])
                        done()
                    }
                }
            }
        }
    }

    @Test(
        "reads only the games that a list shows", arguments: [nil, "free"],
        [nil, GameState.Phase.playing])
    func listPlans(rules: String?, phase: GameState.Phase?) throws {
        try StoredWorld.inFolder { folder in
            let folder = try DataFolder(folder, createIfMissing: true)
            let query = GameListQuery(limit: 20, cursor: nil, rules: rules, phase: phase)
            let steps = try GameDatabase(folder.database).connection.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query.sql, arguments: query.arguments)
                    .map { $0["detail"] as String }
            }
            let search = try #require(steps.first { $0.contains(" game USING ") })
            #expect(search.contains("SEARCH") && search.contains("ordinal<?"))
            #expect(search.contains("rules=?") == (rules != nil))
            #expect(search.contains("phase=?") == (phase != nil))
            #expect(!steps.contains { $0.contains("TEMP B-TREE") })
        }
    }

    private func names(
        _ world: StoredWorld, limit: Int, cursor: Int? = nil, phase: GameState.Phase?,
        _ done: @escaping ([String]) -> Void
    ) {
        world.store.list(GameListQuery(limit: limit, cursor: cursor, rules: "free", phase: phase)) { found in
            let games = (try? found.get()) ?? []
            done(games.map { "\($0.setup.id) \($0.sequence) \($0.phase) \($0.seated)" })
        }
    }

    @Test("refuses a second server on the same folder while the first one runs")
    func locked() throws {
        try StoredWorld.inFolder { folder in
            let world = try StoredWorld(folder)
            #expect(throws: StoreRefusal.self) { try StoredWorld(folder) }
            try world.run { $0() }
        }
    }

    @Test("verification accepts what the store writes and finds tampering")
    func verification() throws {
        try StoredWorld.inFolder { folder in
            let played = try PlayedGame.withEverything("abc")
            try save(batch(played), in: folder)
            let stored = try SQLiteArchive(folder, allRules)
            #expect(try Verification(stored) { _, _ in }.problems == [])
            let damages = [
                "UPDATE event SET change = replace(change, '한', '글') WHERE sequence = 3",
                "DELETE FROM event WHERE sequence = 2", "UPDATE event SET hash = 1 WHERE sequence = 9",
                "UPDATE seat SET name = 'Eve'", "DELETE FROM result",
                "UPDATE event SET change = '{' WHERE sequence = 1",
                "INSERT INTO seat VALUES ('nobody', 1, 'Eve', '#000000', 1)",
            ]
            for damage in damages {
                try StoredWorld.inFolder { folder in
                    try save(batch(played), in: folder)
                    let stored = try SQLiteArchive(folder, allRules)
                    try stored.database.connection.inDatabase { db in
                        try db.execute(sql: "PRAGMA foreign_keys = OFF")
                        try db.execute(sql: damage)
                    }
                    #expect(try Verification(stored) { _, _ in }.problems.count == 1, "\(damage)")
                }
            }
        }
    }

    @Test("refuses a journal with an event type that the rules do not know")
    func unknownEvents() throws {
        try StoredWorld.inFolder { folder in
            var played = try PlayedGame("abc")
            for number in 0..<3 { try played.type("x", number) }
            try save(batch(played), in: folder)
            let stored = try SQLiteArchive(folder, allRules)
            let last = try #require(played.states.last)
            let hash = StateHash(sequence: last.sequence.next, boards: last.boards).value
            try stored.database.connection.inDatabase { db in
                try db.execute(
                    sql: "INSERT INTO event VALUES ('abc', 4, 3000, 7, ?, ?)",
                    arguments: [Int64(hash), #"{"type":"seat.exploded","seat":1}"#])
            }
            #expect(throws: StoreFailure.self) { try stored.game(played.setup.id, at: .systemNow()) }
        }
    }

    @Test("skips a snapshot that is unreadable or wrong")
    func badSnapshots() throws {
        try StoredWorld.inFolder { folder in
            var played = try PlayedGame("abc")
            for number in 0..<10 { try played.type("x", number) }
            try save(batch(played), in: folder)
            let stored = try SQLiteArchive(folder, allRules)
            let wrong = Data(played.states[0].snapshot)
            let records = [Data("{".utf8), Data(), wrong]
            for (place, record) in [5, 10].flatMap({ place in records.map { (place, $0) } }) {
                let found = try stored.database.connection.inDatabase { db in
                    try db.execute(
                        sql: "INSERT OR REPLACE INTO snapshot VALUES ('abc', ?, ?, ?)",
                        arguments: [place, GameState.snapshotVersion, record])
                    return try db.storedGame(played.setup.id, allRules, now: .systemNow())
                }
                #expect(found?.state == played.game.state && found?.recent == played.events)
            }
        }
    }
}

import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("A store of either kind", .serialized)
struct EventStoreTests {
    private func key(_ id: String) throws -> MoveKey {
        try #require(MoveKey(sender: .address("192.0.2.1"), id: id))
    }

    @Test("restores a whole game after it was closed and opened again", arguments: StoreKind.allCases)
    func everything(kind: StoreKind) throws {
        try kind.run { world in
            let played = try PlayedGame.withEverything("abc")
            let token = HeldToken(
                digest: Token.random().digest,
                player: Player(seat: Seat(1), isHost: true, since: SequenceNumber(1)))
            let move = Move(
                key: try key("m1"), command: .max, before: .zero, sequence: played.events[2].sequence,
                hash: StateHash(value: .max), time: .systemNow())
            var entry = played.whole
            entry.tokens = [token]
            do {
                let first = try world.openStore()
                let second = JournalEntry(game: played.setup.id, move: move)
                #expect(try world.append(entry, second, to: first).isComplete)
                try world.close(first)
            }
            try world.restart()
            let store = try world.openStore()
            let stored = try world.stored(played.setup.id, in: store)
            #expect(stored.state.setup == played.setup)
            #expect(stored.state == played.game.state && stored.state.hash == played.game.state.hash)
            #expect(stored.recent == played.events && stored.tokens == [token] && stored.moves == [move])
            #expect(try world.answer { store.game(.random(), $0) }.isNothing())
            try world.close(store)
        }
    }

    @Test(
        "computes every past state of a long game", arguments: StoreKind.allCases)
    func moments(kind: StoreKind) throws {
        try kind.run { world in
            let store = try world.openStore()
            var played = try PlayedGame("abc")
            try world.append(played.whole, to: store)
            for number in 0..<300 {
                let entry = try played.letter(String(UnicodeScalar(UInt8(65 + number / 25))), number % 25)
                #expect(try world.append(entry, to: store).isComplete)
            }
            for moment in Array(stride(from: 0, through: 300, by: 7)) + [255, 256, 257, 300] {
                let sequence = try #require(SequenceNumber(moment))
                let state = try world.answer { store.state(of: played.setup.id, at: sequence, $0) }.get()
                #expect(state?.boards[0].text == played.states[moment].boards[0].text, "at \(moment)")
            }
            let late = try #require(SequenceNumber(301))
            #expect(try world.answer { store.state(of: played.setup.id, at: late, $0) }.isNothing())
            let events = try world.answer {
                store.events(of: played.setup.id, after: SequenceNumber(290) ?? .zero, limit: 5, $0)
            }.get()
            #expect(events == Array(played.events[290..<295]))
            #expect(try world.stored(played.setup.id, in: store).recent == played.events.suffix(256))
            try world.close(store)
        }
    }

    @Test(
        "saves all entries of a game or nothing, and works after a failure", arguments: StoreKind.allCases)
    func atomic(kind: StoreKind) throws {
        try kind.run { world in
            let store = try world.openStore()
            var played = try PlayedGame("abc")
            try played.type("a", 0)
            let again = played.entry(played.events)
            #expect(try world.append(played.whole, again, to: store).failure != nil)
            #expect(try world.answer { store.game(played.setup.id, $0) }.isNothing())
            #expect(try world.append(played.whole, to: store).isComplete)
            try world.close(store)
        }
    }

    @Test(
        "revokes the tokens of a seat when it is left or its token is renewed", arguments: StoreKind.allCases)
    func tokens(kind: StoreKind) throws {
        try kind.run { world in
            let store = try world.openStore()
            var played = try PlayedGame("abc")
            func held(_ seat: Int) -> HeldToken {
                HeldToken(digest: Token.random().digest, player: Player(seat: Seat(seat)))
            }
            let (ann, bea, newAnn) = (held(1), held(2), held(1))
            try played.apply(.takeSeat(PlayerName("Ann"), nil))
            try played.apply(.takeSeat(PlayerName("Bea"), nil))
            var entry = played.whole
            entry.tokens = [ann, bea]
            try world.append(entry, to: store)
            let left = try played.apply(.leaveSeat(#require(Seat(2))), by: Player(seat: Seat(2)))
            let renewal = JournalEntry(game: played.setup.id, renewing: .first, with: newAnn)
            try world.append(played.entry(left), renewal, to: store)
            #expect(try world.stored(played.setup.id, in: store).tokens == [newAnn])
            try world.close(store)
        }
    }

    @Test("lists public games, newest first, by state and page", arguments: StoreKind.allCases)
    func list(kind: StoreKind) throws {
        try kind.run { world in
            let store = try world.openStore()
            for (name, isPublic) in [("one", true), ("two", false), ("three", true)] {
                var played = try PlayedGame(name, isPublic: isPublic)
                try played.apply(.takeSeat(PlayerName("Ann"), nil))
                if name == "three" {
                    try played.apply(.act("close", .none), by: Player(seat: nil, isHost: true))
                }
                #expect(try world.append(played.whole, to: store).isComplete)
            }
            @MainActor func listed(_ limit: Int, cursor: Int? = nil, _ phase: GameState.Phase? = nil) throws
                -> [GameSummary]
            {
                let query = GameListQuery(limit: limit, cursor: cursor, rules: "free", phase: phase)
                return try world.answer { store.list(query, $0) }.get()
            }
            @MainActor func names(_ games: [GameSummary]) -> [String] {
                games.map {
                    "\($0.setup.id) \($0.sequence) \($0.phase) \($0.seated) \($0.outline.isOpen)"
                }
            }
            let (three, one) = ("three 2 finished 1 true", "one 1 playing 1 true")
            let all = try listed(9)
            #expect(names(all) == [three, one])
            #expect(try names(listed(1)) == [three])
            #expect(try names(listed(9, cursor: all[0].ordinal)) == [one])
            #expect(try names(listed(9, .playing)) == [one])
            try world.close(store)
        }
    }

    @Test("accepts a move id again after a day", arguments: StoreKind.allCases)
    func forgottenMoves(kind: StoreKind) throws {
        try kind.run { world in
            let store = try world.openStore()
            let played = try PlayedGame("abc")
            let now = Timestamp.systemNow()
            let moves = try [now + .seconds(-90_000), now].enumerated().map { number, time in
                Move(
                    key: try key("daily"), command: UInt64(number), before: .zero, sequence: .zero,
                    hash: StateHash(value: 0), time: time)
            }
            try world.append(played.whole, JournalEntry(game: played.setup.id, move: moves[0]), to: store)
            let again = JournalEntry(game: played.setup.id, move: moves[1])
            #expect(try world.append(again, to: store).isComplete)
            #expect(try world.stored(played.setup.id, in: store).moves == [moves[1]])
            try world.close(store)
        }
    }

    @Test("keeps puzzle files byte for byte", arguments: StoreKind.allCases)
    func puzzles(kind: StoreKind) throws {
        try kind.run { world in
            let store = try world.openStore()
            let played = try PlayedGame("abc")
            let puzzle = StoredPuzzle(
                id: "p1", format: .puz, file: [0, 13, 10, 255, 36], content: #"{"cells":[]}"#,
                owner: Token.random().digest, isPublic: true, created: Timestamp(milliseconds: 5))
            var entry = played.whole
            entry.puzzle = puzzle
            #expect(try world.append(entry, to: store).isComplete)
            #expect(try world.answer { store.puzzle("p1", $0) }.get() == puzzle)
            #expect(try world.answer { store.puzzle("p2", $0) }.isNothing())
            try world.close(store)
        }
    }
}

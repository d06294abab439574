import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore

@Suite("Move ids", .serialized)
struct MoveIdentityTests {
    private func key(_ id: String, _ sender: Sender = .address("192.0.2.1")) throws -> MoveKey {
        try #require(MoveKey(sender: sender, id: id))
    }

    @Test("a repeated move id gets the first answer and changes nothing")
    func repetition() throws {
        let world = try TestWorld()
        var results: [CommandResult] = []
        try world.type("A", "a1", move: try key("m1")) { results.append($0) }
        world.takeTurn()
        try world.type("B", "a1")
        world.takeTurn()
        try world.type("A", "a1", move: try key("m1")) { results.append($0) }
        world.takeTurn()
        #expect(results.map(\.sequence) == [1, 1])
        #expect(try results[0].get() == results[1].get())
        #expect(world.game.committed.boards[0].text.hasPrefix("B"))
    }

    @Test("a repetition before the commit waits for it and gets the same answer")
    func repetitionBeforeTheCommit() throws {
        let world = try TestWorld()
        var sequences: [Int?] = []
        for _ in 1...3 { try world.type("A", "a1", move: try key("m1")) { sequences.append($0.sequence) } }
        #expect(sequences.isEmpty)
        world.takeTurn()
        #expect(sequences == [1, 1, 1])
        #expect(world.store.batchSizes == [1])
    }

    @Test("an edit that changed nothing is remembered too")
    func noOpIsRemembered() throws {
        let world = try TestWorld()
        var results: [CommandResult] = []
        try world.type("", "a1", move: try key("m1")) { results.append($0) }
        try world.type("A", "a1")
        try world.type("", "a1", move: try key("m1")) { results.append($0) }
        world.takeTurn()
        #expect(try results.map { try $0.get().events.count } == [0, 0])
        #expect(world.game.committed.boards[0].text.hasPrefix("A"))
    }

    @Test("a move id that is reused for another command is refused")
    func reuse() throws {
        let world = try TestWorld()
        var codes: [String?] = []
        try world.type("A", "a1", move: try key("m1")) { codes.append($0.code) }
        try world.type("B", "a1", move: try key("m1")) { codes.append($0.code) }
        world.takeTurn()
        #expect(codes == [nil, "move-id-reused"])
    }

    @Test("the same move id from another sender is another move")
    func otherSender() throws {
        let world = try TestWorld()
        var sequences: [Int?] = []
        try world.type("A", "a1", move: try key("m1")) { sequences.append($0.sequence) }
        let other = try key("m1", .address("192.0.2.2"))
        try world.type("B", "a1", move: other) { sequences.append($0.sequence) }
        world.takeTurn()
        #expect(sequences == [1, 2])
    }

    @Test("a move whose commit failed is forgotten, so a retry is carried out")
    func lostMove() throws {
        let world = try TestWorld()
        var results: [CommandResult] = []
        world.store.failure = StoreFailure(reason: "disk full")
        try world.type("A", "a1", move: try key("m1")) { results.append($0) }
        world.takeTurn()
        world.store.failure = nil
        try world.type("A", "a1", move: try key("m1")) { results.append($0) }
        world.takeTurn()
        #expect(results.map(\.code) == ["store-unavailable", nil])
        #expect(world.game.committed.boards[0].text.hasPrefix("A"))
    }

    @Test("a move id is 1 to 64 visible ASCII characters", arguments: ["", " ", "a b", "é", "\u{7F}"])
    func badKeys(id: String) {
        #expect(MoveKey(sender: .address(""), id: id) == nil)
        #expect(MoveKey(sender: .address(""), id: String(repeating: "x", count: 65)) == nil)
        #expect(MoveKey(sender: .address(""), id: String(repeating: "x", count: 64)) != nil)
    }

    @Test("the next player on a seat may reuse the move ids of the last one")
    func nextPlayer() throws {
        let world = try TestWorld()
        func takeSeat(_ name: String) throws {
            world.game.perform(.takeSeat(try PlayerName(name), nil), by: .spectator) { _ in }
            world.takeTurn()
        }
        let ann = Player(seat: Seat(1), since: SequenceNumber(1))
        let ben = Player(seat: Seat(1), since: SequenceNumber(4))
        var sequences: [Int?] = []
        try takeSeat("Ann")
        try world.type("A", "a1", by: ann, move: key("m1", .player(.lobby, ann))) {
            sequences.append($0.sequence)
        }
        world.game.perform(.leaveSeat(try #require(Seat(1))), by: ann) { _ in }
        world.takeTurn()
        try takeSeat("Ben")
        try world.type("B", "b1", by: ben, move: key("m1", .player(.lobby, ben))) {
            sequences.append($0.sequence)
        }
        world.takeTurn()
        #expect(sequences == [2, 5])
    }

    @Test("move ids expire after a day; beyond the limit the oldest are forgotten")
    func bounded() throws {
        var memory = MoveMemory()
        let start = Timestamp(milliseconds: 0)
        for number in 0...StoreLimits.movesPerGame { memory.remember(try move("m\(number)", at: start)) }
        #expect(try memory.earlierMove(key("m0"), 7, at: start) == nil)
        #expect(try memory.earlierMove(key("m1"), 7, at: start) != nil)
        let nextDay = start + StoreLimits.moveLifetime + .seconds(1)
        #expect(try memory.earlierMove(key("m1"), 7, at: nextDay) == nil)
    }

    @Test("a move id that was forgotten and is used again lives for a full day")
    func usedAgain() throws {
        var memory = MoveMemory()
        let start = Timestamp(milliseconds: 0)
        memory.remember(try move("m1", at: start))
        memory.forget(try key("m1"))
        #expect(try memory.earlierMove(key("m1"), 7, at: start) == nil)
        let later = start + StoreLimits.moveLifetime
        memory.remember(try move("m1", at: later))
        #expect(try memory.earlierMove(key("m1"), 7, at: later + .seconds(5)) != nil)
        let nextDay = later + StoreLimits.moveLifetime + .seconds(1)
        #expect(try memory.earlierMove(key("m1"), 7, at: nextDay) == nil)
        #expect(memory.count == 0)
    }

    private func move(_ id: String, at time: Timestamp) throws -> Move {
        Move(
            key: try key(id), command: 7, before: .zero, sequence: .zero, hash: StateHash(value: 0),
            time: time)
    }

    @Test("equal commands have equal fingerprints, different ones different")
    func fingerprints() throws {
        let cells = CellIndex.all
        func edit(_ cell: Int, _ text: String, _ expected: String? = nil, if sequences: Set<Int>? = nil)
            -> Command
        {
            let entry = BoardEdit.Entry(cell: cells[cell], text: text, expected: expected)
            return .edit(
                BoardEdit(
                    entries: [entry], ifSequence: sequences.map { Set($0.compactMap(SequenceNumber.init)) }))
        }
        let commands: [Command] = [
            edit(0, "A"), edit(1, "A"), edit(0, "B"), edit(0, "A", ""), edit(0, "A", "B"),
            edit(0, "A", if: []),
            edit(0, "A", if: [1]), edit(0, "A", if: [1, 2]), .act("undo", .none), .act("clear", .none),
            .act("undo", Parameters(["a": .text("1")])), .act("undo", Parameters(["a": .number(1)])),
            .answer(prompt: 1, button: 0), .answer(prompt: 1, button: 1), .answer(prompt: 2, button: 0),
            .deadlineReached, .leaveSeat(Seat.all[0]), .leaveSeat(Seat.all[1]),
        ]
        #expect(Set(commands.map(\.fingerprint)).count == commands.count)
        #expect(edit(0, "A", if: [3, 1, 2]).fingerprint == edit(0, "A", if: [2, 3, 1]).fingerprint)
    }
}

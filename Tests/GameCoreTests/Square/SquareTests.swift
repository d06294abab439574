@testable import GameCore
import Testing

@Suite("A word square")
struct SquareTests {
    @Test("waits for its players until the host or the first seat starts it")
    func start() throws {
        let table = try SquareTable(people: 2)
        #expect(table.game.state.phase == .waiting && table.game.controller.boards.isEmpty)
        #expect(table.refusal { try table.call("C", by: .ann) } == .gameNotStarted)
        #expect(table.refusal { try table.act("start", by: .bea) } == .notAllowed)
        try table.act("start", by: .ann)
        #expect(table.game.controller.boards.map(\.number) == [1, 2] && table.game.state.phase == .playing)
        #expect(table.refusal { try table.act("start", by: .ann) } == .gameStarted)
        #expect(table.refusal { try table.ask(.seatBot(.easy), by: .ann) } == .gameStarted)
        #expect(
            table.refusal { try table.ask(.takeSeat(PlayerName("Cem"), nil), by: .spectator) } == .gameStarted
        )
    }

    @Test("lets players call in turn, and everybody place the letter on a private board")
    func turns() throws {
        let table = try SquareTable(people: 2)
        try table.start()
        #expect(table.round?.caller == Seat(1) && table.round?.step == .call)
        #expect(table.refusal { try table.call("C", by: .bea) } == .notYourTurn)
        try table.call("c", by: .ann)
        #expect(table.round?.calledLetter?.text == "C" && table.round?.step == .place)
        try table.place("a1", by: .ann)
        try table.place("c3", by: .bea)
        #expect(table.round?.caller == Seat(2))
        #expect(
            table.board(1) == """
                C....
                .....
                .....
                .....
                .....
                """)
        #expect(
            table.board(2) == """
                .....
                .....
                ..C..
                .....
                .....
                """)
    }

    @Test("refuses moves that are not due, with the reason")
    func refusals() throws {
        let table = try SquareTable(people: 2)
        try table.start()
        #expect(table.refusal { try table.place("a1", by: .ann) } == .noLetterCalled)
        #expect(table.refusal { try table.call("?", by: .ann) } == .notALetter)
        #expect(table.refusal { try table.call("Ж", by: .ann) } == .notALetter)
        #expect(table.refusal { try table.call("C", by: .spectator) } == .tokenNeeded)
        try table.call("C", by: .ann)
        #expect(table.refusal { try table.call("A", by: .ann) } == .alreadyCalled)
        #expect(table.refusal { try table.place("a1", "A", by: .ann) } == .notTheLetter)
        #expect(table.refusal { try table.place("f9", by: .ann) } == .invalidValue)
        #expect(table.refusal { try table.place("a1", by: .spectator) } == .tokenNeeded)
        try table.place("a1", by: .ann)
        #expect(table.refusal { try table.place("a2", by: .ann) } == .alreadyPlaced)
        try table.place("a1", by: .bea)
        try table.call("A", by: .bea)
        #expect(table.refusal { try table.place("a1", by: .ann) } == .cellTaken)
        let before = FullState(table.game)
        #expect(table.refusal { try table.ask(.edit(edit("a1", "")), by: .ann) } == .cellTaken)
        #expect(table.refusal { try table.ask(.edit(edit("b1", "C")), by: .ann) } == .notTheLetter)
        #expect(
            table.refusal { try table.ask(.botMove(Self.seat1, Self.callC), by: .spectator) }
                == .notAllowed)
        #expect(FullState(table.game) == before)
    }

    private static let seat1 = Seat.all[0]
    private static let callC = BotMove("call", ["letter": .text("C")])

    private func edit(_ cell: String, _ text: String) throws -> BoardEdit {
        BoardEdit(entries: [BoardEdit.Entry(cell: try GameCoreTests.cell(cell), text: text)])
    }

    @Test("refuses an edit of two letters as a whole")
    func twoAtOnce() throws {
        let table = try SquareTable(people: 2)
        try table.start()
        try table.call("C", by: .ann)
        let entries = try ["a1", "b1"].map { BoardEdit.Entry(cell: try cell($0), text: "C") }
        #expect(
            table.refusal { try table.ask(.edit(BoardEdit(entries: entries)), by: .ann) } == .alreadyPlaced)
        #expect(table.board(1) == Board().lines && table.round?.seatsToPlace.count == 2)
    }

    @Test("with a shared end has 25 calls, scores the boards, and lets equal scores win together")
    func sharedEnd() throws {
        let table = try SquareTable(people: 2, ["preset": .text("classic")])
        try table.start()
        try table.play(25, calling: "TRAIN")
        let result = try #require(table.game.state.result)
        #expect(table.game.state.phase == .finished && result.scores.map(\.points) == [50, 50])
        #expect(result.winners == [Seat(1), Seat(2)].compactMap { $0 })
        #expect(table.refusal { try table.call("C", by: .ann) } == .gameFinished)
        #expect(table.refusal { try table.place("a1", by: .ann) } == .gameFinished)
    }

    @Test("with a free end has 24 calls and lets each player choose the letter of the last cell")
    func freeEnd() throws {
        let table = try SquareTable(people: 2)
        try table.start()
        try table.play(24, calling: "TRAIN")
        #expect(
            table.round?.step == .last && table.round?.caller == nil && table.game.state.phase == .playing)
        #expect(table.refusal { try table.act("place", by: .ann) } == .invalidValue)
        #expect(table.refusal { try table.place("e5", "Ж", by: .ann) } == .notALetter)
        try table.act("place", ["letter": .text("n")], by: .ann)
        #expect(table.refusal { try table.place("e5", "C", by: .ann) } == .alreadyPlaced)
        try table.ask(.edit(edit("e5", "C")), by: .bea)
        #expect(table.game.state.result?.scores.map(\.points) == [25, 20])
        #expect(table.game.state.result?.winners == [Seat(1)].compactMap { $0 })
    }

    @Test("calls the letters of the seed for a single player, each after the last one is placed")
    func solo() throws {
        let letters = try (1...2).map { _ in
            let table = try SquareTable(people: 1, ["seed": .number(5)])
            try table.start()
            try table.placeAll()
            try table.play(23, calling: "-")
            return try #require(table.round?.letters)
        }
        #expect(letters[0].count == 24 && letters[0] == letters[1])
        let other = try SquareTable(people: 1, ["seed": .number(6)])
        try other.start()
        #expect(other.refusal { try other.call("C", by: .ann) } == .notYourTurn)
        try other.play(24, calling: "-")
        #expect(other.round?.letters != letters[0])
    }

    @Test("has a bot play for an absent player until the player acts, or to the end after a kick")
    func absence() throws {
        let table = try SquareTable(people: 3)
        try table.start()
        try table.ask(.leaveSeat(Seat.all[1]), by: .bea)
        #expect(table.game.state.awaySeats == [Seat.all[1]] && table.game.state.seats.count == 3)
        try table.call("C", by: .ann)
        #expect(table.game.awaitedMoves(at: table.now).map(\.seat) == [Seat.all[1]])
        try table.place("a1", by: .bea)
        #expect(
            table.game.state.awaySeats == [] && table.events.map(\.change).contains(.seatBack(Seat.all[1])))
        try table.ask(.leaveSeat(Seat.all[1]), by: .host)
        #expect(table.refusal { try table.act("return", by: .bea) } == .notAllowed)
        #expect(table.refusal { try table.ask(.leaveSeat(Seat.all[0]), by: .cem) } == .notAllowed)
    }

    @Test("has a bot move for a late player when the time limit is over, and marks the move")
    func clock() throws {
        let clock = Parameters(["call": .number(10), "place": .number(5)])
        let table = try SquareTable(people: 2, ["clock": .group(clock)])
        try table.start()
        #expect(table.game.deadline == .second(10) && table.game.awaitedMoves(at: .second(9)).isEmpty)
        let asked = try #require(table.game.awaitedMoves(at: .second(10)).first)
        #expect(asked.think(TestBotCache())?.name == "call" && asked.seat == Seat(1))
        table.now = .second(10)
        try table.ask(.botMove(asked.seat, Self.callC), by: .spectator)
        guard case .ruleEvent(let event) = try #require(table.events.last).change,
            let call = LetterCall(event)
        else {
            Issue.record("expected a call")
            return
        }
        #expect(call.isBot && call.by == Seat(1) && table.game.deadline == .second(15))
        try table.place("a1", by: .ann)
        #expect(table.game.awaitedMoves(at: .second(15)).map(\.seat) == [Seat.all[1]])
    }

    @Test("without a clock has no deadline")
    func noClock() throws {
        let table = try SquareTable(people: 2, ["clock": .null])
        try table.start()
        #expect(table.game.deadline == nil && table.game.awaitedMoves(at: .second(1_000_000)).isEmpty)
    }

    @Test("is played by bots alone, in the same way for the same seed")
    func bots() throws {
        let games = try (0..<2).map { _ in
            let table = try SquareTable(people: 0, bots: [.easy, .medium])
            try table.start()
            let cache = TestBotCache()
            while let asked = table.game.awaitedMoves(at: table.now).first {
                let move = try #require(asked.think(cache))
                try table.ask(.botMove(asked.seat, move), by: .spectator)
            }
            return table
        }
        #expect(games[0].game.state.phase == .finished && games[0].events == games[1].events)
    }

    @Test("cannot be started without its lexicon")
    func noLexicon() throws {
        let setup = GameSetup(id: .lobby, rules: "square", created: .start)
        #expect(try Game(setup).missingLexicon == "en")
        let game = try Game(setup)
        _ = try game.apply(.takeSeat(PlayerName("Ann"), nil), by: .spectator, at: .start)
        #expect(
            refusal { try game.apply(.act("start", .none), by: .ann, at: .start) }?.code == .unknownLexicon)
    }

    @Test("accepts its options, and refuses unknown keys and invalid values")
    func options() {
        func refused(_ options: [String: Parameters.Value]) -> RuleViolation.Code? {
            refusal { try SquareTable(people: 0, options) }?.code
        }
        #expect(refused(["end": .text("shared"), "preset": .text("long"), "clock": .null]) == nil)
        #expect(refused(["end": .text("soon")]) == .invalidValue)
        #expect(refused(["preset": .text("mine")]) == .invalidValue)
        #expect(refused(["overlap": .text("some")]) == .invalidValue)
        #expect(refused(["minimumLength": .number(6)]) == .invalidValue)
        #expect(refused(["points": .group(Parameters(["6": .number(1)]))]) == .unknownKey)
        #expect(refused(["points": .group(Parameters(["5": .number(101)]))]) == .invalidValue)
        #expect(refused(["extras": .group(Parameters(["corners": .flag(true)]))]) == .unknownKey)
        #expect(refused(["clock": .group(Parameters(["call": .number(0)]))]) == .invalidValue)
        #expect(refused(["seed": .number(-1)]) == .invalidValue)
        #expect(refused(["board": .text("")]) == .unknownKey)
    }
}

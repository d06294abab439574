import GameCore
import Testing

@Suite("Bots of a word square")
struct SquareBotTests {
    @Test("are seated by the host and by players before the start, at a level, on the next free seat")
    func seats() throws {
        let table = try SquareTable(people: 1)
        #expect(table.refused { try table.apply(.seatBot(.easy), by: .spectator) } == .tokenNeeded)
        try table.apply(.seatBot(.hard), by: .ann)
        try table.apply(.seatBot(.easy), by: .host)
        #expect(table.state.seats.map(\.bot) == [nil, .hard, .easy])
        #expect(Set(table.state.seats.map(\.name.text)).count == 3)
        try table.sit("Bea")
        #expect(table.state.seats.map(\.bot) == [nil, .hard, .easy, nil])
    }

    @Test("take at most the seats that are free of twelve")
    func twelve() throws {
        let table = try SquareTable(people: 10, bots: [.easy, .hard])
        #expect(Set(table.state.seats.map(\.name.text)).count == 12)
        #expect(table.refused { try table.apply(.seatBot(.easy), by: .host) } == .noFreeSeat)
        #expect(table.refused { try table.sit("Zoe") } == .noFreeSeat)
    }

    @Test("can be removed by the host and by players before the start, by nobody afterwards")
    func removal() throws {
        let table = try SquareTable(people: 1, bots: [.easy, .medium, .hard])
        #expect(table.refused { try table.leave(2, by: .spectator) } == .tokenNeeded)
        try table.leave(2, by: .ann)
        try table.leave(3, by: .host)
        #expect(table.state.seats.map(\.seat.number) == [1, 4])
        try table.start()
        #expect(table.refused { try table.leave(4, by: .ann) } == .gameStarted)
        #expect(table.refused { try table.leave(4, by: .host) } == .gameStarted)
    }

    @Test("do not start games: the first person does")
    func firstPerson() throws {
        let table = try SquareTable(people: 2, bots: [.easy])
        try table.leave(1, by: .ann)
        try table.apply(.seatBot(.easy), by: .host)
        #expect(table.state.seats.map(\.bot) == [.easy, nil, .easy])
        try table.act("start", by: .bea)
        #expect(table.round?.caller == Seat(1))
    }

    @Test("of each level play alone to the end, in the same way for the same seed")
    func alone() throws {
        let games = try [5, 5, 6].map { seed in
            let table = try SquareTable(people: 0, bots: BotLevel.allCases, ["seed": .number(seed)])
            try table.start()
            try table.playBots()
            return table
        }
        #expect(
            games.allSatisfy {
                $0.state.phase == .finished && !$0.state.boards.contains { $0.text.contains(".") }
            })
        #expect(games[0].events == games[1].events)
        #expect(games[0].state.boards != games[2].state.boards)
    }

    @Test("move when it is their turn, beside people, and their moves are marked")
    func beside() throws {
        let table = try SquareTable(people: 1, bots: [.easy])
        try table.start()
        #expect(table.game.awaitedMoves(at: table.now).isEmpty)
        try table.call("C", by: .ann)
        try table.playBots()
        try table.place("a1", by: .ann)
        try table.playBots()
        try table.place("b1", by: .ann)
        #expect(table.events.moves == ["1", "2 bot", "1", "2 bot", "2 bot", "1"])
    }

    @Test("have moves made for them only by the server, once, when they are due")
    func due() throws {
        let table = try SquareTable(people: 1, bots: [.easy])
        try table.start()
        let placement = BotMove("place", ["letter": .text("C"), "cell": .number(0)])
        #expect(
            table.refused { try table.apply(.botMove(seat(2), placement), by: .spectator) } == .notAllowed)
        #expect(
            table.refused { try table.apply(.botMove(seat(1), placement), by: .spectator) } == .notAllowed)
        try table.call("C", by: .ann)
        try table.apply(.botMove(seat(2), placement), by: .spectator)
        #expect(
            table.refused { try table.apply(.botMove(seat(2), placement), by: .spectator) } == .notAllowed)
    }
}
